import type { OrganizationId } from "@lintel/contract";
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { auditRecords, modelChanges, revisions } from "../../db/schema/index.js";
import type { Signal, Signals } from "../../db/signals.js";
import type { ChangedEntry } from "../webhook-events/content-changes.js";
import { shortText } from "../webhook-events/short-text.js";
import type { AnnouncedType, Announcement, EventFacts } from "../webhook-events/webhook-event.js";
import { writeEvents } from "../webhook-events/write-events.js";
import type { Actor, Change, ModelChange } from "./change.js";

/** Each a few hundred bytes, so that the event stays far below what a body may have. */
const mostModelChanges = 40;

/** Gathers what a change announces, and writes it when the work is done. */
export class PendingChange implements Change {
  readonly at = new Date();
  #audit: (typeof auditRecords.$inferInsert)[] = [];
  #model: ModelChange[] = [];
  #content = false;
  #related = false;
  #entries: ChangedEntry[] = [];
  #keys = false;
  #webhooks: Signal["webhooks"];
  #events: Announcement[] = [];

  constructor(
    readonly tx: Transaction,
    readonly organizationId: OrganizationId,
    readonly actor: Actor,
  ) {}

  audit(action: string, subjectId: string, data: Record<string, unknown> = {}): void {
    this.#audit.push({
      organizationId: this.organizationId,
      id: newId("auditRecord"),
      at: this.at,
      by: this.actor.userId,
      via: this.actor.via,
      requestId: this.actor.requestId,
      action,
      subjectId,
      data: { ...(this.actor.keyId && { apiKey: this.actor.keyId }), ...data },
    });
  }

  modelChanged(change: ModelChange): void {
    this.#model.push(change);
  }

  contentChanged(entry?: ChangedEntry): void {
    this.#content = true;
    if (entry) this.#entries.push(entry);
    else this.#related = true;
  }

  keysChanged(): void {
    this.#keys = true;
  }

  webhooksChanged(): void {
    this.#webhooks = "changed";
  }

  deliveriesDue(): void {
    this.#webhooks ??= "due";
  }

  event<T extends AnnouncedType>(type: T, facts: EventFacts<T>): void {
    this.#events.push({ type, facts });
  }

  /** Writes what was announced, and says what other processes must hear of. */
  async write(signals: Signals): Promise<Signal | undefined> {
    const { tx, organizationId } = this;
    if (this.#audit.length > 0) await tx.insert(auditRecords).values(this.#audit);
    const signal: Signal = { organizationId };
    // A change of the model is alone in its organization: nobody waits for the revision it takes before the rest.
    if (this.#model.length > 0) Object.assign(signal, await this.#raiseModel());
    Object.assign(signal, await this.#tell());
    // Last, because its row is locked from here to the commit.
    if (this.#content && !signal.model) signal.content = (await this.#raise(0)).content;
    if (this.#keys) signal.keys = true;
    if (this.#webhooks) signal.webhooks = this.#webhooks;
    if (Object.keys(signal).length === 1) return undefined;
    await signals.publish(tx, signal);
    return signal;
  }

  async #raiseModel(): Promise<Pick<Signal, "model" | "content">> {
    const { tx, organizationId } = this;
    const { model, content } = await this.#raise(1);
    await tx.insert(modelChanges).values(
      this.#model.map((change, ordinal) => ({
        organizationId,
        revision: model,
        ordinal,
        at: this.at,
        by: this.actor.userId,
        ...change,
      })),
    );
    this.event("model.changed", {
      revision: model,
      changes: this.#model.slice(0, mostModelChanges).map(({ kind, typeId, fieldId = null, summary }) => ({
        kind,
        typeId,
        fieldId,
        summary: shortText(summary),
      })),
      truncated: this.#model.length > mostModelChanges,
    });
    return { model, content };
  }

  /** Raises the content revision, and the model's by 0 or 1. */
  async #raise(modelStep: 0 | 1): Promise<{ model: number; content: number }> {
    const [revision] = await this.tx
      .insert(revisions)
      .values({ organizationId: this.organizationId, model: modelStep, content: 1 })
      .onConflictDoUpdate({
        target: revisions.organizationId,
        set: { model: sql`${revisions.model} + ${modelStep}`, content: sql`${revisions.content} + 1` },
      })
      .returning();
    return revision!;
  }

  #tell(): Promise<Pick<Signal, "events" | "window">> {
    const { organizationId, at } = this;
    const model = this.#model.length > 0;
    const content = { model, related: this.#related, entries: this.#entries };
    const change = { organizationId, at, by: this.actor.userId };
    return writeEvents(this.tx, change, this.#events, model || this.#content ? content : undefined);
  }
}
