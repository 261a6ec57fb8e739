import type {
  AssetId,
  ContentTypeId,
  EntryId,
  FieldTypeName,
  FieldValue,
  Operator,
  UserId,
} from "@lintel/contract";
import type { Option } from "./options.js";

/** What a field's type needs to know besides its type. */
export interface FieldConfig {
  /** The choices of select-like fields, in their order. */
  options?: Option[];
  /** Choices that are gone: nothing can be given them any more, but the history still names them. */
  removedOptions?: Option[];
  /** The content type that a reference points to. */
  target?: ContentTypeId;
}

/** A value ready to be stored, null where it is empty; or what is wrong with it, in words. */
export type Parsed<Stored> = { ok: true; value: Stored | null } | { ok: false; message: string };

export const accept = <Stored>(value: Stored | null): Parsed<Stored> => ({ ok: true, value });
export const refuse = (message: string): Parsed<never> => ({ ok: false, message });

/** What a value points to. Existence and organization are checked when it is written, and looked up when read. */
export interface Links {
  entries?: readonly EntryId[];
  assets?: readonly AssetId[];
  people?: readonly UserId[];
}

/** What was found of the things that the values of an answer point to. */
export interface Linked {
  entry(id: EntryId): FieldValue | undefined;
  asset(id: AssetId): FieldValue | undefined;
  person(id: UserId): FieldValue | undefined;
}

/** One row of the entry index for a value. */
export type IndexCell = { text: string } | { number: number };

/** A filter's operand. `exact` is compared with the stored value besides the key, where the key says less. */
export type Operand = { ok: true; key: string | number; exact?: string } | { ok: false; message: string };

/** How filters and sorts see a type's values. */
export interface FieldIndex<Stored> {
  column: "text" | "number";
  operators: readonly Operator[];
  sortable: boolean;
  cells(stored: Stored, config: FieldConfig): IndexCell[];
  /** Reads the text of an operand: `where[fields.price][gt]=12`. */
  operand(text: string, config: FieldConfig): Operand;
}

/** A value without its type, on the way from one type to another. */
export type PlainValue = string | number | boolean | string[] | null;

/** The JSON that readers get. A change between two types of one shape breaks no reader. */
export type Shape =
  | "string"
  | "number"
  | "boolean"
  | "strings"
  | "richText"
  | "person"
  | "asset"
  | "entry"
  | "entries";

/**
 * Everything that Lintel knows about a type of field. `Stored` is what lies in the database, JSON without null:
 * an empty value is not stored at all.
 */
export interface FieldType<Stored = unknown> {
  type: FieldTypeName;
  shape: Shape;
  /** Which parts of a field's config it uses; all it uses it requires. */
  uses: readonly ("options" | "target")[];
  /** `documents` for what is too large to stand beside the small values. */
  storage: "values" | "documents";
  /** Of a document, the texts that `resolve` reads: the rest of it is not loaded to answer a reader. */
  readParts?: readonly string[];
  /** What readers get for an empty value. */
  empty: null | readonly [];
  /** Checks what a writer sent. */
  parse(input: unknown, config: FieldConfig): Parsed<Stored>;
  /** What readers get; `undefined` where it points to something that is gone. */
  resolve(stored: Stored, config: FieldConfig, linked: Linked): FieldValue | undefined;
  links?(stored: Stored): Links;
  /** The words that a search finds the entry by. */
  words?(stored: Stored, config: FieldConfig): string;
  index: FieldIndex<Stored>;
  toPlain(stored: Stored, config: FieldConfig): PlainValue;
  /** What a writer gets to edit, and may send back unchanged. The plain value unless a type says otherwise. */
  toInput?(stored: Stored, config: FieldConfig): unknown;
  /** What to parse for a value of another type; `undefined` where it does not convert. */
  fromPlain(plain: Exclude<PlainValue, null>, config: FieldConfig): unknown;
}

/** Pins the stored type of a definition while the registry holds them all as one. */
export function defineFieldType<Stored>(definition: FieldType<Stored>): FieldType {
  // Sound by construction: what `resolve` and the others take was made by the same definition's `parse`.
  return definition as FieldType;
}
