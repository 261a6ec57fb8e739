import type { z } from "zod";

/** One type of event that endpoints can listen for. */
export interface WebhookEventDefinition<S extends z.ZodObject = z.ZodObject> {
  /** One sentence: when it is sent. */
  description: string;
  /** What `data` holds: ids, names and counts, never the value of a field. At most a few kilobytes. */
  data: S;
  example: z.output<S>;
}

export const defineWebhookEvent = <S extends z.ZodObject>(
  definition: WebhookEventDefinition<S>,
): WebhookEventDefinition<S> => definition;
