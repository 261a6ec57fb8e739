import type { Mark } from "prosemirror-model";
import { checkCharacters, kindOf, quote, refuse } from "./check-text.js";
import { schema } from "./schema.js";

export type JsonObject = Readonly<Record<string, unknown>>;
type Specs = Readonly<Record<string, { default?: unknown; validate?: unknown }>>;
/** Told of every text, so that the whole can be held to its limit. */
type Spend = (text: string) => void;

/** Attributes that TipTap's extensions write and that change nothing we show. */
const IGNORED: Readonly<Record<string, readonly string[]>> = {
  orderedList: ["type"],
  link: ["target", "rel", "class"],
  image: ["width", "height"],
  tableCell: ["colwidth"],
  tableHeader: ["colwidth"],
};

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function findType<T>(types: Readonly<Record<string, T>>, name: unknown): T | undefined {
  return typeof name === "string" && Object.hasOwn(types, name) ? types[name] : undefined;
}

export function checkMarks(value: unknown, path: string, spend: Spend): readonly Mark[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) refuse(path, `${kindOf(value)} instead of a list of marks.`);
  const names = Object.keys(schema.marks);
  if (value.length > names.length)
    refuse(path, `${value.length} marks on one node. Each may stand there once.`);
  let marks: readonly Mark[] = [];
  value.forEach((item: unknown, index) => {
    const place = `${path}[${index}]`;
    if (!isObject(item))
      refuse(place, `${kindOf(item)} instead of a mark. A mark is an object with a "type".`);
    const type = findType(schema.marks, item.type);
    if (!type) refuse(place, `unknown mark ${quote(item.type)}. Known marks: ${names.join(", ")}.`);
    if (type.isInSet(marks)) refuse(place, `a second mark "${type.name}" on one node. Keep one.`);
    const attrs = checkAttributes(item.attrs, type.name, type.spec.attrs ?? {}, `${place}.attrs`, spend);
    marks = type.create(attrs).addToSet(marks);
  });
  return marks;
}

export function checkAttributes(
  value: unknown,
  owner: string,
  specs: Specs,
  path: string,
  spend: Spend,
): JsonObject {
  const given = value ?? {};
  if (!isObject(given)) refuse(path, `${kindOf(value)} instead of an object.`);
  for (const [name, attribute] of Object.entries(given)) {
    const spec = findType(specs, name);
    if (spec === undefined) checkUnknown(name, attribute, owner, specs, path);
    else checkValue(attribute, spec.validate, `${path}.${name}`, spend);
  }
  const missing = Object.keys(specs).find(
    (name) => !Object.hasOwn(given, name) && !("default" in (specs[name] ?? {})),
  );
  if (missing !== undefined) refuse(path, `"${missing}" is missing, and "${owner}" needs it.`);
  return given;
}

function checkUnknown(name: string, value: unknown, owner: string, specs: Specs, path: string): void {
  // An attribute without a value is what editors write for what they know and we do not.
  if (value === null || IGNORED[owner]?.includes(name)) return;
  if (name === "colspan" || name === "rowspan") {
    if (value === 1) return;
    refuse(`${path}.${name}`, "merged cells are not supported. Give every cell its own place.");
  }
  const known = Object.keys(specs).join(", ") || "none";
  refuse(path, `unknown attribute ${quote(name)}. Attributes of "${owner}": ${known}.`);
}

function checkValue(value: unknown, validate: unknown, path: string, spend: Spend): void {
  if (typeof value === "string") {
    spend(value);
    checkCharacters(value, path);
  }
  try {
    if (typeof validate === "function") validate(value);
  } catch (error) {
    if (error instanceof RangeError) refuse(path, `${error.message}.`);
    throw error;
  }
}
