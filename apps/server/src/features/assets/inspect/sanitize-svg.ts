import { setImmediate as otherWork } from "node:timers/promises";
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";
import { badRequest } from "../../../api/api-error.js";
import {
  allowedAttributes,
  allowedElements,
  notAnimated,
  svgNamespace,
  unwrappedElements,
  xlinkNamespace,
} from "./svg-allowlist.js";

const xmlNamespace = "http://www.w3.org/XML/1998/namespace";
/** Of everything, also of what is left out: the parser looks a prefix up in all the elements around it. */
const deepest = 256;
/** Characters that are read before others get their turn. */
const atOnce = 16_384;

const fragment = /^#[^\s"'()<>\\]+$/;
const embeddedImage = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=\s]+$/;
/** In a value or a style sheet: anything that loads, runs, or hides that it does. */
const unsafeCss =
  /url\(|image\(|image-set\(|src\(|element\(|@import|@namespace|expression|javascript:|behavior|-moz-binding|\\/i;
const localUrls = /url\(\s*(["']?)#[^\s"'()<>\\]+\1\s*\)/gi;

export interface CleanSvg {
  svg: string;
  /** Pixels as the drawing states them; null where it does not. */
  width: number | null;
  height: number | null;
}

/**
 * Writes a drawing anew from an allowlist of elements and attributes. Nothing that is not on the list can pass,
 * because nothing is copied: the result is built from what the parser understood, and escaped. It is read piece by
 * piece, so that a large one holds nobody up.
 */
export async function sanitizeSvg(source: string): Promise<CleanSvg> {
  const cleaned: string[] = [];
  const out: string[] = [];
  const open: ("written" | "unwrapped")[] = [];
  let skipping = 0;
  let style: string | null = null;
  let root: SaxesTagNS | null = null;
  let rootNamespace = svgNamespace;

  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw refused(`The SVG is not well-formed XML: ${error.message}.`);
  });
  parser.on("doctype", (doctype) => {
    if (doctype.includes("[")) {
      throw refused("The SVG declares entities in its DOCTYPE. Export it again without them.");
    }
  });
  parser.on("opentag", (tag) => {
    if (!root) {
      if (tag.local !== "svg" || !["", svgNamespace].includes(tag.uri)) {
        throw refused(`The SVG starts with <${tag.name.slice(0, 50)}>, not with <svg>.`);
      }
      root = tag;
      rootNamespace = tag.uri;
    }
    if (open.length + skipping >= deepest) throw refused(`The SVG nests elements more than ${deepest} deep.`);
    if (skipping > 0 || style !== null || tag.uri !== rootNamespace) {
      skipping += 1;
    } else if (unwrappedElements.has(tag.local)) {
      open.push("unwrapped");
    } else if (!allowedElements.has(tag.local)) {
      skipping += 1;
    } else {
      if (tag.local === "style") style = "";
      out.push(`<${tag.local}${open.length === 0 ? namespaces : ""}${cleanAttributes(tag)}>`);
      open.push("written");
    }
  });
  const addText = (text: string) => {
    if (skipping > 0) return;
    if (style !== null) style += text;
    else if (open.length > 0) out.push(escapeXml(text));
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", (tag) => {
    if (skipping > 0) {
      skipping -= 1;
      return;
    }
    if (style !== null) {
      if (isSafeCss(style)) out.push(escapeXml(style));
      style = null;
    }
    if (open.pop() === "written") out.push(`</${tag.local}>`);
  });
  for (let at = 0; at < source.length; at += atOnce) {
    parser.write(source.slice(at, at + atOnce));
    cleaned.push(out.splice(0).join(""));
    await otherWork();
  }
  parser.close();
  return { svg: cleaned.join(""), ...statedSize(root) };
}

const namespaces = ` xmlns="${svgNamespace}" xmlns:xlink="${xlinkNamespace}"`;

function cleanAttributes(tag: SaxesTagNS): string {
  return Object.values(tag.attributes)
    .filter((attribute) => isAllowed(tag.local, attribute))
    .map(({ name, local, uri, value }) => {
      const written = uri === xlinkNamespace ? `xlink:${local}` : name;
      return ` ${written}="${escapeXml(value).replaceAll("\n", "&#10;")}"`;
    })
    .join("");
}

function isAllowed(element: string, { local, uri, value }: SaxesAttributeNS): boolean {
  if (uri === xmlNamespace) return local === "space" || local === "lang";
  if (local === "href" && (uri === "" || uri === xlinkNamespace)) {
    return fragment.test(value) || (element === "image" && embeddedImage.test(value));
  }
  if (uri !== "" || !allowedAttributes.has(local)) return false;
  if (local === "attributeName") return allowedAttributes.has(value) && !notAnimated.has(value);
  return isSafeCss(value);
}

/** Presentation attributes are CSS too, so one rule holds for them, for `style` and for style sheets. */
function isSafeCss(value: string): boolean {
  return !unsafeCss.test(value.replace(localUrls, " "));
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const unitPixels: Record<string, number> = {
  "": 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

function statedSize(root: SaxesTagNS | null): { width: number | null; height: number | null } {
  const [, , boxWidth, boxHeight] = (root?.attributes.viewBox?.value ?? "").trim().split(/[\s,]+/);
  return {
    width: toPixels(root?.attributes.width?.value) ?? toPixels(boxWidth),
    height: toPixels(root?.attributes.height?.value) ?? toPixels(boxHeight),
  };
}

function toPixels(length = ""): number | null {
  // No length that is meant is longer, and `$` after open-ended parts would take quadratic time to fail.
  if (length.length > 50) return null;
  const parts = /^(\d{1,7}(?:\.\d{1,10})?)\s*([a-z]*)$/.exec(length.trim());
  const pixels = Math.round(Number(parts?.[1]) * (unitPixels[parts?.[2] ?? ""] ?? Number.NaN));
  return pixels >= 1 && pixels <= 1_000_000 ? pixels : null;
}

function refused(message: string): Error {
  return badRequest([{ path: "", message }]);
}
