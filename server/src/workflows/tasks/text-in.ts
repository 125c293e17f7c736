/** A criterion that the database can look for by itself; all others are looked for in what it finds. */
export function textIn(criteria: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = criteria[field];
  return typeof value === "string" && "or" in criteria === false ? value : undefined;
}
