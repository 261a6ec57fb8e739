import { z } from "zod";
import { idSchema } from "../ids.js";
import { defineWebhookEvent } from "./define-webhook-event.js";
import { bySchema, sample } from "./parts.js";

export const ping = defineWebhookEvent({
  description: "Somebody tests the endpoint. Sent to that endpoint alone, whatever it listens for.",
  data: z.object({ endpointId: idSchema("webhookEndpoint"), by: bySchema }),
  example: { endpointId: sample.endpoint, by: sample.by },
});
