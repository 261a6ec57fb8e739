import type { AssetId, EntryId, FieldValue, OrganizationId, UserId } from "@lintel/contract";
import { toAssetValue } from "../../assets/manage-asset.js";
import { oneEntry } from "../find/one-entry.js";
import type { Reader } from "../find/statement.js";

/** What values point to, as far as readers can see it. */
export class FoundLinks {
  readonly entries = new Map<EntryId, FieldValue>();
  readonly assets = new Map<AssetId, FieldValue>();
  readonly people = new Map<UserId, FieldValue>();
}

export interface WantedLinks {
  entries: Set<EntryId>;
  assets: Set<AssetId>;
  people: Set<UserId>;
}

export const noLinks = (): WantedLinks => ({ entries: new Set(), assets: new Set(), people: new Set() });

/** Reads what is wanted and not yet found, one statement a kind. */
export async function loadLinks(
  reader: Reader,
  organizationId: OrganizationId,
  origin: string,
  wanted: WantedLinks,
  found: FoundLinks,
): Promise<void> {
  await Promise.all([
    load(wanted.entries, found.entries, (ids) => readEntryHeads(reader, organizationId, ids)),
    load(wanted.assets, found.assets, (ids) => readAssets(reader, organizationId, origin, ids)),
    load(wanted.people, found.people, (ids) => readPeople(reader, organizationId, ids)),
  ]);
}

async function load<Id>(
  wanted: ReadonlySet<Id>,
  found: Map<Id, FieldValue>,
  read: (ids: Id[]) => Promise<[Id, FieldValue][]>,
): Promise<void> {
  const missing = [...wanted].filter((id) => !found.has(id));
  if (missing.length === 0) return;
  for (const [id, value] of await read(missing)) found.set(id, value);
}

async function readEntryHeads(
  reader: Reader,
  organizationId: OrganizationId,
  ids: EntryId[],
): Promise<[EntryId, FieldValue][]> {
  const rows = await reader.rows(
    `select e.id, e.slug, e.title from unnest($2::text[]) as asked (id), ${oneEntry("asked.id")} where e.deleted_at is null`,
    [organizationId, ids],
  );
  return (rows as [EntryId, string, string][]).map(([id, slug, title]) => [id, { id, slug, title }]);
}

type AssetRow = [AssetId, string, string, string, string, number | null, number | null];

async function readAssets(
  reader: Reader,
  organizationId: OrganizationId,
  origin: string,
  ids: AssetId[],
): Promise<[AssetId, FieldValue][]> {
  const rows = await reader.rows(
    "select id, name, sha256, content_type, size, width, height from assets where organization_id = $1 and id = any($2) and deleted_at is null",
    [organizationId, ids],
  );
  return (rows as AssetRow[]).map(([id, name, sha256, contentType, size, width, height]) => [
    id,
    toAssetValue(origin, { id, name, sha256, contentType, size: Number(size), width, height }),
  ]);
}

/** Everybody who is or was a member: someone who has left goes on reading by name. */
async function readPeople(
  reader: Reader,
  organizationId: OrganizationId,
  ids: UserId[],
): Promise<[UserId, FieldValue][]> {
  const rows = await reader.rows(
    "select m.user_id, u.name from members m join users u on u.id = m.user_id where m.organization_id = $1 and m.user_id = any($2)",
    [organizationId, ids],
  );
  return (rows as [UserId, string][]).map(([id, name]) => [id, { id, name }]);
}
