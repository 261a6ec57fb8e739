import MarkdownIt from "markdown-it";
import type Token from "markdown-it/lib/token.mjs";
import { MarkdownParser, type ParseSpec } from "prosemirror-markdown";
import type { Node } from "prosemirror-model";
import { DEEPEST_NESTING, MOST_BRACKETS, MOST_LINES, MOST_NODES, RichTextError } from "./limits.js";
import { readAddresses, wordsOf } from "./markdown-addresses.js";
import { readAutolinks } from "./markdown-autolinks.js";
import { readTasksAndCells } from "./markdown-blocks.js";
import { readFootnotes } from "./markdown-footnotes.js";
import { readStrike } from "./markdown-strike.js";
import { readTags } from "./markdown-tags.js";
import { LANGUAGE, type MarkName, type NodeName, schema } from "./schema.js";

type Spec = Omit<ParseSpec, "node" | "block" | "mark"> & {
  node?: NodeName;
  block?: NodeName;
  mark?: MarkName;
};

const align = (token: Token) => ({
  align: /text-align:(\w+)/.exec(token.attrGet("style") ?? "")?.[1] ?? null,
});

const tokens = {
  paragraph: { block: "paragraph" },
  heading: { block: "heading", getAttrs: (token) => ({ level: Number(token.tag.slice(1)) }) },
  blockquote: { block: "blockquote" },
  bullet_list: { block: "bulletList" },
  ordered_list: {
    block: "orderedList",
    getAttrs: (token) => ({ start: Number(token.attrGet("start") ?? 1) }),
  },
  list_item: { block: "listItem" },
  task_list: { block: "taskList" },
  task_item: { block: "taskItem", getAttrs: (token) => ({ checked: token.info === "x" }) },
  code_block: { block: "codeBlock", noCloseToken: true },
  fence: {
    block: "codeBlock",
    noCloseToken: true,
    getAttrs: (token) => ({ language: languageOf(token.info) }),
  },
  hr: { node: "horizontalRule" },
  table: { block: "table" },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: "tableRow" },
  th: { block: "tableHeader", getAttrs: align },
  td: { block: "tableCell", getAttrs: align },
  footnotes: { block: "footnotes" },
  footnote: { block: "footnote", getAttrs: (token) => ({ label: token.info }) },
  footnote_reference: { node: "footnoteReference", getAttrs: (token) => ({ label: token.info }) },
  image: {
    node: "image",
    getAttrs: (token) => ({
      src: token.attrGet("src") ?? "",
      alt: wordsOf(token.children ?? []),
      title: token.attrGet("title"),
    }),
  },
  hardbreak: { node: "hardBreak" },
  link: {
    mark: "link",
    getAttrs: (token) => ({ href: token.attrGet("href") ?? "", title: token.attrGet("title") }),
  },
  strong: { mark: "bold" },
  em: { mark: "italic" },
  u: { mark: "underline" },
  s: { mark: "strike" },
  sub: { mark: "subscript" },
  sup: { mark: "superscript" },
  code_inline: { mark: "code", noCloseToken: true },
} satisfies Record<string, Spec>;

const md = dialect();
const parser = new MarkdownParser(schema, md, tokens);

/** CommonMark with GFM tables, strikethrough, tasks, autolinks and footnotes. HTML is text, but for our marks. */
export function readMarkdown(markdown: string): Node {
  checkCount(markdown, /\r\n?|\n/g, MOST_LINES, "lines");
  checkCount(markdown, /\[/g, MOST_BRACKETS, "opening square brackets");
  return parser.parse(markdown);
}

/** Bounds the time that reading can take, before it begins. */
function checkCount(markdown: string, pattern: RegExp, most: number, name: string): void {
  const found = markdown.match(pattern)?.length ?? 0;
  if (found > most)
    throw new RichTextError(`The markdown has ${found} ${name}. At most ${most} are allowed; split it.`);
}

function dialect(): MarkdownIt {
  const reader = new MarkdownIt("default", { html: false, linkify: false });
  readAddresses(reader);
  readStrike(reader);
  readTags(reader);
  readFootnotes(reader);
  readTasksAndCells(reader);
  readAutolinks(reader);
  refuseWhatIsTooMuch(reader);
  return reader;
}

/** markdown-it would leave out, in silence, what is nested deeper than it reads. */
function refuseWhatIsTooMuch(reader: MarkdownIt): void {
  const tokenize = reader.block.tokenize.bind(reader.block);
  reader.block.tokenize = (state, startLine, endLine) => {
    if (state.level >= DEEPEST_NESTING) {
      throw new RichTextError(
        `Line ${startLine + 1} is nested more than ${DEEPEST_NESTING} levels deep. Use fewer nested quotes and lists.`,
      );
    }
    tokenize(state, startLine, endLine);
  };
  reader.core.ruler.push("count_tokens", (state) => {
    const total = state.tokens.reduce((sum, token) => sum + 1 + (token.children?.length ?? 0), 0);
    if (total > 4 * MOST_NODES) {
      throw new RichTextError(
        `The markdown has ${total} parts. At most ${4 * MOST_NODES} are allowed; split it.`,
      );
    }
  });
}

function languageOf(info: string): string | null {
  const word = md.utils.unescapeAll(info).trim().split(/\s/, 1)[0] ?? "";
  return LANGUAGE.test(word) ? word : null;
}
