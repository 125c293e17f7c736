/** The parameters of an OAuth request, as application/x-www-form-urlencoded. Each has one value. */
export type FormParameters = ReadonlyMap<string, string>;

/**
 * Returns undefined if a parameter is repeated, which RFC 6749 (3.1, 3.2) forbids. A parameter without a value counts as
 * absent.
 */
export function readFormParameters(text: string): FormParameters | undefined {
  const entries = [...new URLSearchParams(text)];
  const names = new Set(entries.map(([name]) => name));
  return names.size < entries.length ? undefined : new Map(entries.filter(([, value]) => value !== ""));
}
