import { webhookLimits } from "@lintel/contract";
import { conflict, notFound } from "../../api/api-error.js";

export const noEndpoint = () =>
  notFound("No webhook endpoint with that id in this organization. The list of endpoints has the ids.");

export const noDelivery = () =>
  notFound("No delivery with that id to this endpoint. They are kept for 30 days; its list has the ids.");

export const endpointDisabled = () =>
  conflict("The endpoint is disabled, so nothing is sent there. Set `enabled` to true first.");

export const tooManySecrets = (oldestEnds: string) =>
  conflict(
    `${webhookLimits.previousSecrets} secrets that were replaced within ${webhookLimits.rotationHours} hours still sign, which is the most. The oldest of them ends at ${oldestEnds}: rotate again then.`,
  );
