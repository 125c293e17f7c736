/** Values that are known without asking the service. */
export interface KnownValues {
  readonly profiles: () => readonly string[];
  readonly kinds: () => readonly string[];
}

/** By the choices that are declared, or by the name of the option or argument. */
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
