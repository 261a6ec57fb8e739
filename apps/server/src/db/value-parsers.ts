import pg from "pg";

const { builtins } = pg.types;

/** Numbers and times as JavaScript has them, on our connections only: pg's own table is shared by all its users. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, wholeNumber],
  // Without a zone pg would read a time in the zone of whatever machine this is.
  [builtins.TIMESTAMP, (text) => pg.types.getTypeParser(builtins.TIMESTAMPTZ)(`${text}+00`)],
  // A day has no time, so it stays the text it is.
  [builtins.DATE, (text) => text],
]);

/** Text stays text past 2^53, where a number would quietly be a different one. */
function wholeNumber(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser(type: number, format?: "text" | "binary") {
    return (format !== "binary" && parsers.get(type)) || pg.types.getTypeParser(type, format);
  },
};
