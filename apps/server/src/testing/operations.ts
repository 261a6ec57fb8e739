import { contract, publicApiPrefix } from "@lintel/contract";
import { managementApiPrefix, managementContract } from "@lintel/contract/management";
import type { AnyContractRouter } from "@orpc/contract";
import { traverseContractProcedures } from "@orpc/server";

/** One operation of a contract, as a test that sweeps over all of them sees it. */
export interface SweptOperation {
  id: string;
  method: string;
  /** Below the origin, with its parameters open, as `/api/v1/content/{type}`. */
  path: string;
}

function operationsOf(router: AnyContractRouter, prefix: string): SweptOperation[] {
  const found: SweptOperation[] = [];
  traverseContractProcedures({ router, path: [] }, ({ contract }) => {
    const { operationId = "", method = "", path = "" } = contract["~orpc"].route;
    found.push({ id: operationId, method, path: prefix + path });
  });
  return found;
}

export const publicOperations = operationsOf(contract, publicApiPrefix);
export const managementOperations = operationsOf(managementContract, managementApiPrefix);

/** Fills the parameters of a path. */
export function fillPath(path: string, values: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? "1"));
}
