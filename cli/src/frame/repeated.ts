/** For an option that may be given several times. */
export function repeated(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
