import { SecretUnreadable } from "../../secret-box.js";
import { openSecret, sealSecret } from "./signing-secret.js";
import { listOutdatedSecrets, updateSecrets } from "./store.js";
import type { WebhookServices } from "./webhook-services.js";

/**
 * Seals secrets anew that were sealed under the deployment's secret before the present one, so that the former one can
 * be forgotten afterwards. What opens with neither is left alone and counted.
 */
export async function resealSecrets({
  database,
  secrets,
}: Pick<WebhookServices, "database" | "secrets">): Promise<{ resealed: number; unreadable: number }> {
  const counts = { resealed: 0, unreadable: 0 };
  for (const row of await listOutdatedSecrets(database, secrets.mark)) {
    try {
      const reseal = (sealed: Buffer) => sealSecret(secrets, row, openSecret(secrets, row, sealed));
      const sealed = {
        secret: reseal(row.secret),
        previousSecrets: row.previousSecrets.map(({ sealed, until }) => ({
          sealed: reseal(Buffer.from(sealed, "hex")).toString("hex"),
          until,
        })),
      };
      await updateSecrets(database, row, sealed);
      counts.resealed += 1;
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      counts.unreadable += 1;
    }
  }
  return counts;
}
