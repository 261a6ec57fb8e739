/** The columns that ingest writes, in the order in which a row names them. The database makes the id. */
export const writtenColumns = [
  "organization_id",
  "at",
  "received_at",
  "sent_timestamp",
  "visitor",
  "bot",
  "over_quota",
  "name",
  "host",
  "path",
  "route",
  "referrer",
  "referrer_host",
  "source",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "country",
  "region",
  "city",
  "device",
  "browser",
  "os",
  "props",
  "metadata",
] as const;

export type Cell = string | null | undefined;
export type EventRow = Partial<Record<(typeof writtenColumns)[number], Cell>>;

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** One cell as COPY takes it in its text format. */
export function writeCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "\\N";
  return special.test(cell) ? cell.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? "") : cell;
}

/** A row as COPY takes it. Batches gather text and not objects: it is what the queue holds and what is sent. */
export function writeRow(row: EventRow): string {
  let line = writeCell(row[writtenColumns[0]]);
  for (let index = 1; index < writtenColumns.length; index++)
    line += `\t${writeCell(row[writtenColumns[index]!])}`;
  return `${line}\n`;
}
