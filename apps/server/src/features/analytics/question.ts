import type { OrganizationId } from "@lintel/contract";
import type { AnalyticsCounts } from "@lintel/contract/management";
import { dimensionColumns } from "../events/dimensions.js";
import type { Condition } from "./conditions.js";
import type { PlanNames } from "./plan-names.js";

/** Which events are asked about. */
export interface Question {
  organizationId: OrganizationId;
  conditions: readonly Condition[];
  names: PlanNames;
}

export const none: AnalyticsCounts = { visitors: 0, views: 0, events: 0 };

export const isRolledUp = (dimension: string): boolean => Object.hasOwn(dimensionColumns, dimension);

/** The one dimension of the rollups that knows everything the question asks; undefined where only the events do. */
export function rollupFor({ conditions }: Question): string | undefined {
  const dimensions = new Set(
    conditions.map(({ subject }) => ("dimension" in subject ? subject.dimension : "props")),
  );
  if (dimensions.size === 0) return "total";
  const [dimension = ""] = dimensions;
  return dimensions.size === 1 && isRolledUp(dimension) ? dimension : undefined;
}
