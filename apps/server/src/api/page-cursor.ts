import { badRequest } from "./api-error.js";

/** Where the next page of a list goes on: the last row's place in its order, opaque to the client. */
export function writeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Reads a cursor back as an instant and an id. It grants nothing: every list asks for its organization again. */
export function readInstantCursor<Id extends string>(
  cursor: string | undefined,
  isPlaceId: (text: unknown) => text is Id,
): { at: Date; id: Id } | undefined {
  if (cursor === undefined) return undefined;
  const [instant, id] = readPlace(cursor);
  const at = new Date(typeof instant === "number" ? instant : Number.NaN);
  if (Number.isNaN(at.getTime()) || !isPlaceId(id)) throw badCursor();
  return { at, id };
}

/** Reads a cursor back as a whole number. `most` is what the column holds. */
export function readNumberCursor(cursor: string | undefined, most: number): number | undefined {
  if (cursor === undefined) return undefined;
  const [number] = readPlace(cursor);
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number > most) throw badCursor();
  return number;
}

function readPlace(cursor: string): unknown[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(place)) return place;
  } catch {
    // Falls through to the same answer.
  }
  throw badCursor();
}

export const badCursor = () =>
  badRequest([
    {
      path: "cursor",
      message: "This is no cursor of this list. Pass `nextCursor` of the page before, unchanged.",
    },
  ]);

/** Cuts the row that was read beyond the page, and says where the next page goes on. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  placeOf: (row: Row) => readonly (string | number)[],
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last ? writeCursor(placeOf(last)) : null };
}
