import type { OptionColor, OptionId } from "@lintel/contract";
import { optionColors } from "@lintel/contract";
import type { FieldInput } from "@lintel/contract/management";
import { badRequest } from "../../api/api-error.js";
import { newId } from "../../db/new-id.js";
import type { FieldConfig } from "../../field-types/field-type.js";
import type { Option } from "../../field-types/options.js";
import { fieldTypeRegistry } from "../../field-types/registry.js";
import { findLiveType } from "./find.js";
import type { Model } from "./model.js";

/** Checks what a field's type needs beside its name, and gives it the form in which it is stored. */
export function readFieldConfig(
  model: Model,
  input: Pick<FieldInput, "type" | "options" | "collection">,
): FieldConfig {
  const { uses } = fieldTypeRegistry[input.type];
  if (input.options && !uses.includes("options")) {
    throw badRequest([
      { path: "options", message: `A field of type "${input.type}" takes no options. Leave them out.` },
    ]);
  }
  if (input.collection !== undefined && !uses.includes("target")) {
    throw badRequest([
      {
        path: "collection",
        message: `A field of type "${input.type}" points to no content type. Leave it out.`,
      },
    ]);
  }
  if (uses.includes("target")) {
    if (input.collection === undefined) {
      throw badRequest([
        { path: "collection", message: "Name the content type that the field points to, by slug or id." },
      ]);
    }
    return { target: findLiveType(model, input.collection).id };
  }
  return uses.includes("options") ? { options: readOptions(input.options ?? [], []) } : {};
}

/** Options in their new order: known ones keep their id, new ones get one. */
export function readOptions(input: NonNullable<FieldInput["options"]>, known: readonly Option[]): Option[] {
  const names = new Set<string>();
  return input.map((option, place) => {
    const path = `options[${place}]`;
    const before = option.id
      ? known.find((candidate) => candidate.id === option.id)
      : known.find((candidate) => candidate.name === option.name);
    if (option.id && !before) {
      throw badRequest([
        { path: `${path}.id`, message: `The field has no option with the id "${option.id}".` },
      ]);
    }
    const folded = option.name.toLowerCase();
    if (names.has(folded)) {
      throw badRequest([
        {
          path: `${path}.name`,
          message: `The option "${option.name}" is there twice. Names are told apart without case.`,
        },
      ]);
    }
    names.add(folded);
    return {
      id: before?.id ?? newOptionId(),
      name: option.name,
      color: option.color ?? before?.color ?? colorAt(place),
    };
  });
}

const newOptionId = (): OptionId => newId("option");
const colorAt = (place: number): OptionColor => optionColors[place % optionColors.length]!;
