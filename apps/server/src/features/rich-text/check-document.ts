import type { Mark, Node, NodeType } from "prosemirror-model";
import { DEEPEST_NESTING, LARGEST_INPUT, MOST_NODES, RichTextError } from "./limits.js";
import { schema } from "./schema.js";

type Budget = { nodes: number; characters: number };
type JsonObject = Readonly<Record<string, unknown>>;
type Specs = Readonly<Record<string, { default?: unknown; validate?: unknown }>>;

const MEMBERS = ["type", "attrs", "content", "marks", "text"];

/** Attributes that TipTap's extensions write and that change nothing we show. */
const IGNORED: Readonly<Record<string, readonly string[]>> = {
  orderedList: ["type"],
  link: ["target", "rel", "class"],
  image: ["width", "height"],
  tableCell: ["colwidth"],
  tableHeader: ["colwidth"],
};

/** Reads ProseMirror JSON of our schema, or says where it is something else. */
export function checkDocument(value: unknown): Node {
  const doc = checkNode(value, "doc", 1, { nodes: 0, characters: 0 });
  if (doc.type !== schema.nodes.doc)
    fail("doc", `the outermost node is "${doc.type.name}". It must be "doc".`);
  checkFootnoteLabels(doc);
  return doc;
}

function checkFootnoteLabels(doc: Node): void {
  if (doc.lastChild?.type !== schema.nodes.footnotes) return;
  const seen = new Set<string>();
  doc.lastChild.children.forEach((footnote, index) => {
    const { label } = footnote.attrs;
    const path = `doc.content[${doc.childCount - 1}].content[${index}].attrs.label`;
    if (seen.has(label)) fail(path, `a second footnote ${quote(label)}. Give each footnote its own label.`);
    seen.add(label);
  });
}

function fail(path: string, problem: string): never {
  throw new RichTextError(`${path}: ${problem}`);
}

function checkNode(value: unknown, path: string, depth: number, budget: Budget): Node {
  if (depth > DEEPEST_NESTING)
    fail(path, `nested more than ${DEEPEST_NESTING} levels deep. Use fewer levels.`);
  if (!isObject(value)) fail(path, `${nameOf(value)} instead of a node. A node is an object with a "type".`);
  for (const member of Object.keys(value)) {
    if (!MEMBERS.includes(member))
      fail(path, `unknown member ${quote(member)}. Members of a node: ${MEMBERS.join(", ")}.`);
  }
  const type = typeof value.type === "string" ? findType(schema.nodes, value.type) : undefined;
  if (!type)
    fail(path, `unknown node ${quote(value.type)}. Known nodes: ${Object.keys(schema.nodes).join(", ")}.`);
  spend(budget, path, value.text);
  const marks = checkMarks(value.marks, path, budget);
  if (type.isText) return checkText(value, path, marks);
  if (value.text !== undefined)
    fail(path, `only a "text" node has a text. Put it into the content of "${type.name}".`);
  const attrs = checkAttributes(value.attrs, type.name, type.spec.attrs ?? {}, path, budget);
  const content = checkContent(value.content, type, path, depth, budget);
  return type.create(attrs, content, marks);
}

function spend(budget: Budget, path: string, text: unknown): void {
  budget.nodes++;
  if (typeof text === "string") budget.characters += text.length;
  if (budget.nodes > MOST_NODES) fail(path, `the document has more than ${MOST_NODES} nodes. Split it.`);
  if (budget.characters > LARGEST_INPUT)
    fail(path, `the document is longer than ${LARGEST_INPUT} characters. Split it.`);
}

function checkText(value: JsonObject, path: string, marks: readonly Mark[]): Node {
  if (typeof value.text !== "string" || value.text === "")
    fail(path, "a text node needs a text that is not empty.");
  if (value.content !== undefined) fail(path, "a text node has no content.");
  checkCharacters(value.text, `${path}.text`);
  return schema.text(value.text, marks);
}

/** Neither can be stored as text in the database or written as UTF-8. */
export function checkCharacters(text: string, path: string): void {
  const at = text.search(/\0|\p{Cs}/u);
  if (at < 0) return;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  fail(
    path,
    `${at === 0 ? "starts with" : `has at offset ${at}`} U+${code}, which is not a character. Remove it.`,
  );
}

function checkContent(value: unknown, type: NodeType, path: string, depth: number, budget: Budget): Node[] {
  if (value !== undefined && !Array.isArray(value))
    fail(`${path}.content`, `${nameOf(value)} instead of a list of nodes.`);
  const items: readonly unknown[] = value ?? [];
  let match = type.contentMatch;
  const nodes = items.map((item, index) => {
    const place = `${path}.content[${index}]`;
    const node = checkNode(item, place, depth + 1, budget);
    const next = match.matchType(node.type);
    if (!next)
      fail(
        place,
        `"${node.type.name}" cannot stand here in "${type.name}". Possible here: ${possible(match)}.`,
      );
    const mark = node.marks.find((found) => !type.allowsMarkType(found.type));
    if (mark) fail(place, `"${type.name}" takes no mark "${mark.type.name}". Remove the mark.`);
    match = next;
    return node;
  });
  if (!match.validEnd)
    fail(path, `the content of "${type.name}" is not complete. Next needed: ${possible(match)}.`);
  return nodes;
}

function possible(match: NodeType["contentMatch"]): string {
  const names = Array.from({ length: match.edgeCount }, (_, index) => match.edge(index).type.name);
  return names.length > 0 ? names.join(", ") : "nothing";
}

function checkMarks(value: unknown, path: string, budget: Budget): readonly Mark[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) fail(`${path}.marks`, `${nameOf(value)} instead of a list of marks.`);
  const names = Object.keys(schema.marks);
  if (value.length > names.length)
    fail(`${path}.marks`, `${value.length} marks on one node. Each may stand there once.`);
  let marks: readonly Mark[] = [];
  value.forEach((item: unknown, index) => {
    const place = `${path}.marks[${index}]`;
    if (!isObject(item)) fail(place, `${nameOf(item)} instead of a mark. A mark is an object with a "type".`);
    const type = typeof item.type === "string" ? findType(schema.marks, item.type) : undefined;
    if (!type) fail(place, `unknown mark ${quote(item.type)}. Known marks: ${names.join(", ")}.`);
    if (type.isInSet(marks)) fail(place, `a second mark "${type.name}" on one node. Keep one.`);
    const attrs = checkAttributes(item.attrs, type.name, type.spec.attrs ?? {}, place, budget);
    marks = type.create(attrs).addToSet(marks);
  });
  return marks;
}

function checkAttributes(
  value: unknown,
  owner: string,
  specs: Specs,
  path: string,
  budget: Budget,
): JsonObject {
  const place = `${path}.attrs`;
  const given = value ?? {};
  if (!isObject(given)) fail(place, `${nameOf(value)} instead of an object.`);
  for (const [name, attribute] of Object.entries(given))
    checkAttribute(name, attribute, owner, specs, place, budget);
  const missing = Object.keys(specs).find(
    (name) => !Object.hasOwn(given, name) && !("default" in (specs[name] ?? {})),
  );
  if (missing !== undefined) fail(place, `"${missing}" is missing, and "${owner}" needs it.`);
  return given;
}

function checkAttribute(
  name: string,
  value: unknown,
  owner: string,
  specs: Specs,
  place: string,
  budget: Budget,
): void {
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  if (spec === undefined) {
    // An attribute without a value is what editors write for what they know and we do not.
    if (value === null || IGNORED[owner]?.includes(name)) return;
    if (name === "colspan" || name === "rowspan") {
      if (value === 1) return;
      fail(`${place}.${name}`, "merged cells are not supported. Give every cell its own place.");
    }
    fail(
      place,
      `unknown attribute ${quote(name)}. Attributes of "${owner}": ${Object.keys(specs).join(", ") || "none"}.`,
    );
  }
  if (typeof value === "string") {
    spend(budget, place, value);
    checkCharacters(value, `${place}.${name}`);
  }
  try {
    if (typeof spec.validate === "function") spec.validate(value);
  } catch (error) {
    if (error instanceof RangeError) fail(`${place}.${name}`, `${error.message}.`);
    throw error;
  }
}

function findType<T>(types: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(types, name) ? types[name] : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

function quote(value: unknown): string {
  if (typeof value !== "string") return `of type ${nameOf(value)}`;
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
}
