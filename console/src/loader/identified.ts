interface Identified {
  readonly identifier?: string | undefined;
  readonly name?: string | null | undefined;
}

/** Choices of things with an identifier, with their name where they have one. */
export function identified(entities: readonly Identified[]): { value: string; label: string }[] {
  return entities.flatMap(({ identifier, name }) =>
    identifier === undefined ? [] : [{ value: identifier, label: `${name ?? identifier} (${identifier})` }],
  );
}
