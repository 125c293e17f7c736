import type { z } from "zod";
import { closestName } from "./closest-name.ts";

type Issue = z.core.$ZodRawIssue;

/** What a value must be, where its schema has no text of its own. Undefined leaves the validator's text. */
export function describeIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return describeType(issue);
    case "invalid_value":
      return describeChoice(issue);
    case "too_small":
      return describeBound(issue, { ...issue, limit: Number(issue.minimum), words: ["at least", "more than"] });
    case "too_big":
      return describeBound(issue, { ...issue, limit: Number(issue.maximum), words: ["at most", "less than"] });
    case "invalid_format":
      return formats[issue.format];
    case "not_multiple_of":
      return `Must be a multiple of ${issue.divisor}.`;
    case "invalid_union":
      return describeForms(issue);
    case "invalid_key":
      return "Has a key that is not allowed.";
    case "invalid_element":
      return "Has an entry that is not allowed.";
    default:
      return undefined;
  }
}

const forms: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "a JSON object",
  record: "a JSON object",
  array: "a list",
  null: "null",
};

function describeType({ expected, input, path = [] }: Issue & { readonly expected: string }): string {
  const form = forms[expected] ?? "a value of another type";
  if (input === undefined) {
    return path.length === 0 ? `The body is required: send ${form}.` : `It is required: send ${form}.`;
  }
  return `Must be ${form}, not ${formOf(input)}.`;
}

function formOf(input: unknown): string {
  if (input === null) {
    return "null";
  }
  return forms[Array.isArray(input) ? "array" : typeof input] ?? "this value";
}

function describeChoice({ values, input }: Issue & { readonly values: readonly unknown[] }): string {
  const names = values.map(String);
  const closest = typeof input === "string" ? closestName(input.slice(0, comparedMax), names) : undefined;
  const meant = closest === undefined ? "" : ` Did you mean ${closest}?`;
  return `${input === undefined ? "It is required: send" : "Must be"} ${names.length === 1 ? "" : "one of "}${names.join(", ")}.${meant}`;
}

const comparedMax = 128;

/** The options are the values of the member that decides on the form. */
function describeForms({ options }: Issue & { readonly options?: unknown }): string {
  return Array.isArray(options) && options.length > 0
    ? `Must be one of ${options.join(", ")}.`
    : "Has none of the allowed forms. See the description of the operation.";
}

interface Bound {
  readonly origin: string;
  readonly inclusive?: boolean | undefined;
  readonly exact?: boolean | undefined;
  readonly limit: number;
  /** Of an inclusive and of an exclusive bound. */
  readonly words: readonly [string, string];
}

function describeBound({ code }: Issue, { origin, inclusive = true, exact, limit, words }: Bound): string {
  const unit = units[origin];
  if (unit === undefined) {
    return `Must be ${words[inclusive ? 0 : 1]} ${limit}.`;
  }
  if (code === "too_small" && limit === 1 && exact !== true) {
    return "Must not be empty.";
  }
  return `Must have ${exact === true ? "exactly" : words[inclusive ? 0 : 1]} ${limit} ${unit[limit === 1 ? 0 : 1]}.`;
}

const units: Readonly<Record<string, readonly [string, string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
  set: ["entry", "entries"],
  map: ["entry", "entries"],
};

const formats: Readonly<Record<string, string>> = {
  email: "Must be an email address, such as ada@example.com.",
  url: "Must be an absolute URL, such as https://example.com/path.",
  datetime: "Must be a time in UTC, such as 2026-12-31T12:00:00.000Z.",
  date: "Must be a date, such as 2026-12-31.",
};
