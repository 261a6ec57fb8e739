import { type EntryId, queryLimits } from "@lintel/contract";
import type { Pool } from "pg";
import { badRequest, notFound } from "../../../api/api-error.js";
import { type Found, findPage } from "../find/find-page.js";
import { createReader, inSnapshot, type Reader, type Scope, StatementNames } from "../find/statement.js";
import { type Position, writeCursor } from "../query/cursor.js";
import { Expansion } from "../resolve/expansion.js";
import { entryColumns, type LoadedEntry, loadEntries, toEntry } from "../resolve/load-entries.js";
import type { FoundLinks } from "../resolve/load-links.js";
import { planType, type TypePlan } from "../resolve/type-plan.js";
import { writeEntry } from "../resolve/write-entry.js";
import { type Body, BodyWriter } from "./body-writer.js";
import { type Described, modelJson } from "./describe-answer.js";
import { Turns } from "./turns.js";

type List = Described & { route: "list" };
type Single = Described & { route: "entry" };

/** Entries read at once: so few that no other request waits long for them. More are read in one snapshot. */
const batchSize = 100;
/** Answers built at once, of up to a batch and of more. Together they leave connections of the pool to others. */
const places = { small: 6, large: 2 };
/** References that may be expanded, within one entry and within one answer. */
const mostExpanded = { entry: 10_000, answer: 100_000 };

/** Builds answers from the database. */
export class BodyBuilder {
  #names = new StatementNames();
  #small = new Turns(places.small);
  #large = new Turns(places.large);

  constructor(
    private readonly pool: Pool,
    private readonly origin: string,
  ) {}

  /** @param links what values were seen to point to since the last change; what is read comes to it */
  build(described: Described, signal: AbortSignal, links?: FoundLinks): Promise<Body> {
    const turns = isLarge(described) ? this.#large : this.#small;
    return turns.run(described.model.organizationId, () => this.#build(described, signal, links));
  }

  async #build(described: Described, signal: AbortSignal, links?: FoundLinks): Promise<Body> {
    signal.throwIfAborted();
    const writer = new BodyWriter();
    try {
      await this.#write(described, writer, signal, links);
      return await writer.end();
    } catch (error) {
      writer.abandon();
      throw error;
    }
  }

  async #write(
    described: Described,
    writer: BodyWriter,
    signal: AbortSignal,
    links?: FoundLinks,
  ): Promise<void> {
    switch (described.route) {
      case "model":
        return writer.write(modelJson(described.model));
      case "entry":
        return this.#writeSingle(described, writer, links);
      case "list":
        return this.#writeList(described, writer, signal, links);
    }
  }

  async #writeSingle(
    { model, type, asked, slug, projection }: Single,
    writer: BodyWriter,
    links?: FoundLinks,
  ): Promise<void> {
    const reader = createReader(this.pool, this.#names);
    const plan = planType(model, type, projection.keys);
    const [entry] = await loadEntries(reader, plan, { slug });
    if (!entry) throw notFound(`No entry with that slug in "${asked}".`);
    const expansion = await Expansion.load(reader, this.origin, plan, projection.include, [entry], links);
    const written = writeResolved(plan, entry, expansion, { left: mostExpanded.answer });
    await writer.write(`{"type":${modelJson(model, type, asked)},"entry":${written}}`);
  }

  #writeList(list: List, writer: BodyWriter, signal: AbortSignal, links?: FoundLinks): Promise<void> {
    const write = (reader: Reader, known?: FoundLinks) =>
      writeBatches(list, writer, signal, (after, left) => this.#readBatch(reader, list, after, left, known));
    // A snapshot sees one moment, and what is known may be of another.
    return isLarge(list)
      ? inSnapshot(this.pool, this.#names, (reader) => write(reader))
      : write(createReader(this.pool, this.#names), links);
  }

  async #readBatch(
    reader: Reader,
    list: List,
    after: Position | null,
    left: number,
    links?: FoundLinks,
  ): Promise<Batch> {
    const { model, type, query } = list;
    const scope: Scope = { organizationId: model.organizationId, typeId: type.id };
    const size = Math.min(left, batchSize);
    const plan = planType(model, type, query.keys);
    const options = { rowColumns: entryColumns(plan) };
    const found = await findPage(reader, scope, query, after, size + 1, options);
    const page = found.slice(0, size);
    const entries = await readEntries(reader, plan, page);
    const expansion = await Expansion.load(reader, this.origin, plan, query.include, entries, links);
    const end = found.length > size ? (page.at(-1) ?? null) : null;
    return { plan, entries, expansion, end, rest: left - size };
  }
}

const isLarge = (described: Described): boolean =>
  described.route === "list" && (described.query.limit ?? queryLimits.all) > batchSize;

interface Batch {
  plan: TypePlan;
  entries: LoadedEntry[];
  expansion: Expansion;
  /** Where more entries begin; null where there are none. */
  end: Position | null;
  /** How many more the answer may hold. */
  rest: number;
}

async function writeBatches(
  { model, type, asked, query, after }: List,
  writer: BodyWriter,
  signal: AbortSignal,
  read: (after: Position | null, left: number) => Promise<Batch>,
): Promise<void> {
  const budget = { left: mostExpanded.answer };
  let text = `{"type":${modelJson(model, type, asked)},"entries":[`;
  let position = after;
  let left = query.limit ?? queryLimits.all;
  let isFirst = true;
  do {
    signal.throwIfAborted();
    const { plan, entries, expansion, end, rest } = await read(position, left);
    for (const entry of entries) {
      if (!isFirst) text += ",";
      isFirst = false;
      text += writeResolved(plan, entry, expansion, budget);
      if (text.length > pieceLength) {
        await writer.write(text);
        text = "";
      }
    }
    position = end;
    left = rest;
  } while (position && left > 0);
  const cursor = position && writeCursor(type, query, position);
  await writer.write(`${text}],"nextCursor":${JSON.stringify(cursor)}}`);
}

/** How much text gathers before it is written. */
const pieceLength = 64 * 1024;

function writeResolved(
  plan: TypePlan,
  entry: LoadedEntry,
  expansion: Expansion,
  budget: { left: number },
): string {
  const resolved = expansion.resolve(entry);
  budget.left -= resolved.weight;
  if (budget.left < 0 || resolved.weight > mostExpanded.entry) throw tooManyExpanded(resolved.weight);
  return writeEntry(plan, entry, resolved);
}

const tooManyExpanded = (weight: number) => {
  const most = (weight > mostExpanded.entry ? mostExpanded.entry : mostExpanded.answer).toLocaleString("en");
  const place = weight > mostExpanded.entry ? "in one entry" : "in one answer";
  const message = `More than ${most} references would be expanded ${place}. Include less, or ask for fewer entries with \`limit\`.`;
  return badRequest([{ path: "include", message }]);
};

/** In the order of the page; those whose rows were not read along are loaded. */
async function readEntries(reader: Reader, plan: TypePlan, page: readonly Found[]): Promise<LoadedEntry[]> {
  const missing = page.filter(({ row }) => !row).map(({ id }) => id);
  const loaded = missing.length > 0 ? await loadEntries(reader, plan, { ids: missing }) : [];
  const byId = new Map<EntryId, LoadedEntry>(loaded.map((entry) => [entry.id, entry]));
  return page.flatMap(({ id, row }) => (row ? toEntry(plan, row) : (byId.get(id) ?? [])));
}
