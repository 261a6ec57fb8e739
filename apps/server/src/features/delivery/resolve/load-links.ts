import type { AssetId, EntryId, FieldValue, OrganizationId, UserId } from "@lintel/contract";
import { toAssetValue } from "../../assets/manage-asset.js";
import { oneEntry } from "../find/one-entry.js";
import type { Reader } from "../find/statement.js";

/** So many links are kept for later answers; with more, memory would be taken for what is hardly asked for twice. */
const mostKept = 20_000;

/** What values point to, as far as readers can see it: of one answer, or of all answers between two changes. */
export class FoundLinks {
  readonly entries = new Map<EntryId, FieldValue>();
  readonly assets = new Map<AssetId, FieldValue>();
  readonly people = new Map<UserId, FieldValue>();

  get isFull(): boolean {
    return this.entries.size + this.assets.size + this.people.size >= mostKept;
  }
}

export interface WantedLinks {
  entries: Set<EntryId>;
  assets: Set<AssetId>;
  people: Set<UserId>;
}

export const noLinks = (): WantedLinks => ({ entries: new Set(), assets: new Set(), people: new Set() });

type Row = [
  kind: string,
  id: string,
  name: string,
  detail: string | null,
  contentType: string | null,
  size: number | null,
  width: number | null,
  height: number | null,
];

/** Reads what is wanted and not yet found, with one statement. */
export async function loadLinks(
  reader: Reader,
  organizationId: OrganizationId,
  origin: string,
  wanted: WantedLinks,
  found: FoundLinks,
): Promise<void> {
  const values: unknown[] = [organizationId];
  const parts = kinds.flatMap(({ of, select, rest }) => {
    const missing = [...wanted[of]].filter((id) => !found[of].has(id as never));
    if (missing.length === 0) return [];
    values.push(missing);
    return [`select '${of}', ${select} from unnest($${values.length}::text[]) as asked (id), ${rest}`];
  });
  if (parts.length === 0) return;
  const rows = (await reader.rows(parts.join(" union all "), values)) as Row[];
  for (const row of rows) keep(row, origin, found);
}

/** Each thing is looked up by its key: see `one-entry.ts`. */
const kinds = [
  {
    of: "entries",
    select: "e.id, e.title, e.slug, null::text, null::bigint, null::integer, null::integer",
    rest: `${oneEntry("asked.id")} where e.deleted_at is null`,
  },
  {
    of: "assets",
    select: "a.id, a.name, a.sha256, a.content_type, a.size, a.width, a.height",
    rest: "lateral (select * from assets where organization_id = $1 and id = asked.id offset 0) a where a.deleted_at is null",
  },
  {
    // Everybody who is or was a member: someone who has left goes on reading by name.
    of: "people",
    select: "u.id, u.name, null, null, null, null, null",
    rest: "lateral (select user_id from members where organization_id = $1 and user_id = asked.id offset 0) m, lateral (select id, name from users where id = m.user_id offset 0) u",
  },
] as const;

function keep(row: Row, origin: string, found: FoundLinks): void {
  const [kind, id, name, detail, contentType, size, width, height] = row;
  if (kind === "entries") {
    found.entries.set(id as EntryId, { id: id as EntryId, slug: detail ?? "", title: name });
  } else if (kind === "assets") {
    const asset = { id: id as AssetId, name, sha256: detail ?? "", contentType: contentType ?? "" };
    found.assets.set(asset.id, toAssetValue(origin, { ...asset, size: Number(size), width, height }));
  } else {
    found.people.set(id as UserId, { id: id as UserId, name });
  }
}
