import type { Element, ElementContent } from "hast";

export function isTag(node: ElementContent, tagName: string): node is Element {
  return node.type === "element" && node.tagName === tagName;
}

export function stringOf(element: Element, property: string): string | null {
  const value = element.properties[property];
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : null;
}

export function numberOf(element: Element, property: string): number | null {
  const value = Number(element.properties[property] ?? Number.NaN);
  return Number.isInteger(value) ? value : null;
}

/** The text of an element as `pre` shows it. */
export function textOf(element: Element): string {
  return element.children
    .map((child) => {
      if (child.type === "text") return child.value;
      if (child.type !== "element") return "";
      return child.tagName === "br" ? "\n" : textOf(child);
    })
    .join("");
}

export function classesOf(element: Element): string[] {
  const { className } = element.properties;
  return Array.isArray(className) ? className.map(String) : [];
}

export function isBlank(node: ElementContent): boolean {
  return node.type === "comment" || (node.type === "text" && !/\S/.test(node.value));
}
