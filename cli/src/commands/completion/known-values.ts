/** Values known without a request. */
export interface KnownValues {
  readonly profiles: () => readonly string[];
  readonly kinds: () => readonly string[];
}

/** From the declared choices, or from the name of the option or argument. */
export function valuesOf(name: string, choices: readonly string[] | undefined, known: KnownValues): readonly string[] {
  if (choices !== undefined) return choices;
  switch (name) {
    case "profile":
      return known.profiles();
    case "kind":
    case "entityName":
    case "entityType":
      return known.kinds();
    default:
      return [];
  }
}
