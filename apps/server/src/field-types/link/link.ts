import { accept, defineFieldType, refuse } from "../field-type.js";
import { foldText } from "../fold-text.js";
import { checkText, describe, expected } from "../plain-text.js";

const limit = 2_048;
const schemes = ["http:", "https:", "mailto:", "tel:"];

/** An absolute URL, or a path of the reader's own site: `/about?from=home#team`. */
export const link = defineFieldType<string>({
  type: "link",
  shape: "string",
  uses: [],
  storage: "values",
  empty: null,
  parse(input) {
    if (typeof input !== "string") return expected("a link as text", input);
    const trimmed = input.trim();
    if (trimmed === "") return accept<string>(null);
    const wrong = checkText(trimmed, limit) ?? checkLink(trimmed);
    return wrong ? refuse(wrong) : accept(trimmed);
  },
  resolve: (stored) => stored,
  words: (stored) => stored,
  index: {
    column: "text",
    operators: ["eq", "ne", "in", "nin", "contains", "starts", "exists"],
    sortable: true,
    cells: (stored) => [{ text: foldText(stored) }],
    operand: (operand) => ({ ok: true, key: foldText(operand), exact: operand }),
  },
  toPlain: (stored) => stored,
  fromPlain: (plain) => (typeof plain === "string" ? plain : undefined),
});

function checkLink(value: string): string | null {
  const advice = "Use https://…, mailto:…, tel:… or a path that starts with a single slash.";
  // Browsers drop tabs and line breaks within a URL and read a backslash as a slash.
  if (/[\s\\]|\p{Cc}/u.test(value))
    return `${describe(value)} has a space, control character or backslash in it. ${advice}`;
  if (value.startsWith("/"))
    return value.startsWith("//") ? `${describe(value)} leaves the site without saying how. ${advice}` : null;
  if (value.startsWith("#")) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url) return `${describe(value)} is neither an absolute URL nor a path. ${advice}`;
  return schemes.includes(url.protocol) ? null : `Links may not use "${url.protocol}". ${advice}`;
}
