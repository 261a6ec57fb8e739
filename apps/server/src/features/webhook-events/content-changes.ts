import type { EntryId, entryChangeKinds } from "@lintel/contract";

/** What a change did to one entry, as `content.changed` tells it. */
export interface ChangedEntry {
  id: EntryId;
  /** The slug of its type. */
  type: string;
  slug: string;
  /** Where the change gave it another slug. */
  previousSlug?: string | undefined;
  change: (typeof entryChangeKinds)[number];
}

/** What one change did to the content, for the event that gathers the changes of a minute. */
export interface ContentChange {
  model: boolean;
  related: boolean;
  entries: ChangedEntry[];
}
