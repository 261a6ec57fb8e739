import type { AnySchema } from "@orpc/contract";
import type { ConditionalSchemaConverter, JSONSchema, SchemaConvertOptions } from "@orpc/openapi";
import { z } from "zod";

type ObjectSchema = Exclude<JSONSchema, boolean>;
type Direction = SchemaConvertOptions["strategy"];

const below = "#/components/schemas/";

/**
 * Writes zod schemas as JSON Schema, and gathers those that carry an `id` as components. zod's own writer follows
 * recursion, which the library's does only to a fixed depth.
 */
export class SchemaComponents implements ConditionalSchemaConverter {
  readonly schemas: Record<string, ObjectSchema> = {};

  condition(schema: AnySchema | undefined): boolean {
    return schema instanceof z.core.$ZodType;
  }

  convert(schema: AnySchema | undefined, { strategy }: { strategy: Direction }): [boolean, JSONSchema] {
    if (!(schema instanceof z.core.$ZodType)) return [false, {}];
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(schema, {
      io: strategy,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => simplify(jsonSchema, zodSchema),
    });
    for (const [id, definition] of Object.entries($defs)) this.#keep(id, withComponentRefs(definition));
    return [!z.safeParse(schema, undefined).success, withComponentRefs(json)];
  }

  /** Adds a schema that operations do not refer to themselves. */
  add(id: string, schema: z.core.$ZodType): void {
    const [, json] = this.convert(schema, { strategy: "output" });
    if (!this.schemas[id]) this.#keep(id, json as ObjectSchema);
  }

  #keep(id: string, definition: ObjectSchema): void {
    const { id: _, ...schema } = definition as ObjectSchema & { id?: string };
    const known = this.schemas[id];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas are called "${id}" in the contract. Give one of them another id.`);
    this.schemas[id] = schema;
  }
}

/** Leaves out what says nothing to a reader, and what would forbid to add a member to an answer. */
function simplify(schema: z.core.JSONSchema.BaseSchema, from: z.core.$ZodType): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format === "date-time") delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER && !saysMaximum(from)) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
  if (schema.example !== undefined) {
    schema.examples = [schema.example];
    delete schema.example;
  }
}

/** Whether a schema bounds its numbers in words. Every whole number of zod's has the bounds of what stays exact. */
function saysMaximum({ _zod: { def } }: z.core.$ZodType): boolean {
  if ("innerType" in def && def.innerType instanceof z.core.$ZodType) return saysMaximum(def.innerType);
  return def.checks?.some(({ _zod }) => _zod.def.check === "less_than") ?? false;
}

/** Also the border between the two libraries' types of one and the same standard. */
function withComponentRefs(schema: object): ObjectSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "$ref" && typeof value === "string" ? value.replace("#/$defs/", below) : value,
  ) as ObjectSchema;
}
