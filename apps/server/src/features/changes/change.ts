import type { ApiKeyId, ContentTypeId, FieldId, OrganizationId, UserId } from "@lintel/contract";
import type { Transaction } from "../../db/database.js";
import type { ChangedEntry } from "../webhook-events/content-changes.js";
import type { AnnouncedType, EventFacts } from "../webhook-events/webhook-event.js";

/** Who acts, and through which door. */
export interface Actor {
  /** Null where the service itself or an API key acts. */
  userId: UserId | null;
  via: "studio" | "cli" | "mcp" | "api" | "seed" | "service";
  /** The key that opened the public API: there it is known which key acts, and not which person. */
  keyId?: ApiKeyId;
  requestId: string | null;
}

export interface ModelChange {
  /** As `field.renamed`. */
  kind: string;
  typeId: ContentTypeId;
  fieldId?: FieldId;
  /** One sentence in words, for the history of the model. */
  summary: string;
}

/**
 * One change of one organization, in one transaction. What is announced here (audit records, revisions, signals)
 * is written when the work is done, and commits with it or not at all.
 */
export interface Change {
  readonly tx: Transaction;
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  readonly at: Date;
  /** Records who did what to what. `data` holds facts, never secrets. */
  audit(action: string, subjectId: string, data?: Record<string, unknown>): void;
  /** The model changed: its revision goes up, and so does the content's, which carries the model. */
  modelChanged(change: ModelChange): void;
  /**
   * What readers get changed: the content revision goes up. Without an entry: something that entries show and that is
   * none itself, as an asset's or a person's name.
   */
  contentChanged(entry?: ChangedEntry): void;
  keysChanged(): void;
  /** Tells the endpoints that listen for it. Who did it is added; `facts` hold no value of a field and no secret. */
  event<T extends AnnouncedType>(type: T, facts: EventFacts<T>): void;
  /** Webhook endpoints changed: what processes know of them is to be read again. */
  webhooksChanged(): void;
  /** Deliveries are to be sent that nobody waits for yet. */
  deliveriesDue(): void;
}

/** Whether the change may run beside others of the same organization. */
export type Exclusion =
  /** Beside other shared ones; never beside one that reshapes the model. */
  | "shared"
  /** Alone in its organization: for whatever reads and then reshapes the model. */
  | "exclusive";

export type RunChange = <T>(
  organizationId: OrganizationId,
  actor: Actor,
  exclusion: Exclusion,
  work: (change: Change) => Promise<T>,
) => Promise<T>;
