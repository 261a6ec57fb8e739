import type { Element } from "hast";
import { Fragment, type Node } from "prosemirror-model";
import { numberOf, stringOf } from "./html-values.js";
import { LARGEST_START, schema } from "./schema.js";

type ReadBlocks = (element: Element) => Node[];

const { nodes: types } = schema;

/** Reads `ul` and `ol`. A list whose items are partly tasks becomes one list for each run of a kind. */
export function readList(list: Element, read: ReadBlocks): Node[] {
  const items = readItems(list, read);
  if (items.length === 0) return [];
  if (list.tagName === "ol") {
    const start = numberOf(list, "start") ?? 1;
    const isPossible = start >= 0 && start <= LARGEST_START;
    const plain = items.map((item) => types.listItem.create(null, item.content));
    return [types.orderedList.create({ start: isPossible ? start : 1 }, plain)];
  }
  const runs: Node[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run?.[0]?.type === item.type) run.push(item);
    else runs.push([item]);
  }
  return runs.map((run) =>
    (run[0]?.type === types.taskItem ? types.taskList : types.bulletList).create(null, run),
  );
}

function readItems(list: Element, read: ReadBlocks): Node[] {
  const items: Node[] = [];
  for (const child of list.children) {
    if (child.type !== "element") continue;
    const previous = items.at(-1);
    if (previous && (child.tagName === "ul" || child.tagName === "ol")) {
      // A list directly in a list, as old editors wrote it, is shown below the item before.
      items[items.length - 1] = previous.copy(
        previous.content.append(Fragment.fromArray(readList(child, read))),
      );
    } else {
      items.push(readItem(child, read));
    }
  }
  return items;
}

function readItem(child: Element, read: ReadBlocks): Node {
  const item: Element =
    child.tagName === "li" ? child : { type: "element", tagName: "li", properties: {}, children: [child] };
  const blocks = startingWithParagraph(read(item));
  const checked = taskState(item);
  return checked === null ? types.listItem.create(null, blocks) : types.taskItem.create({ checked }, blocks);
}

export function startingWithParagraph(blocks: Node[]): Node[] {
  return blocks[0]?.type === types.paragraph ? blocks : [types.paragraph.create(), ...blocks];
}

/** A task is an item that begins with a checkbox, or says that it is one as TipTap does. */
function taskState(item: Element): boolean | null {
  if (stringOf(item, "dataType") === "taskItem") return stringOf(item, "dataChecked") === "true";
  const box = firstCheckbox(item);
  return box === null ? null : box.properties.checked === true;
}

function firstCheckbox(element: Element): Element | null {
  for (const child of element.children) {
    if (child.type === "text" && /\S/.test(child.value)) return null;
    if (child.type !== "element") continue;
    if (child.tagName === "input") return child.properties.type === "checkbox" ? child : null;
    return child.tagName === "p" || child.tagName === "label" ? firstCheckbox(child) : null;
  }
  return null;
}
