import type { OrganizationId } from "@lintel/contract";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { auditRecords, modelChanges, revisions } from "../../db/schema/index.js";
import type { Signal, Signals } from "../../db/signals.js";
import type { Actor, Change, Exclusion, ModelChange, RunChange } from "./change.js";

export function createRunChange(database: Database, signals: Signals): RunChange {
  return async (organizationId, actor, exclusion, work) => {
    const [result, signal] = await database.transaction(async (tx) => {
      await exclude(tx, organizationId, exclusion);
      const pending = new PendingChange(tx, organizationId, actor);
      const result = await work(pending);
      return [result, await pending.write(signals)] as const;
    });
    if (signal) signals.dispatch(signal);
    return result;
  };
}

async function exclude(tx: Transaction, organizationId: OrganizationId, exclusion: Exclusion): Promise<void> {
  const key = sql`hashtextextended(${organizationId}, 0)`;
  await tx.execute(
    exclusion === "exclusive"
      ? sql`select pg_advisory_xact_lock(${key})`
      : sql`select pg_advisory_xact_lock_shared(${key})`,
  );
}

class PendingChange implements Change {
  readonly at = new Date();
  #audit: (typeof auditRecords.$inferInsert)[] = [];
  #model: ModelChange[] = [];
  #content = false;
  #keys = false;

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
      data,
    });
  }

  modelChanged(change: ModelChange): void {
    this.#model.push(change);
  }

  contentChanged(): void {
    this.#content = true;
  }

  keysChanged(): void {
    this.#keys = true;
  }

  /** Writes what was announced. The revision is bumped last: its row is locked from here to the commit. */
  async write(signals: Signals): Promise<Signal | undefined> {
    const { tx, organizationId } = this;
    if (this.#audit.length > 0) await tx.insert(auditRecords).values(this.#audit);
    const modelStep = this.#model.length > 0 ? 1 : 0;
    const contentStep = modelStep || this.#content ? 1 : 0;
    if (!contentStep && !this.#keys) return undefined;

    const signal: Signal = { organizationId };
    if (this.#keys) signal.keys = true;
    if (contentStep) {
      const [revision] = await tx
        .insert(revisions)
        .values({ organizationId, model: modelStep, content: contentStep })
        .onConflictDoUpdate({
          target: revisions.organizationId,
          set: {
            model: sql`${revisions.model} + ${modelStep}`,
            content: sql`${revisions.content} + ${contentStep}`,
          },
        })
        .returning();
      signal.content = revision!.content;
      if (modelStep) {
        signal.model = revision!.model;
        await tx.insert(modelChanges).values(
          this.#model.map((change, ordinal) => ({
            organizationId,
            revision: revision!.model,
            ordinal,
            at: this.at,
            by: this.actor.userId,
            ...change,
          })),
        );
      }
    }
    await signals.publish(tx, signal);
    return signal;
  }
}
