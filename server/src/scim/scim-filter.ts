import { invalid } from "./scim-error.ts";

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
