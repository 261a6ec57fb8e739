import type { Root } from "hast";
import { fromParse5 } from "hast-util-from-parse5";
import { type Schema as Allowlist, sanitize } from "hast-util-sanitize";
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parseFragment, type TreeAdapter } from "parse5";
import { MOST_NODES, RichTextError } from "./limits.js";

/** Wrappers without meaning are common in pasted HTML, so its tags may nest deeper than our blocks. */
const DEEPEST_TAGS = 200;
const MOST_TAGS = 2 * MOST_NODES;

// Elements outside of this list vanish and leave their content, those under `strip` take it with them.
const allowlist: Allowlist = {
  tagNames: [
    ..."p h1 h2 h3 h4 h5 h6 blockquote ul ol li pre hr table caption thead tbody tfoot tr th td".split(" "),
    ..."div section article aside header footer main nav figure figcaption address center".split(" "),
    ..."dl dt dd details summary fieldset legend form".split(" "),
    ..."a img br input strong b em i u ins s strike del sub sup code kbd samp tt span label".split(" "),
  ],
  attributes: {
    a: ["href", "title", "className", "dataFootnoteRef", "dataFootnoteBackref"],
    img: ["src", "alt", "title", "dataAssetId"],
    ol: ["start"],
    li: ["id", "dataType", "dataChecked", "dataFootnote"],
    ul: ["dataType"],
    section: ["className", "dataFootnotes"],
    div: ["className"],
    pre: ["className", "lang"],
    code: ["className"],
    input: [["type", "checkbox"], "checked"],
    th: ["align", "style", "colSpan", "rowSpan"],
    td: ["align", "style", "colSpan", "rowSpan"],
  },
  // Addresses are left to our own allowlist, which every element that has one is read through: this one would
  // take `HTTPS:` for an unknown scheme, and knows nothing of the tabs that browsers ignore.
  protocols: {},
  strip: [
    ..."script style template noscript noembed noframes iframe frame frameset object embed applet".split(" "),
    ..."svg math head title base link meta textarea select option button audio video canvas".split(" "),
    ..."xmp plaintext listing datalist output progress meter portal".split(" "),
  ],
  clobber: [],
  clobberPrefix: "",
  allowComments: false,
  allowDoctypes: false,
};

/** Parses HTML as a browser would and keeps only what the allowlist names. */
export function parseSafely(html: string): Root {
  const tree = sanitize(fromParse5(parseFragment(html, { treeAdapter: boundedAdapter() })), allowlist);
  return tree.type === "root" ? tree : { type: "root", children: [] };
}

/**
 * The parsing rules copy unclosed tags into every paragraph that follows and search the whole stack for each
 * tag, so a small hostile input could ask for billions of steps. Both are bounded while the tree grows.
 */
function boundedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let depth = 0;
  let tags = 0;
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      tags++;
      if (tags > MOST_TAGS) {
        throw new RichTextError(`The HTML has more than ${MOST_TAGS} elements. Split it, or close its tags.`);
      }
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    onItemPush() {
      depth++;
      if (depth > DEEPEST_TAGS) {
        throw new RichTextError(
          `The HTML is nested more than ${DEEPEST_TAGS} tags deep. Close or remove tags.`,
        );
      }
    },
    onItemPop() {
      depth--;
    },
  };
}
