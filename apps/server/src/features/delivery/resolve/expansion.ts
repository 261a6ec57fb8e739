import type { EntryId, FieldId, FieldValue, ReferenceValue } from "@lintel/contract";
import type { Linked } from "../../../field-types/field-type.js";
import type { Reader } from "../find/statement.js";
import type { Includes } from "../query/content-query.js";
import { type LoadedEntry, loadEntries } from "./load-entries.js";
import { FoundLinks, loadLinks, noLinks } from "./load-links.js";
import { type PlannedField, planType, type TypePlan } from "./type-plan.js";

/** Loaded entries of one type, and the groups that their expanded references lead to. */
interface Group {
  plan: TypePlan;
  include: Includes;
  entries: ReadonlyMap<EntryId, LoadedEntry>;
  within: Map<FieldId, Group>;
  /** Expanded once, however often they are referred to. `weight` counts the expanded references in it. */
  expanded: Map<EntryId, { value: ReferenceValue; weight: number }>;
}

export interface Resolved {
  values: FieldValue[];
  /** How many references were expanded, each counted as often as it is written. */
  weight: number;
}

/** Everything that the values of some entries point to, loaded level by level. */
export class Expansion {
  readonly #found: FoundLinks;

  private constructor(
    private readonly reader: Reader,
    private readonly origin: string,
    private readonly root: Group,
    found: FoundLinks,
  ) {
    this.#found = found;
  }

  /**
   * Depth is bounded by the query and each entry is loaded once a level, so circles of references end.
   *
   * @param found what is known already; what is read comes to it
   */
  static async load(
    reader: Reader,
    origin: string,
    plan: TypePlan,
    include: Includes,
    entries: readonly LoadedEntry[],
    found: FoundLinks = new FoundLinks(),
  ): Promise<Expansion> {
    const expansion = new Expansion(reader, origin, newGroup(plan, include, entries), found);
    let level = [expansion.root];
    while (level.length > 0) level = await expansion.#loadLevel(level);
    return expansion;
  }

  /** Loads what one level points to: references to expand whole, all else as readers see it. */
  async #loadLevel(level: readonly Group[]): Promise<Group[]> {
    const wanted = noLinks();
    const targets = new Map<Group, { node: IncludeNode; ids: Set<EntryId> }[]>();
    for (const group of level) {
      for (const { field, definition } of group.plan.fields) {
        const node = group.include.get(field.id);
        const ids = new Set<EntryId>();
        for (const { stored } of group.entries.values()) {
          const value = stored[field.id];
          // A document's links are in its text already.
          if (value === undefined || definition.storage === "documents") continue;
          const links = definition.links?.(value);
          for (const id of links?.entries ?? []) (node ? ids : wanted.entries).add(id);
          for (const id of links?.assets ?? []) wanted.assets.add(id);
          for (const id of links?.people ?? []) wanted.people.add(id);
        }
        if (node) targets.set(group, [...(targets.get(group) ?? []), { node, ids }]);
      }
    }
    const { organizationId } = this.root.plan.model;
    const [loaded] = await Promise.all([
      this.#loadTargets([...targets.values()].flat()),
      loadLinks(this.reader, organizationId, this.origin, wanted, this.#found),
    ]);
    return [...targets].flatMap(([group, nodes]) =>
      nodes.flatMap(({ node, ids }) => {
        const plan = this.#planOf(node);
        const entries = plan && loaded.get(plan);
        if (!entries) return [];
        const child = newGroup(
          plan,
          node.within,
          entries.filter(({ id }) => ids.has(id)),
        );
        group.within.set(node.field.id, child);
        return [child];
      }),
    );
  }

  /** One statement a type, whichever of the level's fields point to it. */
  async #loadTargets(nodes: readonly { node: IncludeNode; ids: Set<EntryId> }[]) {
    const ids = new Map<TypePlan, Set<EntryId>>();
    for (const { node, ids: own } of nodes) {
      const plan = this.#planOf(node);
      if (plan) ids.set(plan, new Set([...(ids.get(plan) ?? []), ...own]));
    }
    const loaded = new Map<TypePlan, LoadedEntry[]>();
    for (const [plan, set] of ids)
      loaded.set(plan, set.size > 0 ? await loadEntries(this.reader, plan, { ids: [...set] }) : []);
    return loaded;
  }

  #planOf({ field }: IncludeNode): TypePlan | undefined {
    const { model } = this.root.plan;
    const type = field.config.target && model.typeById.get(field.config.target);
    return type && planType(model, type, null);
  }

  /** The values of an entry in the order of the plan's fields. */
  resolve(entry: LoadedEntry): Resolved {
    return this.#resolve(this.root, entry);
  }

  #resolve(group: Group, entry: LoadedEntry): Resolved {
    let weight = 0;
    const values = group.plan.fields.map((planned) => {
      const child = group.within.get(planned.field.id);
      return resolveValue(planned, entry, {
        entry: (id) => {
          if (!child) return this.#found.entries.get(id);
          const target = this.#expand(child, id);
          weight += target ? target.weight + 1 : 0;
          return target?.value;
        },
        asset: (id) => this.#found.assets.get(id),
        person: (id) => this.#found.people.get(id),
      });
    });
    return { values, weight };
  }

  #expand(group: Group, id: EntryId): { value: ReferenceValue; weight: number } | undefined {
    const known = group.expanded.get(id);
    if (known) return known;
    const entry = group.entries.get(id);
    if (!entry) return undefined;
    const { values, weight } = this.#resolve(group, entry);
    const fields: Record<string, FieldValue> = {};
    for (const { key, at } of group.plan.keys) fields[key] = values[at] ?? null;
    const { slug, title } = entry;
    const expanded = { value: { id, slug, title, fields }, weight };
    group.expanded.set(id, expanded);
    return expanded;
  }
}

type IncludeNode = Includes extends ReadonlyMap<FieldId, infer N> ? N : never;

const newGroup = (plan: TypePlan, include: Includes, entries: readonly LoadedEntry[]): Group => ({
  plan,
  include,
  entries: new Map(entries.map((entry) => [entry.id, entry])),
  within: new Map(),
  expanded: new Map(),
});

function resolveValue({ field, definition }: PlannedField, entry: LoadedEntry, linked: Linked): FieldValue {
  const stored = entry.stored[field.id];
  const value = stored === undefined ? undefined : definition.resolve(stored, field.config, linked);
  return value ?? (definition.empty as FieldValue);
}
