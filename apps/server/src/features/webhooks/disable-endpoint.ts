import type { Database } from "../../db/database.js";
import type { Mail } from "../../mail/mail.js";
import type { RunChange } from "../changes/change.js";
import { listOwnerAddresses } from "../members/list-owner-addresses.js";
import { withoutQuery } from "./create-endpoint.js";
import type { Target } from "./engine/lanes.js";
import { arrivedSince, lockEndpoint, updateEndpointRow } from "./store.js";

export interface DisableServices {
  database: Database;
  runChange: RunChange;
  mail: Mail;
  origin: string;
}

const service = { userId: null, via: "service", requestId: null } as const;

/** Disables an endpoint on the service's own account and tells the owners, once. */
export async function disableEndpoint(
  { database, runChange, mail, origin }: DisableServices,
  { organizationId, id }: Target,
  reason: "gone" | "failing",
): Promise<void> {
  const url = await runChange(organizationId, service, "shared", async (change) => {
    const row = await lockEndpoint(change.tx, organizationId, id);
    if (!row?.enabled) return undefined;
    // Another process may have delivered since this one last looked.
    if (reason === "failing") {
      if (!row.failingSince || (await arrivedSince(change.tx, organizationId, id, row.failingSince)))
        return undefined;
    }
    await updateEndpointRow(change.tx, organizationId, id, {
      enabled: false,
      disabledReason: reason,
      disabledAt: change.at,
    });
    change.audit("webhook.disabled", id, { reason });
    change.webhooksChanged();
    return row.url;
  });
  if (url === undefined) return;
  const said = {
    gone: "It answered 410, which says that it is gone for good.",
    failing: "Everything that was sent there in the last 5 days failed.",
  }[reason];
  const shown = withoutQuery(url);
  for (const to of await listOwnerAddresses(database, organizationId))
    mail.send({
      to,
      subject: `A webhook endpoint was disabled: ${new URL(url).host}`,
      text: `Lintel sends no more events to ${shown}.\n\n${said}\n\nWhen the receiver works again, enable the endpoint in ${origin} under Developers, Webhooks. What failed in the meantime can be sent again there.\n`,
    });
}
