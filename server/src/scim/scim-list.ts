/** A resource as sent. */
export type Resource = Readonly<Record<string, unknown>> & { readonly id: string };

export interface ListQuery {
  readonly filter?: string | undefined;
  readonly startIndex?: string | undefined;
  readonly count?: string | undefined;
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

export const countMax = 200;
const countDefault = 100;

export interface Page<Item> {
  readonly totalResults: number;
  readonly startIndex: number;
  readonly items: readonly Item[];
}

/** Out-of-range values are handled as in RFC 7644, section 3.4.2.4: below 1 starts at 1, below 0 returns none. */
export function pageOf<Item>(items: readonly Item[], query: ListQuery): Page<Item> {
  const startIndex = Math.max(1, wholeNumber(query.startIndex, 1));
  const count = Math.min(countMax, Math.max(0, wholeNumber(query.count, countDefault)));
  return { totalResults: items.length, startIndex, items: items.slice(startIndex - 1, startIndex - 1 + count) };
}

export function listResponse({ totalResults, startIndex, items }: Page<Resource>, query: ListQuery) {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults,
    startIndex,
    itemsPerPage: items.length,
    Resources: items.map((item) => project(item, query)),
  };
}

/** Only the requested attributes. The id and the schemas are always returned. */
export function project(resource: Resource, query: Pick<ListQuery, "attributes" | "excludedAttributes">) {
  const wanted = namesIn(query.attributes);
  const excluded = namesIn(query.excludedAttributes);
  const isSent = (name: string) =>
    name === "id" || name === "schemas" || (wanted.size === 0 ? !excluded.has(name) : wanted.has(name));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isSent(name.toLowerCase())));
}

/** Whether an expensive attribute is needed. */
export function isWanted(name: string, query: Pick<ListQuery, "attributes" | "excludedAttributes">): boolean {
  const wanted = namesIn(query.attributes);
  return wanted.size === 0 ? !namesIn(query.excludedAttributes).has(name) : wanted.has(name);
}

/** Attributes by their outermost name: a sub-attribute such as name.givenName selects the whole. */
function namesIn(text: string | undefined): ReadonlySet<string> {
  const names = (text ?? "").split(",").map((name) => name.trim().replace(/^urn:[\w.:-]+:/i, ""));
  return new Set(names.filter((name) => name !== "").map((name) => (name.split(".")[0] ?? "").toLowerCase()));
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : otherwise;
}
