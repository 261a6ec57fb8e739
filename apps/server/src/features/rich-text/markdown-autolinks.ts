import type MarkdownIt from "markdown-it";
import type StateCore from "markdown-it/lib/rules_core/state_core.mjs";
import type Token from "markdown-it/lib/token.mjs";
import { canonicalLinkUrl } from "./allowed-urls.js";

type Autolink = { start: number; end: number; href: string };

const MAY_HOLD_LINK = /:\/\/|www\.|@/i;
const WEB_ADDRESS = /(?<![\p{L}\p{N}_])(?:https?:\/\/|www\.)[^\s<]+/giu;
const HOST = /^(?:https?:\/\/[\p{L}\p{N}]|www\.[\p{L}\p{N}_-]+\.[\p{L}\p{N}])/iu;
const LONGEST_LOCAL_PART = 64;
const LONGEST_DOMAIN = 255;

/**
 * Links bare addresses as GitHub Flavored Markdown does: http, https, www and e-mail.
 * @see https://github.github.com/gfm/#autolinks-extension-
 */
export function readAutolinks(md: MarkdownIt): void {
  md.core.ruler.before("text_join", "autolinks", (state: StateCore) => {
    for (const token of state.tokens) {
      if (token.children && MAY_HOLD_LINK.test(token.content))
        token.children = linkTexts(token.children, state);
    }
  });
}

function linkTexts(tokens: Token[], state: StateCore): Token[] {
  let linkDepth = 0;
  return tokens.flatMap((token) => {
    if (token.type === "link_open") linkDepth++;
    if (token.type === "link_close") linkDepth--;
    if (token.type !== "text" || linkDepth > 0 || !MAY_HOLD_LINK.test(token.content)) return [token];
    return splitAtLinks(token.content, state);
  });
}

function splitAtLinks(text: string, state: StateCore): Token[] {
  const tokens: Token[] = [];
  const push = (type: string, nesting: -1 | 0 | 1) => {
    const token = new state.Token(type, "", nesting);
    tokens.push(token);
    return token;
  };
  let done = 0;
  for (const { start, end, href } of findAutolinks(text)) {
    if (start > done) push("text", 0).content = text.slice(done, start);
    push("link_open", 1).attrSet("href", href);
    push("text", 0).content = text.slice(start, end);
    push("link_close", -1);
    done = end;
  }
  if (done < text.length) push("text", 0).content = text.slice(done);
  return tokens;
}

export function findAutolinks(text: string): Autolink[] {
  const links: Autolink[] = [];
  let done = 0;
  for (const match of text.matchAll(WEB_ADDRESS)) {
    addEmails(links, text, done, match.index);
    const address = withoutTrailingPunctuation(match[0]);
    done = match.index + match[0].length;
    if (!HOST.test(address)) continue;
    const href = canonicalLinkUrl(/^www/i.test(address) ? `http://${address}` : address);
    if (href !== null) links.push({ start: match.index, end: match.index + address.length, href });
  }
  addEmails(links, text, done, text.length);
  return links;
}

/** The sentence's own punctuation is not part of the address; a closing bracket is, if it was opened there. */
function withoutTrailingPunctuation(address: string): string {
  let end = address.length;
  let unopened = count(address, ")") - count(address, "(");
  for (;;) {
    const last = address[end - 1] ?? "";
    if (last === ")" && unopened > 0) {
      unopened--;
      end--;
    } else if (last !== "" && "?!.,:*_~'\"".includes(last)) {
      end--;
    } else if (last === ";") {
      // What looks like an entity is left to the text; a semicolon alone is part of the address.
      const entity = /&[a-z0-9]{1,40};$/i.exec(address.slice(Math.max(0, end - 42), end));
      if (entity === null) return address.slice(0, end);
      end -= entity[0].length;
    } else {
      return address.slice(0, end);
    }
  }
}

function count(text: string, character: string): number {
  let total = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) total++;
  return total;
}

/** Walks from each `@` outwards: a pattern with two open ends would take time squared on long words. */
function addEmails(links: Autolink[], text: string, from: number, to: number): void {
  let done = from;
  for (let at = text.indexOf("@", from); at >= 0 && at < to; at = text.indexOf("@", at + 1)) {
    const before = text.slice(Math.max(done, at - LONGEST_LOCAL_PART), at);
    const local = before.slice(before.search(/[A-Za-z0-9._+-]*$/));
    const after = text.slice(at + 1, Math.min(to, at + 1 + LONGEST_DOMAIN));
    const domain = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+/.exec(after)?.[0];
    if (local === "" || domain === undefined || /[-_]$/.test(domain)) continue;
    const href = canonicalLinkUrl(`mailto:${local}@${domain}`);
    if (href === null) continue;
    done = at + 1 + domain.length;
    links.push({ start: at - local.length, end: done, href });
  }
}
