import type { Database } from "../../apps/server/src/db/database.js";
import { newId } from "../../apps/server/src/db/new-id.js";
import { assets } from "../../apps/server/src/db/schema/index.js";
import type { Actor, RunChange } from "../../apps/server/src/features/changes/change.js";
import {
  type EntryState,
  indexCells,
  searchWords,
} from "../../apps/server/src/features/entries/entry-state.js";
import { createType } from "../../apps/server/src/features/model/create-type.js";
import { loadModel } from "../../apps/server/src/features/model/load-model.js";
import type { Model, ModelType } from "../../apps/server/src/features/model/model.js";
import { foldText } from "../../apps/server/src/field-types/fold-text.js";
import { fieldTypeOf } from "../../apps/server/src/field-types/registry.js";
import type { ContentTypeId, EntryId, OrganizationId } from "../../packages/contract/src/index.js";

/** Numbers that look random and are the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const vocabulary =
  "lintel beam wall door opening stone oak brick mortar arch frame light river paper window garden summer winter house street hand line weight load span timber slate lime sand chalk iron steel glass water wind rain morning evening letter editor reader page column margin type press proof".split(
    " ",
  );

export const tones = ["Essay", "Report", "Interview", "Note", "Letter"];

export interface Target {
  database: Database;
  runChange: RunChange;
  organizationId: OrganizationId;
  actor: Actor;
}

const words = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => vocabulary[Math.floor(random() * vocabulary.length)]).join(" ");

/** About 2 KB as readers get them, HTML and markdown together. */
function richTexts(random: () => number, count: number): unknown[] {
  const richText = fieldTypeOf({ type: "rich_text" });
  return Array.from({ length: count }, () => {
    const paragraphs = Array.from(
      { length: 3 },
      () => `${words(random, 25)}, **${words(random, 2)}** ${words(random, 16)}.`,
    );
    const parsed = richText.parse({ markdown: `## ${words(random, 4)}\n\n${paragraphs.join("\n\n")}` }, {});
    if (!parsed.ok) throw new Error(parsed.message);
    return parsed.value;
  });
}

/** Types that others refer to, each with a few entries, and some pictures. */
export async function loadSurroundings(target: Target): Promise<void> {
  const { runChange, organizationId, actor, database } = target;
  for (const name of ["Bench authors", "Bench categories"]) {
    const { id } = await createType(runChange, organizationId, actor, {
      name,
      kind: "collection",
      fields: [],
    });
    await insert(
      target,
      await currentModel(target),
      id,
      Array.from({ length: 20 }, (_, at) => ({ title: `${name} ${at}`, values: {} })),
    );
  }
  const at = new Date();
  await database.insert(assets).values(
    Array.from({ length: 20 }, (_, number) => ({
      organizationId,
      id: newId("asset"),
      name: `picture-${number}.jpg`,
      contentType: "image/jpeg",
      size: 120_000 + number,
      width: 1600,
      height: 900,
      sha256: String(number).padStart(64, "0"),
      storageKey: `bench-${organizationId}-${number}`,
      createdAt: at,
      updatedAt: at,
    })),
  );
}

/** A type of posts with ten fields, eight of which can be filtered or sorted by, and `count` entries. */
export async function loadPosts(target: Target, name: string, count: number): Promise<ModelType> {
  const { runChange, organizationId, actor, database } = target;
  const { id } = await createType(runChange, organizationId, actor, {
    name,
    kind: "collection",
    fields: [
      { name: "Excerpt", type: "text" },
      { name: "Body", type: "rich_text" },
      { name: "Words", type: "number" },
      { name: "Published date", type: "date" },
      { name: "Featured", type: "checkbox" },
      { name: "Tone", type: "select", options: tones.map((tone) => ({ name: tone })) },
      {
        name: "Series",
        type: "select",
        options: Array.from({ length: 100 }, (_, at) => ({ name: `Series ${at}` })),
      },
      { name: "Author", type: "reference", collection: "bench-authors" },
      { name: "Categories", type: "multi_reference", collection: "bench-categories" },
      { name: "Cover", type: "asset" },
    ],
  });
  const model = await currentModel(target);
  const type = model.typeById.get(id)!;
  const idsOf = async (slug: string) =>
    (
      await database.query.entries.findMany({
        columns: { id: true },
        where: (row, { and, eq }) =>
          and(eq(row.organizationId, organizationId), eq(row.typeId, model.typeBySlug.get(slug)!.id)),
      })
    ).map((row) => row.id);
  const [authors, categories] = [await idsOf("bench-authors"), await idsOf("bench-categories")];
  const pictures = (
    await database.query.assets.findMany({
      columns: { id: true },
      where: (row, { eq }) => eq(row.organizationId, organizationId),
    })
  ).map((row) => row.id);
  const random = randomNumbers(count);
  const bodies = richTexts(random, 50);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  for (let done = 0; done < count; ) {
    const rows = Array.from({ length: Math.min(500, count - done) }, (_, at) => ({
      title: `${words(random, 4)} ${done + at}`,
      values: {
        excerpt: words(random, 12),
        body: pick(bodies),
        words: Math.floor(random() * 1_000_000),
        published_date: new Date(Date.UTC(2000, 0, 1 + Math.floor(random() * 9_000)))
          .toISOString()
          .slice(0, 10),
        featured: random() < 0.5,
        tone: pick(type.fieldByKey.get("tone")!.config.options!).id,
        series: pick(type.fieldByKey.get("series")!.config.options!).id,
        author: pick(authors),
        categories: [pick(categories), pick(categories)],
        cover: pick(pictures),
      },
    }));
    await insert(target, model, id, rows);
    done += rows.length;
  }
  return type;
}

async function currentModel({ database, organizationId }: Target): Promise<Model> {
  return loadModel(database, organizationId);
}

interface NewEntry {
  title: string;
  values: Record<string, unknown>;
}

/** Writes stored values in bulk: what an entry looks like is for the entries' own functions to say. */
async function insert(
  { database, organizationId, actor }: Target,
  model: Model,
  typeId: ContentTypeId,
  rows: NewEntry[],
): Promise<void> {
  const type = model.typeById.get(typeId)!;
  const at = new Date();
  const made = rows.map(({ title, values }) => {
    const id: EntryId = newId("entry");
    const state: EntryState = {
      title,
      slug: foldText(title).replaceAll(" ", "-"),
      values: {},
      documents: {},
    };
    const cells = Object.entries(values).flatMap(([key, stored]) => {
      const field = type.fieldByKey.get(key)!;
      state[fieldTypeOf(field).storage][field.id] = stored;
      return indexCells(field, stored).map((cell, ordinal) => ({
        field_id: field.id,
        entry_id: id,
        ordinal,
        ...("text" in cell ? { text_key: cell.text } : { number_key: cell.number }),
      }));
    });
    return { id, state, cells };
  });
  const heads = made.map(({ id, state }) => ({
    id,
    ...state,
    title_key: foldText(state.title),
    words: searchWords(type, state),
  }));
  const client = database.$client;
  await client.query(
    `insert into entries (organization_id, id, type_id, slug, title, title_key, values, documents, search, created_at, updated_at)
     select $1, r.id, $2, r.slug, r.title, r.title_key, r.values, r.documents, to_tsvector('simple', r.words), $4, $4
     from jsonb_to_recordset($3::jsonb) as r (id text, slug text, title text, title_key text, values jsonb, documents jsonb, words text)`,
    [organizationId, typeId, JSON.stringify(heads), at],
  );
  await client.query(
    `insert into entry_index (organization_id, field_id, entry_id, ordinal, text_key, number_key)
     select $1, r.field_id, r.entry_id, r.ordinal, r.text_key, r.number_key
     from jsonb_to_recordset($2::jsonb) as r (field_id text, entry_id text, ordinal smallint, text_key text, number_key double precision)`,
    [organizationId, JSON.stringify(made.flatMap(({ cells }) => cells))],
  );
  await client.query(
    `insert into entry_versions (organization_id, entry_id, version, kind, slug, title, values, documents, at, by)
     select $1, id, 1, 'created', slug, title, values, documents, created_at, $3 from entries where organization_id = $1 and id = any($2)`,
    [organizationId, made.map(({ id }) => id), actor.userId],
  );
}
