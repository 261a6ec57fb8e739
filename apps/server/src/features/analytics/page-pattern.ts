import type { OrganizationId } from "@lintel/contract";
import { badRequest } from "../../api/api-error.js";
import type { Actor, RunChange } from "../changes/change.js";
import { findLiveType } from "../model/find.js";
import { loadModel } from "../model/load-model.js";
import { writePattern } from "./store-patterns.js";

const placeholder = /\{[^}]*\}?/g;

/** Says where the entries of a type are on the site. */
export function changePattern(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  idOrSlug: string,
  pattern: string | null,
): Promise<{ pattern: string | null }> {
  return runChange(organizationId, actor, "shared", async (change) => {
    const type = findLiveType(await loadModel(change.tx, organizationId), idOrSlug);
    if (pattern !== null) checkPattern(pattern, type.kind);
    await writePattern(change, type.id, pattern);
    change.audit("pagePattern.changed", type.id, { pattern });
    return { pattern };
  });
}

function checkPattern(pattern: string, kind: "collection" | "map"): void {
  const found = pattern.match(placeholder) ?? [];
  const other = found.find((one) => one !== "{slug}");
  const message = other
    ? `${JSON.stringify(other)} is not known here. The only placeholder is {slug}.`
    : found.length > 1
      ? "{slug} stands here more than once. Name it once."
      : kind === "collection" && found.length === 0
        ? "Without {slug} all entries would be one page. Put {slug} where the entry's slug stands, as /blog/{slug}."
        : undefined;
  if (message) throw badRequest([{ path: "pattern", message }]);
}

/** The path of an entry's page as events report it. */
export const pageOf = (pattern: string, slug: string): string =>
  new URL(
    pattern.replace("{slug}", () => encodeURIComponent(slug)),
    "http://relative.invalid",
  ).pathname;
