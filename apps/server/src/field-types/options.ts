import type { OptionColor, OptionId } from "@lintel/contract";

/** A choice of a select-like field. Values hold its id, so that renaming a choice writes no entry. */
export interface Option {
  id: OptionId;
  name: string;
  color: OptionColor;
}

interface OptionLists {
  options?: readonly Option[];
  removedOptions?: readonly Option[];
}

export function findOption(options: readonly Option[] | undefined, nameOrId: string): Option | undefined {
  return options?.find((option) => option.name === nameOrId || option.id === nameOrId);
}

/** The name of an option that a value holds, which may be gone since. */
export function optionName({ options, removedOptions }: OptionLists, id: OptionId): string | undefined {
  return (findOption(options, id) ?? findOption(removedOptions, id))?.name;
}

export function unknownOption(options: readonly Option[] | undefined, name: string): string {
  const known = options?.map((option) => option.name).join(", ");
  return `Unknown option ${JSON.stringify(name)}. ${known ? `Options: ${known}.` : "The field has no options yet."}`;
}
