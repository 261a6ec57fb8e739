import { contract, publicApiPrefix } from "@lintel/contract";
import { managementApiPrefix, managementContract } from "@lintel/contract/management";
import { traverseContractProcedures } from "@orpc/server";

export interface Operation {
  id: string;
  method: string;
  /** Below the origin, with `{parameters}`. */
  path: string;
}

/** Every operation of a contract, as the listener routes them. */
function operationsOf(
  prefix: string,
  router: Parameters<typeof traverseContractProcedures>[0]["router"],
): Operation[] {
  const operations: Operation[] = [];
  traverseContractProcedures(
    { router, path: [] },
    ({
      contract: {
        "~orpc": { route },
      },
    }) => {
      const { operationId = "", method = "GET", path = "/" } = route;
      operations.push({ id: operationId, method, path: prefix + path });
    },
  );
  return operations;
}

export const publicOperations = operationsOf(publicApiPrefix, contract);
export const managementOperations = operationsOf(managementApiPrefix, managementContract);

export function fill(path: string, values: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name);
}
