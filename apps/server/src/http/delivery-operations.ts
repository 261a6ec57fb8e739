import { contract } from "@lintel/contract";

/** The operations of the hot path, which answer from bytes and not through the contract's implementation. */
export const deliveryOperations = ["getModel", "listEntries", "getEntry"] as const;

export type DeliveryOperation = (typeof deliveryOperations)[number];

/** Their paths below the API's prefix, as the contract has them. */
export const deliveryPaths = {
  getModel: contract.model.get["~orpc"].route.path,
  listEntries: contract.content.list["~orpc"].route.path,
  getEntry: contract.content.get["~orpc"].route.path,
} as const satisfies Record<DeliveryOperation, string | undefined>;
