import type { PublicContentType, PublicEntry } from "@lintel/contract";
import type { ManagedEntry, ManagedField, PublicAction } from "@lintel/contract/management";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer, type TestUser } from "../src/testing/server.js";

/*
 * The promise: a model change never breaks a reader. Random sequences of renames, deletions, restorations,
 * re-creations, completions and writes run against the service beside a simple model of what readers must get, and
 * after each step everything is compared over HTTP.
 */

interface List {
  type: PublicContentType;
  entries: PublicEntry[];
  nextCursor: string | null;
}

interface FieldState {
  id: string;
  key: string;
  aliases: string[];
  deleted: boolean;
}

interface EntryState {
  id: string;
  version: number;
  title: string;
  /** By field id: what was written last. */
  values: Map<string, string>;
}

const keys = ["alpha", "beta", "gamma", "delta", "epsilon"] as const;

const step = fc.oneof(
  fc.record({ do: fc.constant("create field" as const), key: fc.constantFrom(...keys) }),
  fc.record({ do: fc.constant("change key" as const), field: fc.nat(9), key: fc.constantFrom(...keys) }),
  fc.record({ do: fc.constant("delete field" as const), field: fc.nat(9) }),
  fc.record({ do: fc.constant("restore field" as const), field: fc.nat(9) }),
  fc.record({ do: fc.constant("complete" as const), action: fc.nat(9) }),
  fc.record({ do: fc.constant("create entry" as const), title: fc.constantFrom("One", "Two", "Three") }),
  fc.record({
    do: fc.constant("write" as const),
    entry: fc.nat(9),
    field: fc.nat(9),
    alias: fc.nat(3),
    value: fc.string({ minLength: 1, maxLength: 6, unit: "grapheme-ascii" }),
  }),
  fc.record({ do: fc.constant("delete entry" as const), entry: fc.nat(9) }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let server: TestServer;
let owner: TestUser;
let organization: string;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ owner, organization, key } = await server.workspace());
});
afterAll(() => server.close());

class Run {
  readonly fields: FieldState[] = [];
  readonly entries: EntryState[] = [];
  /** Who each key was handed to, for ever. */
  readonly handedTo = new Map<string, string>();
  readonly gone = new Set<string>();
  #last: { etag: string | null; text: string } | undefined;

  constructor(readonly slug: string) {}

  async take(taken: Step): Promise<void> {
    switch (taken.do) {
      case "create field":
        return this.#createField(taken.key);
      case "change key":
        return this.#changeKey(pick(this.fields, taken.field), taken.key);
      case "delete field":
        return this.#setDeleted(pick(this.fields, taken.field), true);
      case "restore field":
        return this.#setDeleted(pick(this.fields, taken.field), false);
      case "complete":
        return this.#complete(taken.action);
      case "create entry":
        return this.#createEntry(taken.title);
      case "write":
        return this.#write(
          pick(this.entries, taken.entry),
          pick(this.fields, taken.field),
          taken.alias,
          taken.value,
        );
      case "delete entry":
        return this.#deleteEntry(pick(this.entries, taken.entry));
    }
  }

  async #createField(wished: string): Promise<void> {
    const { status, body } = await manage<ManagedField>("POST", `/types/${this.slug}/fields`, {
      name: "F",
      key: wished,
      type: "text",
    });
    expect(status, `creating "${wished}"`).toBe(this.handedTo.has(wished) ? 409 : 200);
    if (status !== 200) return;
    this.fields.push({ id: body.id, key: wished, aliases: [], deleted: false });
    this.handedTo.set(wished, body.id);
  }

  async #changeKey(field: FieldState | undefined, to: string): Promise<void> {
    if (!field) return;
    const { status } = await manage("PATCH", `/types/${this.slug}/fields/${field.id}`, { key: to });
    const holder = this.handedTo.get(to);
    const own = holder === field.id && !this.gone.has(to);
    expect(status, `"${field.key}" to "${to}"`).toBe(field.deleted || (holder && !own) ? 409 : 200);
    if (status !== 200 || to === field.key) return;
    field.aliases = [...field.aliases.filter((alias) => alias !== to), field.key];
    field.key = to;
    this.handedTo.set(to, field.id);
  }

  async #setDeleted(field: FieldState | undefined, deleted: boolean): Promise<void> {
    if (!field) return;
    const path = `/types/${this.slug}/fields/${field.id}`;
    const { status } = deleted ? await manage("DELETE", path) : await manage("POST", `${path}/restore`);
    expect(status).toBe(field.deleted === deleted ? 409 : 200);
    field.deleted = deleted;
  }

  async #complete(place: number): Promise<void> {
    const { body } = await manage<{ actions: PublicAction[] }>("GET", "/actions?state=open&limit=200");
    const action = pick(
      body.actions.filter(({ fieldId }) => this.fields.some(({ id }) => id === fieldId)),
      place,
    );
    if (!action) return;
    const field = this.fields.find(({ id }) => id === action.fieldId)!;
    expect((await manage("POST", `/actions/${action.id}/complete`)).status).toBe(200);
    if (action.reason === "renamed") {
      field.aliases = field.aliases.filter((alias) => alias !== action.name);
      this.gone.add(action.name);
      return;
    }
    this.fields.splice(this.fields.indexOf(field), 1);
    for (const name of [field.key, ...field.aliases]) this.gone.add(name);
    for (const entry of this.entries) entry.values.delete(field.id);
  }

  async #createEntry(title: string): Promise<void> {
    const { status, body } = await manage<ManagedEntry>("POST", `/types/${this.slug}/entries`, { title });
    expect(status).toBe(200);
    this.entries.push({ id: body.id, version: body.version, title, values: new Map() });
  }

  async #write(entry: EntryState | undefined, field: FieldState | undefined, alias: number, value: string) {
    if (!entry || !field) return;
    const name = pick([field.key, ...field.aliases], alias)!;
    const { status, body } = await manage<ManagedEntry>("PATCH", `/entries/${entry.id}`, {
      version: entry.version,
      fields: { [name]: value },
    });
    expect(status).toBe(field.deleted ? 400 : 200);
    if (status !== 200) return;
    entry.version = body.version;
    entry.values.set(field.id, value);
  }

  async #deleteEntry(entry: EntryState | undefined): Promise<void> {
    if (!entry) return;
    expect((await manage("DELETE", `/entries/${entry.id}`, { version: entry.version })).status).toBe(200);
    this.entries.splice(this.entries.indexOf(entry), 1);
  }

  /** What every reader gets now, by each key that was ever handed out and whose Action is not completed. */
  async check(): Promise<void> {
    const answer = await server.get<List>(`/content/${this.slug}`, { key });
    expect(answer.status).toBe(200);
    const expected = this.entries.map((entry) => ({
      id: entry.id,
      title: entry.title,
      fields: Object.fromEntries(
        this.fields.flatMap((field) =>
          [field.key, ...field.aliases].map((name) => [name, entry.values.get(field.id) ?? null]),
        ),
      ),
    }));
    expect(answer.body.entries.map(({ id, title, fields }) => ({ id, title, fields }))).toEqual(expected);
    this.#checkModel(answer.body.type);
    this.#checkEtag({ etag: answer.headers.get("etag"), text: answer.text });
    await this.#checkPaging(answer.body.entries);
  }

  #checkModel(type: PublicContentType): void {
    const published = new Map(type.fields.map((field) => [field.key, field.deprecated]));
    const names = this.fields.flatMap((field) => [field.key, ...field.aliases]);
    expect([...published.keys()].sort()).toEqual(names.sort());
    for (const field of this.fields) {
      expect(published.get(field.key)?.reason).toBe(field.deleted ? "deleted" : undefined);
      for (const alias of field.aliases) {
        expect(published.get(alias)).toMatchObject({ reason: "renamed", renamedTo: field.key });
      }
    }
  }

  /** An ETag changes exactly when the bytes do. */
  #checkEtag(now: { etag: string | null; text: string }): void {
    expect(now.etag).toMatch(/^"[^"]+"$/);
    if (this.#last) expect(now.etag === this.#last.etag).toBe(now.text === this.#last.text);
    this.#last = now;
  }

  async #checkPaging(all: PublicEntry[]): Promise<void> {
    const paged: PublicEntry[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = new URLSearchParams({ limit: "2", sort: "-title", ...(cursor && { cursor }) });
      const { body }: { body: List } = await server.get<List>(`/content/${this.slug}?${query}`, { key });
      paged.push(...body.entries);
      cursor = body.nextCursor;
    }
    const ids = (entries: PublicEntry[]) => entries.map(({ id }) => id).sort();
    expect(ids(paged)).toEqual(ids(all));
  }
}

const pick = <T>(items: readonly T[], place: number): T | undefined => items[place % (items.length || 1)];

const manage = <T>(method: string, path: string, body?: object) =>
  server.manage<T>(method, `/organizations/${organization}${path}`, body, { cookie: owner.cookie });

it("holds through every sequence of model changes and writes", async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      runs += 1;
      const slug = `things-${runs}`;
      expect((await manage("POST", "/types", { name: "Things", slug, kind: "collection" })).status).toBe(200);
      const run = new Run(slug);
      for (const taken of steps) {
        await run.take(taken);
        await run.check();
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 120_000);
