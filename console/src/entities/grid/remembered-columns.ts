/** The columns that this browser remembers for a type. */
export function rememberedColumns(orgSlug: string, typePath: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(orgSlug, typePath)) ?? "null");
    return Array.isArray(value) ? value.filter((field) => typeof field === "string") : undefined;
  } catch {
    return undefined;
  }
}

export function rememberColumns(orgSlug: string, typePath: string, fields: readonly string[] | undefined): void {
  const key = keyOf(orgSlug, typePath);
  if (fields === undefined) {
    localStorage.removeItem(key);
  } else {
    localStorage.setItem(key, JSON.stringify(fields));
  }
}

function keyOf(orgSlug: string, typePath: string): string {
  return `weft.columns.${orgSlug}.${typePath}`;
}
