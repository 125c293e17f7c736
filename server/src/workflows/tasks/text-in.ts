/** A criterion that the database query can apply. All others are applied in memory. */
export function textIn(criteria: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = criteria[field];
  return typeof value === "string" && "or" in criteria === false ? value : undefined;
}
