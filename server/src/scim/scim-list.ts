import { invalid } from "./scim-error.ts";

/** A resource as sent. */
export type Resource = Readonly<Record<string, unknown>> & { readonly id: string };

interface ListQuery {
  readonly filter?: string | undefined;
  readonly startIndex?: string | undefined;
  readonly count?: string | undefined;
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

export const countMax = 200;
const countDefault = 100;

interface Page<Item> {
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

/** One comparison of a filter. Names are in lower case: attributes are not case sensitive. */
export interface Comparison {
  readonly attribute: string;
  readonly value: string | boolean;
}

const textMax = 2000;
const comparisonsMax = 10;

// emails.value, emails[type eq "work"].value, or a name prefixed with its schema.
const comparisonPattern =
  /^\s*(?:urn:[\w.:-]+:)?([a-z][\w$-]*(?:\[[^\]]*\])?(?:\.[a-z$][\w$-]*)?)\s+([a-z]{2})\s+("(?:[^"\\]|\\.)*"|true|false)\s*/i;

/** Parses eq comparisons joined by and: the filters that identity providers send. Anything else is rejected. */
export function parseFilter(text: string | undefined): Comparison[] {
  if (text === undefined) {
    return [];
  }
  const comparisons: Comparison[] = [];
  let rest = text.length > textMax ? "" : text;
  do {
    const [all, attribute = "", operator = "", value = ""] = comparisonPattern.exec(rest) ?? [];
    if (all === undefined || operator.toLowerCase() !== "eq" || comparisons.length === comparisonsMax) {
      throw unsupported();
    }
    comparisons.push({ attribute: attribute.replace(/\[[^\]]*\]/, "").toLowerCase(), value: readValue(value) });
    rest = rest.slice(all.length);
    if (rest !== "" && !/^and\s/i.test(rest)) {
      throw unsupported();
    }
    rest = rest.slice("and".length);
  } while (rest !== "");
  return comparisons;
}

function readValue(text: string): string | boolean {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith('"') ? text : text.toLowerCase());
  } catch {
    throw unsupported();
  }
  if (typeof value !== "string" && typeof value !== "boolean") {
    throw unsupported();
  }
  return value;
}

/** How the resources of a type can be compared, by attribute. */
export type Comparisons<Resource> = Readonly<Record<string, (resource: Resource, value: string | boolean) => boolean>>;

export function requireSupported<Resource>(filter: readonly Comparison[], supported: Comparisons<Resource>): void {
  for (const { attribute } of filter) {
    if (!Object.hasOwn(supported, attribute)) {
      const names = Object.keys(supported).join(", ");
      throw invalid("invalidFilter", `The filter cannot use the attribute ${attribute}. It can use ${names}.`);
    }
  }
}

export function matches<Resource>(
  filter: readonly Comparison[],
  supported: Comparisons<Resource>,
  resource: Resource,
): boolean {
  return filter.every(({ attribute, value }) => supported[attribute]?.(resource, value) === true);
}

/** The text that a filter compares with one of these attributes, if any. */
export function askedText(filter: readonly Comparison[], ...attributes: readonly string[]): string | undefined {
  const asked = filter.find(({ attribute }) => attributes.includes(attribute))?.value;
  return typeof asked === "string" ? asked : undefined;
}

/** False for text that cannot be stored: it matches nothing, and the database would reject it. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

export function isSameFolded(text: string, value: string | boolean): boolean {
  return typeof value === "string" && text.toLowerCase() === value.toLowerCase();
}

function unsupported() {
  return invalid(
    "invalidFilter",
    'Only comparisons by eq, joined by and, are supported, such as userName eq "ada@example.com".',
  );
}
