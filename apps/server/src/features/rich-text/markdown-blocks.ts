import type MarkdownIt from "markdown-it";
import type StateCore from "markdown-it/lib/rules_core/state_core.mjs";
import type Token from "markdown-it/lib/token.mjs";

type ListItem = { open: Token; close: Token | null; checked: boolean | null };
type List = { open: Token; items: ListItem[] };

const TASK = /^\[([ xX])\](?:[ \t\n]+|$)/;

/** Gives table cells their paragraph, and turns bullet items that begin with `[ ]` or `[x]` into tasks. */
export function readTasksAndCells(md: MarkdownIt): void {
  md.core.ruler.after("block", "tasks_and_cells", (state: StateCore) => {
    const splits = markTasks(state.tokens);
    const hasTable = state.tokens.some((token) => token.type === "table_open");
    if (splits.size > 0 || hasTable)
      state.tokens = state.tokens.flatMap((token) => expand(token, splits, state));
  });
}

/** Renames tasks and their lists in place; answers the items before which a mixed list has to be split. */
function markTasks(tokens: Token[]): Map<Token, [string, string]> {
  const splits = new Map<Token, [string, string]>();
  const lists: List[] = [];
  tokens.forEach((token, index) => {
    const list = lists.at(-1);
    if (token.type === "bullet_list_open" || token.type === "ordered_list_open") {
      lists.push({ open: token, items: [] });
    } else if (token.type === "list_item_open" && list) {
      const checked =
        list.open.type === "bullet_list_open" ? takeTask(tokens[index + 1], tokens[index + 2]) : null;
      list.items.push({ open: token, close: null, checked });
    } else if (token.type === "list_item_close" && list) {
      const item = list.items.at(-1);
      if (item) item.close = token;
    } else if ((token.type === "bullet_list_close" || token.type === "ordered_list_close") && list) {
      lists.pop();
      renameTasks(list, token, splits);
    }
  });
  return splits;
}

function takeTask(paragraph: Token | undefined, inline: Token | undefined): boolean | null {
  if (paragraph?.type !== "paragraph_open" || inline?.type !== "inline") return null;
  const match = TASK.exec(inline.content);
  if (match === null) return null;
  inline.content = inline.content.slice(match[0].length);
  return match[1] !== " ";
}

function renameTasks(list: List, close: Token, splits: Map<Token, [string, string]>): void {
  if (!list.items.some((item) => item.checked !== null)) return;
  let previous: string | null = null;
  for (const item of list.items) {
    const kind = item.checked === null ? "bullet_list" : "task_list";
    if (item.checked !== null) {
      item.open.type = "task_item_open";
      item.open.info = item.checked ? "x" : "";
      if (item.close) item.close.type = "task_item_close";
    }
    if (previous === null) list.open.type = `${kind}_open`;
    else if (previous !== kind) splits.set(item.open, [`${previous}_close`, `${kind}_open`]);
    previous = kind;
  }
  close.type = `${previous}_close`;
}

function expand(token: Token, splits: Map<Token, [string, string]>, state: StateCore): Token[] {
  const split = splits.get(token);
  if (split) return [new state.Token(split[0], "", -1), new state.Token(split[1], "", 1), token];
  if (token.type === "th_open" || token.type === "td_open")
    return [token, new state.Token("paragraph_open", "p", 1)];
  if (token.type === "th_close" || token.type === "td_close") {
    return [new state.Token("paragraph_close", "p", -1), token];
  }
  return [token];
}
