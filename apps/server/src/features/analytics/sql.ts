import { type SQL, sql } from "drizzle-orm";
import { dayOf } from "../events/utc.js";
import type { Condition } from "./conditions.js";
import { columns, type Subject } from "./dimensions.js";
import type { PlanNames } from "./plan-names.js";

/** A list as one parameter. */
export const textArray = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;

export const timeArray = (instants: readonly number[]): SQL =>
  sql`${sql.param(instants.map((at) => new Date(at).toISOString()))}::timestamptz[]`;

export const dayArray = (instants: readonly number[]): SQL => sql`${sql.param(instants.map(dayOf))}::date[]`;

export const timestamp = (at: number): SQL => sql`${new Date(at).toISOString()}::timestamptz`;

export const date = (at: number): SQL => sql`${dayOf(at)}::date`;

export const column = (name: string): SQL => sql.raw(`"${name}"`);

/** How much of a property's value is kept apart from another's. */
const longestValue = 1_000;

/** What an event says of a subject, as text; empty where it says nothing. */
export function subjectValue(subject: Subject, names: PlanNames): SQL {
  if ("dimension" in subject) {
    const value = column(columns[subject.dimension]);
    return subject.dimension === "event" ? presentEventName(value, names) : sql`coalesce(${value}, '')`;
  }
  const { property } = subject;
  const plain = sql`props ->> ${property}`;
  const cases = names.ofProperty(property).map(({ events, keys }) => {
    const firstGiven = sql.join(
      keys.map((key) => sql`props ->> ${key}`),
      sql`, `,
    );
    return sql`when "name" = any(${textArray(events)}) then coalesce(${firstGiven})`;
  });
  const read = cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} else ${plain} end` : plain;
  return sql`left(coalesce(${read}, ''), ${longestValue})`;
}

/** An event's name as the plan has it now. */
export function presentEventName(name: SQL, names: PlanNames): SQL {
  const old = names.oldEventNames;
  if (old.length === 0) return name;
  const [from, to] = [old.map(([one]) => one), old.map(([, present]) => present)];
  return sql`coalesce((${textArray(to)})[array_position(${textArray(from)}, ${name})], ${name})`;
}

/** Whether a value, which is what an event says of the condition's subject, meets it. */
export function meets(value: SQL, { subject, operator, values }: Condition, names: PlanNames): SQL {
  const isEvent = "dimension" in subject && subject.dimension === "event";
  const sought =
    isEvent && operator !== "contains" ? values.map((name) => names.ofEvent(name)[0] ?? name) : values;
  switch (operator) {
    case "eq":
    case "in":
      return sql`${value} = any(${textArray(sought)})`;
    case "ne":
      return sql`${value} <> all(${textArray(sought)})`;
    case "contains":
      return sql`strpos(lower(${value}), lower(${sought[0]})) > 0`;
  }
}

export const all = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
