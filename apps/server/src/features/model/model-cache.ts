import type { OrganizationId } from "@lintel/contract";
import { eq } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database, Queries } from "../../db/database.js";
import { revisions } from "../../db/schema/index.js";
import type { Signals } from "../../db/signals.js";
import { loadModel } from "./load-model.js";
import type { Model } from "./model.js";

/** Models in memory, read once and dropped by the signal of the change that makes them old. */
export class ModelCache {
  #models = new LRUCache<OrganizationId, Promise<Model>>({ max: 1_000 });
  #loaded = new WeakMap<Promise<Model>, Model>();

  constructor(
    private readonly database: Database,
    private readonly signals: Signals,
  ) {
    signals.subscribe((signal) => {
      if (signal === "missed") this.#models.clear();
      else if (signal.model !== undefined) this.#models.delete(signal.organizationId);
    });
  }

  /** The model as of the last change this process has heard of. Inside a change use `loadModel` with its `tx`. */
  async get(organizationId: OrganizationId): Promise<Model> {
    const known = this.#models.get(organizationId);
    if (known) return known;
    const loading = this.#load(organizationId);
    if (this.signals.connected) this.#models.set(organizationId, loading);
    try {
      const model = await loading;
      this.#loaded.set(loading, model);
      return model;
    } catch (error) {
      if (this.#models.get(organizationId) === loading) this.#models.delete(organizationId);
      throw error;
    }
  }

  /** The same where it is at hand: a change holds a connection, and must not wait for another one to read it with. */
  peek(organizationId: OrganizationId): Model | undefined {
    const known = this.#models.get(organizationId);
    return known && this.#loaded.get(known);
  }

  /** Whether the model is still the newest one as these queries see it. */
  async isCurrent(queries: Queries, model: Model): Promise<boolean> {
    const [row] = await queries
      .select({ revision: revisions.model })
      .from(revisions)
      .where(eq(revisions.organizationId, model.organizationId));
    return (row?.revision ?? 0) === model.revision;
  }

  /** In one snapshot, so that a change committed meanwhile is seen whole or not at all. */
  #load(organizationId: OrganizationId): Promise<Model> {
    return this.database.transaction((tx) => loadModel(tx, organizationId), {
      isolationLevel: "repeatable read",
      accessMode: "read only",
    });
  }
}
