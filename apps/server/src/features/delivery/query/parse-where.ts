import { type Issue, type Operator, operators, queryLimits } from "@lintel/contract";
import type { Operand as ReadOperand } from "../../../field-types/field-type.js";
import { fieldTypeOf } from "../../../field-types/registry.js";
import type { Model, ModelType } from "../../model/model.js";
import type { Condition, Operand, Path, Test } from "./content-query.js";
import { entryColumns } from "./entry-columns.js";
import { parsePath } from "./parse-path.js";
import type { Parameter } from "./read-parameters.js";
import { splitList } from "./split-list.js";

const form = /^where\[([^[\]]*)\]\[([^[\]]*)\]$/;
const comparisons = { lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

/** Reads one `where[path][op]=operand`. What is wrong with it is added to the issues. */
export function parseWhere(
  model: Model,
  type: ModelType,
  { name, value }: Parameter,
  issues: Issue[],
): Condition | undefined {
  const refuse = (message: string): undefined => {
    issues.push({ path: name.slice(0, 200), message });
  };
  const [, pathText, operatorText] = form.exec(name) ?? [];
  if (pathText === undefined || operatorText === undefined)
    return refuse("Write a condition as `where[fields.price][gt]=12`: one path, one operator, one value.");
  const parsed = parsePath(model, type, pathText, "where");
  if ("message" in parsed) return refuse(parsed.message);
  const rules = rulesOf(parsed.path);
  const operator = operators.find((candidate) => candidate === operatorText);
  if (!operator || !rules.operators.includes(operator)) {
    const known = rules.operators.join(", ");
    return refuse(
      `${rules.name} does not take the operator ${JSON.stringify(operatorText.slice(0, 40))}. It takes: ${known}.`,
    );
  }
  const test = readTest(rules, operator, value);
  if ("message" in test) return refuse(test.message);
  const negated = operator === "ne" || operator === "nin" || (operator === "exists" && value === "false");
  return { path: parsed.path, test, negated };
}

interface Rules {
  name: string;
  operators: readonly Operator[];
  isList: boolean;
  operand(text: string): ReadOperand;
}

function rulesOf(path: Path): Rules {
  if (path.of === "field") {
    const { index, empty } = fieldTypeOf(path.field);
    return {
      name: `"${path.field.key}" (${path.field.type})`,
      operators: index.operators,
      isList: Array.isArray(empty),
      operand: (text) => index.operand(text, path.field.config),
    };
  }
  const name = path.of === "entry" ? `"${path.column}"` : `"fields.${path.field.key}.${path.column}"`;
  return { name, isList: false, ...entryColumns[path.column] };
}

function readTest(rules: Rules, operator: Operator, value: string): Test | { message: string } {
  if (operator === "exists") {
    return value === "true" || value === "false"
      ? { kind: "exists" }
      : { message: `Expected true or false, got ${JSON.stringify(value.slice(0, 40))}.` };
  }
  if (operator === "in" || operator === "nin") {
    const texts = splitList(value);
    if (texts.length > queryLimits.values)
      return { message: `${texts.length} values are more than the ${queryLimits.values} a list takes.` };
    return readOperands(rules, texts);
  }
  const any = readOperands(rules, [value]);
  if ("message" in any || operator === "eq" || operator === "ne") return any;
  // A list contains what is one of its values; a text contains what stands in it.
  if (operator === "contains" && rules.isList) return any;
  const { key } = any.operands[0]!;
  if (operator === "contains" || operator === "starts") return { kind: operator, text: String(key) };
  return { kind: "compare", by: comparisons[operator], key };
}

function readOperands(rules: Rules, texts: string[]): (Test & { kind: "any" }) | { message: string } {
  const operands: Operand[] = [];
  for (const text of texts) {
    if (text === "")
      return { message: "The value is empty. Give one, or ask for empty fields with `exists` and false." };
    if (text.length > queryLimits.text) {
      const most = queryLimits.text.toLocaleString("en");
      return {
        message: `The value has ${text.length.toLocaleString("en")} characters; ${most} is the most.`,
      };
    }
    const read = rules.operand(text);
    if (!read.ok) return { message: read.message };
    operands.push({ key: read.key, ...(read.exact !== undefined && { exact: read.exact }) });
  }
  return { kind: "any", operands };
}
