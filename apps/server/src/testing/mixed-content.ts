import type { AssetId, EntryId, UserId } from "@lintel/contract";
import type { ManagedEntry } from "@lintel/contract/management";
import { newId } from "../db/new-id.js";
import { assets } from "../db/schema/index.js";
import type { OracleEntry, OracleValue } from "./content-oracle.js";
import type { Workspace } from "./workspace.js";

/** Texts that fold alike, sort by code points beyond UTF-16's order, and differ only past the 160th character. */
const texts = [
  "Lintel",
  "lintel",
  "Líntel",
  "beam",
  "Über",
  "uber",
  "zebra",
  "Zebra",
  "\u{1F3DB} hall",
  "\uFF21wide",
  "天井",
  "a",
  "ab",
  "abc",
  `${"x".repeat(160)}`,
  `${"x".repeat(160)}a`,
  `${"x".repeat(160)}b needle`,
  `${"x".repeat(159)}`,
  `${"\u{1F600}".repeat(161)}end`,
  "50% off_\\",
  "O'Hara; drop table entries;--",
  "tab\tand\nline",
];

export const paths = {
  text: "fields.text",
  link: "fields.link",
  number: "fields.number",
  checkbox: "fields.checkbox",
  date: "fields.date",
  select: "fields.select",
  tags: "fields.tags",
  person: "fields.person",
  asset: "fields.asset",
  one: "fields.one",
  many: "fields.many",
  body: "fields.body",
} as const;

export interface MixedContent {
  typeSlug: "things";
  entries: OracleEntry[];
  people: UserId[];
  pictures: AssetId[];
  targets: { id: EntryId; slug: string; title: string; isGone: boolean }[];
}

/** A type with all twelve field types, entries with and without values, deleted ones, and links to what is gone. */
export async function createMixedContent(
  workspace: Workspace,
  count: number,
  random: () => number,
): Promise<MixedContent> {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const maybe = <T>(value: () => T): T | null => (random() < 0.25 ? null : value());
  const options = [{ name: "Oak" }, { name: "Brick, red" }, { name: "Slate" }];
  await workspace.createType({ name: "Targets", kind: "collection", fields: [] });
  await workspace.createType({
    name: "Things",
    kind: "collection",
    fields: [
      { name: "Text", type: "text" },
      { name: "Link", type: "link" },
      { name: "Number", type: "number" },
      { name: "Checkbox", type: "checkbox" },
      { name: "Date", type: "date" },
      { name: "Select", type: "select", options },
      { name: "Tags", type: "multi_select", options },
      { name: "Person", type: "person" },
      { name: "Asset", type: "asset" },
      { name: "One", type: "reference", collection: "targets" },
      { name: "Many", type: "multi_reference", collection: "targets" },
      { name: "Body", type: "rich_text" },
    ],
  });
  const targets: ManagedEntry[] = [];
  for (const title of ["Ida Quill", "Ben Árd", "Gone Away", "Cléo"])
    targets.push(await workspace.create("targets", title));
  const people = [workspace.owner.userId, (await workspace.addMember("Left Behind")).userId];
  const pictures = await addPictures(workspace, 3);

  const inputs = Array.from({ length: count }, (_, at) => ({
    title: `${pick(texts).slice(0, 180).replaceAll(/\s/g, " ")} ${at % 7}`,
    fields: {
      text: maybe(() => pick(texts)),
      link: maybe(() =>
        pick(["https://lintel.test/A", "https://lintel.test/a", "/about", "mailto:ida@lintel.test"]),
      ),
      number: maybe(() => pick([-1.5, 0, 1, 2, 2, 3, 10, 9007199254740991, 1e-9])),
      checkbox: maybe(() => random() < 0.6),
      date: maybe(() => pick(["2024-02-29", "2024-03-01", "1999-12-31", "2024-02-28"])),
      select: maybe(() => pick(options).name),
      tags: maybe(() => [...new Set([pick(options).name, pick(options).name])]),
      person: maybe(() => pick(people)),
      asset: maybe(() => pick(pictures)),
      one: maybe(() => pick(targets).id),
      many: maybe(() => [...new Set([pick(targets).id, pick(targets).id, pick(targets).id])]),
      body: maybe(() => ({
        markdown: `${pick(["stone", "oak", "Brücke"])} and ${pick(["mortar", "lime"])}`,
      })),
    },
  }));
  const made = [];
  for (const input of inputs) made.push(await workspace.create("things", input.title, input.fields));
  const [gone] = targets.filter((target) => target.title === "Gone Away");
  await workspace.write({ do: "delete", entry: gone!.id, version: 1 });
  const dropped = made.filter((_, at) => at % 11 === 0);
  for (const entry of dropped)
    await workspace.write({ do: "delete", entry: entry.id, version: entry.version });

  const living = made.flatMap((entry, at) =>
    dropped.includes(entry) ? [] : [{ entry, input: inputs[at]!.fields }],
  );
  const seen = (id: EntryId | null) => targets.find((target) => target.id === id && target !== gone) ?? null;
  return {
    typeSlug: "things",
    people,
    pictures,
    targets: targets.map((target) => ({
      id: target.id,
      slug: target.slug,
      title: target.title,
      isGone: target === gone,
    })),
    entries: living.map(({ entry, input }): OracleEntry => {
      const many = (input.many ?? []).map(seen).filter((target) => target !== null);
      const one = seen(input.one);
      const values: Record<string, OracleValue> = {
        id: entry.id,
        slug: entry.slug,
        title: entry.title,
        createdAt: entry.createdAt,
        updatedAt: entry.updatedAt,
        [paths.text]: input.text,
        [paths.link]: input.link,
        [paths.number]: input.number,
        [paths.checkbox]: input.checkbox,
        [paths.date]: input.date,
        [paths.select]: input.select,
        [paths.tags]: input.tags ?? [],
        [paths.person]: input.person,
        "fields.person.id": input.person,
        [paths.asset]: input.asset,
        "fields.asset.id": input.asset,
        [paths.one]: one?.id ?? null,
        "fields.one.id": one?.id ?? null,
        "fields.one.slug": one?.slug ?? null,
        "fields.one.title": one?.title ?? null,
        [paths.many]: many.map(({ id }) => id),
        "fields.many.id": many.map(({ id }) => id),
        "fields.many.slug": many.map(({ slug }) => slug),
        "fields.many.title": many.map(({ title }) => title),
        [paths.body]: input.body ? "there" : null,
      };
      const words = [
        entry.title,
        entry.slug,
        input.text,
        input.link,
        input.select,
        ...(input.tags ?? []),
        input.body?.markdown,
      ];
      return { id: entry.id, paths: values, words: words.filter(Boolean).join(" ") };
    }),
  };
}

export async function addPictures(
  { database, organizationId }: Pick<Workspace, "database" | "organizationId">,
  count: number,
): Promise<AssetId[]> {
  const at = new Date();
  const rows = Array.from({ length: count }, (_, number) => ({
    organizationId,
    id: newId("asset"),
    name: `picture ${number}.png`,
    contentType: "image/png",
    size: 1_000 + number,
    width: 40,
    height: 30,
    sha256: `${number}`.repeat(64).slice(0, 64),
    storageKey: `pictures-${number}`,
    createdAt: at,
    updatedAt: at,
  }));
  await database.insert(assets).values(rows);
  return rows.map(({ id }) => id);
}
