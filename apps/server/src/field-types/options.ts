import type { OptionColor, OptionId } from "@lintel/contract";

/** A choice of a select-like field. Values hold its id, so that renaming a choice writes no entry. */
export interface Option {
  id: OptionId;
  name: string;
  color: OptionColor;
}

export function findOption(options: readonly Option[] | undefined, nameOrId: string): Option | undefined {
  return options?.find((option) => option.name === nameOrId || option.id === nameOrId);
}

export function unknownOption(options: readonly Option[] | undefined, name: string): string {
  const known = options?.map((option) => option.name).join(", ");
  return `Unknown option ${JSON.stringify(name)}. ${known ? `Options: ${known}.` : "The field has no options yet."}`;
}
