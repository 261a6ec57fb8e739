import type { Issue } from "@lintel/contract";
import { formatPath } from "./format-path.js";

/** What a validation reports, as far as Standard Schema promises it; zod's own say more. */
interface ReportedIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

interface UnionIssue extends ReportedIssue {
  code: "invalid_union";
  errors: ReportedIssue[][];
}

/** Where the parts of a request come from says nothing to who sent it: `limit`, not `query.limit`. */
const requestParts = new Set<PropertyKey>(["params", "query", "headers", "body"]);

export function toIssues(reported: readonly ReportedIssue[], detailed: boolean): Issue[] {
  return reported
    .flatMap((issue) => flatten(issue, []))
    .map(({ path, message }) => ({
      path: formatPath(detailed && requestParts.has(path[0] ?? "") ? path.slice(1) : path),
      message,
    }));
}

interface Place {
  path: PropertyKey[];
  message: string;
}

function flatten(issue: ReportedIssue, prefix: PropertyKey[]): Place[] {
  const path = [...prefix, ...(issue.path ?? []).map((key) => (typeof key === "object" ? key.key : key))];
  const branch = isUnion(issue) ? closestBranch(issue) : undefined;
  return branch ? branch.flatMap((inner) => flatten(inner, path)) : [{ path, message: issue.message }];
}

const isUnion = (issue: ReportedIssue): issue is UnionIssue =>
  "code" in issue && issue.code === "invalid_union";

/** The alternative that was meant: the only one whose own shape fits, so that what is wrong lies inside it. */
function closestBranch(issue: UnionIssue): ReportedIssue[] | undefined {
  const fitting = issue.errors.filter((branch) => branch.every((inner) => (inner.path?.length ?? 0) > 0));
  return fitting.length === 1 ? fitting[0] : undefined;
}
