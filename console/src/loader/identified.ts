interface Identified {
  readonly identifier?: string | undefined;
  readonly name?: string | null | undefined;
}

/** Choices of what has an identifier, with its name where it has one. */
export function identified(entities: readonly Identified[]): { value: string; label: string }[] {
  return entities.flatMap(({ identifier, name }) =>
    identifier === undefined ? [] : [{ value: identifier, label: `${name ?? identifier} (${identifier})` }],
  );
}
