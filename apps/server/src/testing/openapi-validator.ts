import type { OpenAPI } from "@orpc/openapi";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { safetyHeaders } from "../http/safety-headers.js";

/** What belongs to the connection or to the encoding of a body, and not to the API. */
const ofTransport = [
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
];
/** Said once, of every answer of a request that spent a budget. */
const ofBudgets = ["ratelimit", "ratelimit-policy"];
const undocumented = new Set([...ofTransport, ...Object.keys(safetyHeaders), "transfer-encoding"]);

/**
 * Holds answers against an OpenAPI document, more strictly than a client should: a header or a member that the
 * document does not name is a finding.
 */
export class OpenApiValidator {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(readonly document: OpenAPI.Document) {
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(closed(document), "api");
  }

  /** Everything about an answer that the document does not say, in words. */
  findings(
    path: string,
    method: string,
    answer: { status: number; headers: Headers; text: string },
  ): string[] {
    const pointer = ["paths", path, method.toLowerCase(), "responses", String(answer.status)];
    const found = this.#follow(pointer);
    if (!found) return [`${answer.status} is not documented`];
    return [
      ...headerFindings(found.value, answer.headers),
      ...this.#bodyFindings(found.pointer, found.value, answer),
    ];
  }

  #bodyFindings(
    pointer: string[],
    response: OpenAPI.ResponseObject,
    { headers, text }: { headers: Headers; text: string },
  ): string[] {
    const [type = ""] = (headers.get("content-type") ?? "").split(";");
    if (!response.content)
      return text === "" && type === "" ? [] : [`a body of type "${type}" is not documented`];
    if (!response.content[type]) return [`the type "${type}" is not documented`];
    const validate = this.#validator([...pointer, "content", type, "schema"]);
    validate(JSON.parse(text));
    return (validate.errors ?? []).map(({ instancePath, message }) => `body${instancePath} ${message}`);
  }

  #validator(pointer: string[]): ValidateFunction {
    const validate = this.#ajv.getSchema(`api#/${pointer.map(escapePointer).join("/")}`);
    if (!validate) throw new Error(`No schema at ${pointer.join("/")}`);
    return validate;
  }

  #follow(pointer: string[]): { pointer: string[]; value: OpenAPI.ResponseObject } | undefined {
    const value = at(this.document, pointer) as OpenAPI.ResponseObject | OpenAPI.ReferenceObject | undefined;
    if (!value) return undefined;
    return "$ref" in value && typeof value.$ref === "string"
      ? this.#follow(value.$ref.slice(2).split("/"))
      : { pointer, value: value as OpenAPI.ResponseObject };
  }
}

function headerFindings(response: OpenAPI.ResponseObject, headers: Headers): string[] {
  const described = Object.entries(response.headers ?? {});
  const documented = new Set(described.map(([name]) => name.toLowerCase()));
  const always = described.filter(([, header]) => !("required" in header && header.required === false));
  const sent = new Set([...headers.keys()].filter((name) => !undocumented.has(name)));
  return [
    ...[...sent]
      .filter((name) => !documented.has(name) && !ofBudgets.includes(name))
      .map((name) => `the header ${name} is not documented`),
    ...always
      .map(([name]) => name.toLowerCase())
      .filter((name) => !sent.has(name))
      .map((name) => `the header ${name} is not sent`),
  ];
}

const escapePointer = (key: string): string =>
  encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));

function at(value: unknown, pointer: string[]): unknown {
  return pointer.reduce(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    value,
  );
}

/** The same document with no room for members that a schema does not name. */
function closed(document: OpenAPI.Document): OpenAPI.Document {
  return JSON.parse(JSON.stringify(document), (key, node: Record<string, unknown>) => {
    if (typeof node !== "object" || node === null || key === "Error") return node;
    if (Array.isArray(node.allOf))
      return { ...node, unevaluatedProperties: false, allOf: node.allOf.map(opened) };
    const isObject = node.type === "object" && node.properties && node.additionalProperties === undefined;
    return isObject ? { ...node, additionalProperties: false } : node;
  });
}

function opened({ additionalProperties: _, ...node }: Record<string, unknown>): Record<string, unknown> {
  return node;
}
