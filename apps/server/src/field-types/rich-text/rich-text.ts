import { isEmpty, parseRichText, type RichText } from "../../features/rich-text/index.js";
import { accept, defineFieldType, refuse } from "../field-type.js";

/**
 * A document. Written as markdown, HTML or ProseMirror JSON; read as canonical HTML and markdown, both derived
 * once when it is written.
 */
export const richText = defineFieldType<RichText>({
  type: "rich_text",
  shape: "richText",
  uses: [],
  storage: "documents",
  readParts: ["html", "markdown"],
  empty: null,
  parse(input) {
    const parsed = parseRichText(input);
    if (!parsed.ok) return refuse(parsed.message);
    return accept(isEmpty(parsed.value) ? null : parsed.value);
  },
  resolve: ({ html, markdown }) => ({ html, markdown }),
  links: ({ assetIds }) => ({ assets: assetIds }),
  words: ({ text }) => text,
  index: {
    column: "text",
    operators: ["exists"],
    sortable: false,
    // The files in it, so that an asset knows where it is used.
    cells: (stored) => assetsIn(stored).map((id) => ({ text: id })),
    operand: () => ({
      ok: false,
      message: "Rich text takes no operator but `exists`. Use `search` for its words.",
    }),
  },
  toPlain: ({ markdown }) => markdown,
  toInput: ({ doc, html, markdown }) => ({ doc, html, markdown }),
  fromPlain: (plain) => ({ markdown: Array.isArray(plain) ? plain.join(", ") : String(plain) }),
});

/** By id, and by public address: a pasted address says nothing else of what it is. */
function assetsIn({ assetIds, html }: RichText): string[] {
  const addressed = [...html.matchAll(/"[^"]*\/assets\/(ast_[0-9a-hjkmnp-tv-z]{26})\//g)].map(
    ([, id = ""]) => id,
  );
  return [...new Set<string>([...assetIds, ...addressed])];
}
