/** Whether two values are equal, whatever the order of their keys; undefined equals null. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return stableText(one) === stableText(other);
}

function stableText(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) => (isObject(inner) ? sorted(inner) : inner));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));
}
