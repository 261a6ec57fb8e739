import { type EntryId, mostListed } from "@lintel/contract";
import type { Change } from "../changes/change.js";
import type { ModelType } from "../model/model.js";
import { shortText } from "../webhook-events/short-text.js";

type Announced =
  | { what: "created"; restored: boolean }
  | { what: "updated"; changed: string[]; previousSlug: string | null }
  | { what: "deleted" };

/** Says that readers get an entry anew, changed or no more: to caches, and to the endpoints that listen. */
export function announceEntry(
  change: Change,
  type: ModelType,
  { id, slug, title }: { id: EntryId; slug: string; title: string },
  announced: Announced,
): void {
  const entry = { id, type: type.slug, slug, title: shortText(title) };
  const { what } = announced;
  switch (what) {
    case "created":
      change.event("entry.created", { entry, restored: announced.restored });
      break;
    case "updated": {
      const { changed, previousSlug } = announced;
      change.event("entry.updated", { entry, changed: changed.slice(0, mostListed), previousSlug });
      break;
    }
    case "deleted":
      change.event("entry.deleted", { entry });
  }
  const previousSlug = (what === "updated" && announced.previousSlug) || undefined;
  change.contentChanged({ id, type: type.slug, slug, previousSlug, change: what });
}
