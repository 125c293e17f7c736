/** An address may contain anything; values that are not understood are ignored. */
export function readText(value: unknown): string | undefined {
  if (typeof value === "string" && value !== "") return value;
  return typeof value === "number" ? String(value) : undefined;
}

export function readTexts(value: unknown): readonly string[] | undefined {
  const texts = Array.isArray(value) ? value.map(readText).filter((text) => text !== undefined) : [];
  return texts.length === 0 ? undefined : texts;
}

export function readChoice<Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value);
}
