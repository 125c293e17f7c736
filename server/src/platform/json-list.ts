/** Values that are JSON already, as one list. */
export function jsonList(values: readonly string[]): string {
  return `[${values.join(",")}]`;
}
