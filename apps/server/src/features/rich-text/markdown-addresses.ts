import type MarkdownIt from "markdown-it";
import type StateCore from "markdown-it/lib/rules_core/state_core.mjs";
import type Token from "markdown-it/lib/token.mjs";
import { canonicalImageUrl, canonicalLinkUrl } from "./allowed-urls.js";

/** Holds every address to the allowlist. A refused link stays the text it was written as. */
export function readAddresses(md: MarkdownIt): void {
  md.normalizeLink = (url) => canonicalLinkUrl(url) ?? url;
  md.normalizeLinkText = (url) => url;
  md.validateLink = (url) => canonicalLinkUrl(url) !== null;
  md.core.ruler.after("inline", "refuse_addresses", (state: StateCore) => {
    for (const token of state.tokens) {
      if (token.children?.some(hasAddress)) token.children = withoutRefused(token.children);
    }
  });
}

const hasAddress = ({ type }: Token) => type === "link_open" || type === "image";

/** A link to nowhere, `[text]()`, and an image at an address that only a link may have, leave their words. */
function withoutRefused(tokens: Token[]): Token[] {
  let isDropping = false;
  return tokens.filter((token) => {
    if (token.type === "link_open") {
      isDropping = canonicalLinkUrl(token.attrGet("href") ?? "") === null;
      return !isDropping;
    }
    if (token.type === "link_close") return !isDropping;
    if (token.type === "image" && canonicalImageUrl(token.attrGet("src") ?? "") === null) {
      token.type = "text";
      token.content = wordsOf(token.children ?? []);
    }
    return true;
  });
}

/** An image's description is plain: what its marks, links and images would show as words. */
export function wordsOf(children: readonly Token[]): string {
  return children
    .map((token) => {
      if (token.type === "softbreak" || token.type === "hardbreak") return " ";
      return token.type === "image" ? wordsOf(token.children ?? []) : token.content;
    })
    .join("");
}
