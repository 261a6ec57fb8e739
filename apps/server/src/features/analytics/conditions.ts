import type { Issue } from "@lintel/contract";
import { type AnalyticsOperator, analyticsLimits, analyticsOperators } from "@lintel/contract/management";
import { badRequest } from "../../api/api-error.js";
import { splitList } from "../delivery/query/split-list.js";
import { knownSubjects, readSubject, type Subject } from "./dimensions.js";

export interface Condition {
  subject: Subject;
  operator: AnalyticsOperator;
  /** One, but for `in`. */
  values: string[];
}

export type Where = Record<string, Record<string, string>>;

const isOperator = (name: string): name is AnalyticsOperator =>
  (analyticsOperators as readonly string[]).includes(name);

/** Reads what a question asks of events, and names each place that cannot be asked. */
export function readConditions(where: Where = {}): Condition[] {
  const issues: Issue[] = [];
  const conditions = Object.entries(where).flatMap(([name, operators]) => {
    const subject = readSubject(name);
    if (!subject)
      issues.push({ path: `where[${name}]`, message: `Unknown. Choose one of ${knownSubjects}.` });
    return Object.entries(operators).flatMap(([operator, text]): Condition[] => {
      const path = `where[${name}][${operator}]`;
      if (!isOperator(operator)) {
        issues.push({ path, message: `Unknown operator. Choose one of ${analyticsOperators.join(", ")}.` });
        return [];
      }
      const values = operator === "in" ? splitList(text) : [text];
      const message = refusalOf(operator, values);
      if (message) issues.push({ path, message });
      return subject ? [{ subject, operator, values }] : [];
    });
  });
  const most = analyticsLimits.conditions;
  if (conditions.length > most)
    issues.push({ path: "where", message: `At most ${most} conditions, got ${conditions.length}.` });
  if (issues.length > 0) throw badRequest(issues);
  return conditions;
}

function refusalOf(operator: AnalyticsOperator, values: string[]): string | undefined {
  const { values: most, text } = analyticsLimits;
  if (values.length > most) return `At most ${most} values, got ${values.length}.`;
  if (values.some((value) => value.length > text)) return `At most ${text} characters a value.`;
  if (values.some((value) => /[\0\p{Cs}]/u.test(value)))
    return "Text without NUL and without halves of surrogate pairs.";
  if (operator === "contains" && values[0] === "") return "Missing. Expected the text to look for.";
  return undefined;
}
