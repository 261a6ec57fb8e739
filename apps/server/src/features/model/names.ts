import { badRequest, conflict } from "../../api/api-error.js";
import { foldText } from "../../field-types/fold-text.js";
import type { Model, ModelType } from "./model.js";

/** How one kind of name looks: field keys and type slugs. */
interface NameRule {
  what: "key" | "slug";
  pattern: RegExp;
  separator: "_" | "-";
  looks: string;
}

const keyRule: NameRule = {
  what: "key",
  pattern: /^[a-z][a-z0-9_]{0,62}$/,
  separator: "_",
  looks:
    "Keys start with a letter a-z and go on with a-z, 0-9 and _, at most 63 characters: `published_date`.",
};

const slugRule: NameRule = {
  what: "slug",
  pattern: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
  separator: "-",
  looks:
    "Slugs are words of a-z and 0-9 joined by hyphens, starting with a letter, at most 63 characters: `blog-posts`.",
};

/** Names that every JavaScript object already answers to. */
const inherited = new Set(["constructor", "prototype", "__proto__"]);

/** The key of a new field: the wished one if it is free, otherwise one made from the name. */
export function chooseKey(type: ModelType, wished: string | undefined, name: string): string {
  if (wished === undefined) return derive(keyRule, name, "field", (key) => !keyTaken(type, key));
  checkShape(keyRule, wished);
  const taken = keyTaken(type, wished);
  if (taken) throw conflict(taken);
  return wished;
}

/** The slug of a new type: the wished one if it is free, otherwise one made from the name. */
export function chooseSlug(model: Model, wished: string | undefined, name: string): string {
  if (wished === undefined) return derive(slugRule, name, "type", (slug) => !slugTaken(model, slug));
  checkShape(slugRule, wished);
  const taken = slugTaken(model, wished);
  if (taken) throw conflict(taken);
  return wished;
}

function keyTaken(type: ModelType, key: string): string | null {
  const holder = type.fieldByKey.get(key);
  if (type.retiredKeys.has(key)) {
    return `The key "${key}" of "${type.slug}" belonged to a field that is gone, and readers may still ask for it. A key is never used twice: choose another.`;
  }
  if (!holder) return null;
  if (holder.deleted) {
    return `The key "${key}" of "${type.slug}" belongs to the deleted field "${holder.name}", which readers still get. Restore that field or choose another key.`;
  }
  return holder.key === key
    ? `"${type.slug}" already has a field with the key "${key}": "${holder.name}". Choose another key.`
    : `The key "${key}" of "${type.slug}" still answers for "${holder.key}", which was renamed. Choose another key.`;
}

function slugTaken(model: Model, slug: string): string | null {
  const holder = model.typeBySlug.get(slug);
  if (model.retiredSlugs.has(slug)) {
    return `The slug "${slug}" belonged to a content type that is gone, and readers may still ask for it. A slug is never used twice: choose another.`;
  }
  if (!holder) return null;
  if (holder.deleted) {
    return `The slug "${slug}" belongs to the deleted type "${holder.name}", which readers still get. Restore that type or choose another slug.`;
  }
  return holder.slug === slug
    ? `There already is a content type with the slug "${slug}": "${holder.name}". Choose another slug.`
    : `The slug "${slug}" still answers for "${holder.slug}", which was renamed. Choose another slug.`;
}

function checkShape({ what, pattern, looks }: NameRule, name: string): void {
  if (name.length > 63 || !pattern.test(name)) {
    throw badRequest([
      { path: what, message: `${JSON.stringify(name.slice(0, 80))} cannot be a ${what}. ${looks}` },
    ]);
  }
  if (inherited.has(name)) {
    throw badRequest([
      { path: what, message: `"${name}" is a word that programs reserve. Choose another ${what}.` },
    ]);
  }
}

function derive(
  { separator }: NameRule,
  name: string,
  fallback: string,
  free: (name: string) => boolean,
): string {
  const words =
    foldText(name)
      .match(/[a-z0-9]+/g)
      ?.join(separator) ?? "";
  const start =
    words
      .replace(/^[0-9_-]+/, "")
      .slice(0, 56)
      .replace(/[_-]+$/, "") || fallback;
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? start : `${start}${separator}${n}`;
    if (!inherited.has(candidate) && free(candidate)) return candidate;
  }
}
