import type { AnySchema } from "@orpc/contract";
import { z } from "zod";
import { badRequest } from "../api/api-error.js";
import { refusedKeys } from "./json-safety.js";

/** What an operation takes and from where, read from its schema when the service starts. */
export interface InputShape {
  /** Whether the schema names the parts of the request (`params`, `query`, `body`) or holds all in one object. */
  detailed: boolean;
  takesBody: boolean;
  query: ReadonlyMap<string, "single" | "structured">;
}

interface RouteOfInput {
  method: string;
  path: string;
  detailed: boolean;
}

export function inputShape(
  schema: AnySchema | undefined,
  { method, path, detailed }: RouteOfInput,
): InputShape {
  const shape = schema ? objectShape(schema, path) : {};
  if (detailed) {
    const query = shape.query ? objectShape(shape.query, path) : {};
    return { detailed, takesBody: shape.body !== undefined, query: parameters(Object.entries(query)) };
  }
  const rest = Object.entries(shape).filter(([name]) => !path.includes(`{${name}}`));
  const inQuery = method === "GET";
  return { detailed, takesBody: !inQuery && rest.length > 0, query: parameters(inQuery ? rest : []) };
}

const parameters = (entries: [string, z.core.$ZodType][]): InputShape["query"] =>
  new Map(entries.map(([name, schema]) => [name, isStructured(schema) ? "structured" : "single"]));

function objectShape(schema: unknown, path: string): Record<string, z.core.$ZodType> {
  const inner = schema instanceof z.core.$ZodType ? unwrap(schema) : undefined;
  if (inner instanceof z.core.$ZodObject) return inner._zod.def.shape;
  throw new Error(`The input of ${path} has to be a z.object, so that its parameters are known.`);
}

function isStructured(schema: z.core.$ZodType): boolean {
  const inner = unwrap(schema);
  return (
    inner instanceof z.core.$ZodObject ||
    inner instanceof z.core.$ZodRecord ||
    inner instanceof z.core.$ZodArray
  );
}

/** The schema within what makes it optional, gives it a default or transforms what it read. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if ("innerType" in def && def.innerType instanceof z.core.$ZodType) return unwrap(def.innerType);
  if ("in" in def && def.in instanceof z.core.$ZodType) return unwrap(def.in);
  return schema;
}

/** Refuses parameters that the operation does not know: a misspelt one must not be ignored in silence. */
export function checkQuery(query: URLSearchParams, { query: known }: InputShape): void {
  const seen = new Set<string>();
  const issues = [...query.keys()].flatMap((key) => {
    const name = key.replace(/\[.*$/s, "");
    const kind = known.get(name);
    if (!kind) return [{ path: key, message: `Unknown query parameter. ${listing([...known.keys()])}` }];
    // A backslash says that what follows is meant as it stands, and is dropped.
    const refused = key
      .replaceAll("\\", "")
      .split(/[[\]]/)
      .find((part) => refusedKeys.has(part));
    if (refused !== undefined)
      return [{ path: key, message: `The key "${refused}" is refused. Use another.` }];
    if (kind === "single" && key !== name)
      return [{ path: key, message: `Give one value, as \`${name}=\`.` }];
    if (kind === "single" && seen.has(name))
      return [{ path: name, message: "Given more than once. Give it once." }];
    if (key !== name && !/[^\\]\]$/.test(key))
      return [{ path: key, message: `A bracket is not closed. Write it as \`${name}[…]=\`.` }];
    seen.add(name);
    return [];
  });
  if (issues.length > 0) throw badRequest(issues);
}

const listing = (names: string[]): string =>
  names.length === 0 ? "This operation takes none." : `This operation takes: ${names.join(", ")}.`;
