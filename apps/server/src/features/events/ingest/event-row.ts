/** The columns that hold the same for every event of a batch. */
const batchColumns = [
  "organization_id",
  "received_at",
  "api_key_id",
  "bot",
  "over_quota",
  "country",
  "region",
  "city",
  "device",
  "browser",
  "os",
  "metadata",
] as const;

/** The columns that are an event's own. */
const eventColumns = ["at", "sent_timestamp", "visitor", "name", "route", "props"] as const;

/** Those of them that come from its URLs. */
const placeColumns = [
  "host",
  "path",
  "referrer",
  "referrer_host",
  "source",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
] as const;

/** The columns that ingest writes, in their order within a row. The database makes the id. */
export const writtenColumns = [...batchColumns, ...eventColumns, ...placeColumns];

type Cell = string | null | undefined;
type BatchCells = Record<(typeof batchColumns)[number], Cell>;
/** In the order of their columns, and no object: there is one for each event. */
export type PlaceCells = CellsOf<typeof placeColumns>;
type EventCells = [...CellsOf<typeof eventColumns>, ...PlaceCells];
type CellsOf<Columns extends readonly string[]> = { [Index in keyof Columns]: Cell };

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** One cell as COPY takes it in its text format. */
function writeCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "\\N";
  return special.test(cell) ? cell.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? "") : cell;
}

/** The beginning of every row of a batch. */
export const writeBatchCells = (cells: BatchCells): string =>
  batchColumns.map((name) => writeCell(cells[name])).join("\t");

/** A whole row, as COPY takes it: it is text from here to the database. */
export function writeRow(ofBatch: string, cells: EventCells): string {
  let row = ofBatch;
  for (const cell of cells) row += `\t${writeCell(cell)}`;
  return `${row}\n`;
}
