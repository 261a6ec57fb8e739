import { type DeliveryId, isId } from "@lintel/contract";
import { badCursor } from "../../api/page-cursor.js";

/** The id of the last delivery of a page is where the next one goes on. */
export function readDeliveryCursor(cursor: string | undefined): DeliveryId | undefined {
  if (cursor === undefined || isId("delivery", cursor)) return cursor;
  throw badCursor();
}
