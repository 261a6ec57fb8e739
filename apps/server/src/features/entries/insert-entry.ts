import type { EntryId } from "@lintel/contract";
import { badRequest, conflict } from "../../api/api-error.js";
import { newId } from "../../db/new-id.js";
import type { Change } from "../changes/change.js";
import type { ModelType } from "../model/model.js";
import { announceEntry } from "./announce-entry.js";
import { checkLinks } from "./check-links.js";
import { checkValues, type EntryState, indexCells, searchWords, withValues } from "./entry-state.js";
import { checkSlug, deriveSlug } from "./slug.js";
import { findBySlug, insertEntryRow, slugsLike, writeIndex } from "./store.js";
import { insertVersion } from "./store-versions.js";

export interface EntryInput {
  title: string;
  slug?: string | undefined;
  fields?: Record<string, unknown> | undefined;
}

/** Writes a new entry within a change. Its type must be a live collection, or a map that has no entry yet. */
export async function insertEntry(change: Change, type: ModelType, input: EntryInput): Promise<EntryId> {
  const { values, issues } = checkValues(type, input.fields ?? {});
  if (input.slug !== undefined) issues.push(...checkSlug(input.slug));
  if (issues.length > 0) throw badRequest(issues);
  const broken = await checkLinks(
    change,
    [...values].map(([field, stored]) => ({ field, stored, before: undefined })),
  );
  if (broken.length > 0) throw badRequest(broken);

  const id = newId("entry");
  const blank = { slug: input.slug ?? "", title: input.title, values: {}, documents: {} };
  const state = await insertUnderFreeSlug(
    change,
    type,
    id,
    withValues(blank, values),
    input.slug === undefined,
  );
  await writeIndex(
    change,
    id,
    new Map([...values].map(([field, stored]) => [field.id, indexCells(field, stored)])),
    true,
  );
  await insertVersion(change, id, 1, "created", state);
  announceEntry(change, type, { id, ...state }, { what: "created", restored: false });
  change.audit("entry.created", id, { type: type.slug, slug: state.slug, title: state.title });
  return id;
}

/**
 * Another writer may take a slug between our look and our insert; then the next free one is tried. Each try that
 * fails is one that another writer won, so that a hundred of them mean a hundred writers at once.
 */
async function insertUnderFreeSlug(
  change: Change,
  type: ModelType,
  id: EntryId,
  state: EntryState,
  derive: boolean,
): Promise<EntryState> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const slug = derive ? await freeSlug(change, type, deriveSlug(state.title)) : state.slug;
    const slugged = { ...state, slug };
    if (await insertEntryRow(change, id, type.id, slugged, searchWords(type, slugged))) return slugged;
    if (!derive) break;
  }
  const holder = derive ? undefined : await findBySlug(change, type.id, state.slug);
  throw conflict(
    holder
      ? `The slug "${state.slug}" of "${type.slug}" is taken by "${holder.title}". Choose another.`
      : `No free slug was found for "${state.title}". Send one.`,
    holder && { entry: holder.id },
  );
}

async function freeSlug(change: Change, type: ModelType, start: string): Promise<string> {
  const taken = await slugsLike(change, type.id, start);
  if (!taken.has(start)) return start;
  for (let n = 2; ; n += 1) if (!taken.has(`${start}-${n}`)) return `${start}-${n}`;
}
