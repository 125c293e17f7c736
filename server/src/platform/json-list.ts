/** Serialized JSON values, as one list. */
export function jsonList(values: readonly string[]): string {
  return `[${values.join(",")}]`;
}
