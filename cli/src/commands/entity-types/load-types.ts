import type { EntityType, OptionSet, Weft } from "@weft/client";

/** All types and option sets of the organization. */
export interface StoredTypes {
  readonly types: readonly EntityType[];
  readonly optionSets: readonly OptionSet[];
}

export async function loadTypes(weft: Weft, signal: AbortSignal): Promise<StoredTypes> {
  const types: EntityType[] = [];
  for await (const type of weft.entities.all({ entityName: "entity-type", limit: 1000, signal })) {
    types.push(type);
  }
  const optionSets: OptionSet[] = [];
  for await (const set of weft.entities.all({ entityName: "option-set", limit: 1000, signal })) {
    optionSets.push(set);
  }
  return { types, optionSets };
}
