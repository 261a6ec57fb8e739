import { type DeliveryId, isId } from "@lintel/contract";
import { badRequest } from "../../api/api-error.js";

/** The id of the last delivery of a page is where the next one goes on. `remedy` says where a client has it from. */
export function readDeliveryCursor(cursor: string | undefined, remedy: string): DeliveryId | undefined {
  if (cursor === undefined || isId("delivery", cursor)) return cursor;
  throw badRequest([{ path: "cursor", message: `This is no cursor of this list. ${remedy}` }]);
}
