import type { AssetId, EntryId, OrganizationId } from "@lintel/contract";
import type { BulkOperation } from "@lintel/contract/management";
import { conflict } from "../../api/api-error.js";
import type { Accounts, Person } from "../accounts/create-accounts.js";
import type { AssetServices } from "../assets/asset-services.js";
import type { Actor } from "../changes/change.js";
import { writeEntries } from "../entries/write-entries.js";
import { createKey } from "../keys/create-key.js";
import { readKeyState } from "../keys/read-key-state.js";
import { createType } from "../model/create-type.js";
import { deleteField } from "../model/delete-field.js";
import { updateField } from "../model/update-field.js";
import { createOrganization } from "../organizations/create-organization.js";
import { findMembership } from "../organizations/find-membership.js";
import { type Magazine, readMagazine } from "./content/index.js";
import { sampleKey, sampleKeyName, samplePassword, samplePerson } from "./credentials.js";
import { loadImages } from "./load-images.js";
import { hasSeeded, isLoaded, loadedAction, loadedEntries } from "./store.js";
import {
  authorEntries,
  categoryEntries,
  landingUpdate,
  postEntries,
  relatedUpdates,
} from "./workspace-entries.js";
import { workspaceTypes } from "./workspace-model.js";

export interface SeedServices
  extends Pick<AssetServices, "database" | "runChange" | "models" | "uploads" | "origin"> {
  assets: AssetServices;
  accounts: Pick<Accounts, "createUser" | "findUserByEmail" | "hasPassword">;
  secret: string;
}

export interface SampleWorkspace {
  organization: { id: OrganizationId; slug: string };
  apiKey: string;
  user: { email: string; password: string };
}

/** Loads the sample workspace, or the rest of one that was interrupted. Once it is whole it belongs to its people. */
export async function loadWorkspace(services: SeedServices): Promise<SampleWorkspace> {
  const password = samplePassword(services.secret);
  const person = await ensurePerson(services, password);
  const actor: Actor = { userId: person.id, via: "seed", requestId: null };
  const organization =
    (await findMembership(services.database, person.id, magazineName)) ??
    (await createOrganization(services.runChange, actor, person.id, { name: magazineName }));

  if (!(await isLoaded(services.database, organization.id))) {
    const loader = new Loader(services, organization.id, actor);
    await loader.loadTypes();
    await loader.loadContent(readMagazine());
    await loader.loadDeprecations();
    await services.runChange(organization.id, actor, "shared", async (change) =>
      change.audit(loadedAction, organization.id),
    );
  }
  return {
    organization: { id: organization.id, slug: organization.slug },
    apiKey: await ensureKey(services, organization.id, actor),
    user: { email: samplePerson.email, password },
  };
}

/** The sample's person; never somebody else who took the address first, and would get a workspace and a key. */
async function ensurePerson({ accounts, database }: SeedServices, password: string): Promise<Person> {
  const person = await accounts.findUserByEmail(samplePerson.email);
  if (!person) return accounts.createUser({ ...samplePerson, password });
  if ((await accounts.hasPassword(person.id, password)) || (await hasSeeded(database, person.id)))
    return person;
  throw conflict(
    `Somebody signed up as ${samplePerson.email}, the address of the sample workspace's person. Delete that account, or load the sample into an empty data folder.`,
  );
}

/** The first of our keys that is not revoked, made where it is not there yet. */
async function ensureKey(
  { database, runChange, secret }: SeedServices,
  organizationId: OrganizationId,
  actor: Actor,
): Promise<string> {
  for (let n = 1; ; n += 1) {
    const key = sampleKey(secret, n);
    const state = await readKeyState(database, key);
    if (state === "unknown") await createKey(runChange, actor, organizationId, sampleKeyName, key);
    if (state !== "revoked") return key;
  }
}

const magazineName = "Post & Beam";

/** Operations a change. */
const batch = 50;

class Loader {
  constructor(
    private readonly services: SeedServices,
    private readonly organizationId: OrganizationId,
    private readonly actor: Actor,
  ) {}

  async loadTypes(): Promise<void> {
    for (const type of workspaceTypes) {
      const model = await this.#model();
      if (!model.typeBySlug.has(type.slug)) {
        await createType(this.services.runChange, this.organizationId, this.actor, type);
      }
    }
  }

  async loadContent(magazine: Magazine): Promise<void> {
    const images = await loadImages(this.services.assets, this.organizationId, this.actor, magazine.images);
    const asset = (name: string): AssetId => images.get(name)!.id;
    const address = (name: string): string => images.get(name)!.url;
    const editor = this.actor.userId!;

    const authors = await this.#create("authors", authorEntries(magazine, { asset }));
    const categories = await this.#create("categories", categoryEntries(magazine));
    const posts = await this.#create(
      "posts",
      postEntries(magazine, { asset, address, editor, author: idIn(authors), category: idIn(categories) }),
    );
    await this.#update("posts", relatedUpdates(magazine, idIn(posts)));
    await this.#update("landing", [landingUpdate(magazine, { asset, editor, post: idIn(posts) })]);
  }

  /** A rename and a deletion that wait for someone to complete their Action. */
  async loadDeprecations(): Promise<void> {
    const posts = (await this.#model()).typeBySlug.get("posts")!;
    const scope = [this.services.runChange, this.organizationId, this.actor] as const;
    if (posts.fieldByKey.get("summary")?.key === "summary") {
      const note = "One word for it everywhere: the newsletter calls it an excerpt too.";
      await updateField(...scope, "posts", "summary", { key: "excerpt", note });
    }
    const minutes = posts.fieldByKey.get("reading_minutes");
    if (minutes && !minutes.deleted && minutes.aliases.length === 0) {
      await deleteField(
        ...scope,
        "posts",
        "reading_minutes",
        "The website works it out from the word count.",
      );
    }
  }

  #model() {
    return this.services.models.get(this.organizationId);
  }

  async #entries(type: string) {
    const { id } = (await this.#model()).typeBySlug.get(type)!;
    return loadedEntries(this.services.database, this.organizationId, id);
  }

  /** Creates those that are not there yet, and answers with all. */
  async #create(type: string, wanted: { title: string; slug: string; fields: Record<string, unknown> }[]) {
    const there = await this.#entries(type);
    const missing = wanted.filter((entry) => !there.has(entry.slug));
    await this.#write(missing.map((entry) => ({ do: "create", type, ...entry })));
    return this.#entries(type);
  }

  /** Writes onto entries that nobody has touched since they were created. */
  async #update(type: string, updates: { slug: string; title?: string; fields: Record<string, unknown> }[]) {
    const there = await this.#entries(type);
    await this.#write(
      updates.flatMap(({ slug, title, fields }) => {
        const entry = there.get(slug);
        return entry?.version === 1 ? [{ do: "update", entry: entry.id, version: 1, title, fields }] : [];
      }),
    );
  }

  async #write(operations: BulkOperation[]): Promise<void> {
    for (let start = 0; start < operations.length; start += batch) {
      await writeEntries(
        this.services,
        this.organizationId,
        this.actor,
        operations.slice(start, start + batch),
      );
    }
  }
}

const idIn =
  (entries: Map<string, { id: EntryId }>) =>
  (slug: string): EntryId =>
    entries.get(slug)!.id;
