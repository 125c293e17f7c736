import type { EntityType } from "@weft/client";

export interface OptionSetUser {
  readonly typePath: string;
  readonly slug: string;
  readonly label: string;
}

/** The properties that use a set. */
export function usersOf(types: readonly EntityType[], optionSetId: string): OptionSetUser[] {
  return types.flatMap(({ typePath, properties }) =>
    properties
      .filter((property) => property["optionSetId"] === optionSetId)
      .map(({ slug, label }) => ({ typePath, slug, label })),
  );
}
