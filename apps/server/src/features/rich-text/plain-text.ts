import type { AssetId } from "@lintel/contract";
import type { Node } from "prosemirror-model";
import { type DocumentJson, schema } from "./schema.js";

const { nodes: types } = schema;

/** The words of a document for search and excerpts: a line a block, images by their description. */
export function plainText(doc: Node): string {
  const lines: string[] = [];
  doc.descendants((node) => {
    if (!node.isTextblock) return true;
    const line = textOf(node);
    if (line !== "") lines.push(line);
    return false;
  });
  return lines.join("\n");
}

function textOf(block: Node): string {
  const words = block.children.map((node) => {
    if (node.text !== undefined) return node.text;
    if (node.type === types.image) return ` ${node.attrs.alt ?? ""} `;
    return node.type === types.hardBreak ? " " : "";
  });
  const text = words.join("");
  return block.type === types.codeBlock ? text : text.replace(/ {2,}/g, " ").trim();
}

/** Every asset a document shows, once each, in order of appearance. */
export function assetIdsOf(doc: Node): AssetId[] {
  const ids = new Set<AssetId>();
  doc.descendants((node) => {
    if (node.type === types.image && node.attrs.assetId !== null) ids.add(node.attrs.assetId);
  });
  return [...ids];
}

/** Whether a document shows nothing at all: no word, no image, no rule. */
export function showsNothing({ type, text, content }: DocumentJson): boolean {
  if (type === types.image.name || type === types.horizontalRule.name) return false;
  return !/\S/.test(text ?? "") && (content ?? []).every(showsNothing);
}
