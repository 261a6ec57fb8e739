import type { FieldTypeName } from "@lintel/contract";
import { asset } from "./asset/asset.js";
import { checkbox } from "./checkbox/checkbox.js";
import { date } from "./date/date.js";
import type { FieldType } from "./field-type.js";
import { link } from "./link/link.js";
import { multiReference } from "./multi-reference/multi-reference.js";
import { multiSelect } from "./multi-select/multi-select.js";
import { number } from "./number/number.js";
import { person } from "./person/person.js";
import { reference } from "./reference/reference.js";
import { richText } from "./rich-text/rich-text.js";
import { select } from "./select/select.js";
import { text } from "./text/text.js";

/** The field types by name. The contract's union makes the compiler ask for each. */
export const fieldTypeRegistry = {
  text,
  rich_text: richText,
  number,
  checkbox,
  date,
  select,
  multi_select: multiSelect,
  link,
  person,
  asset,
  reference,
  multi_reference: multiReference,
} satisfies Record<FieldTypeName, FieldType>;

export function fieldTypeOf(field: { type: FieldTypeName }): FieldType {
  return fieldTypeRegistry[field.type];
}
