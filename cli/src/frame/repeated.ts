/** For a repeatable option. */
export function repeated(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
