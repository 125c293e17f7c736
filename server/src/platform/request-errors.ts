import type { RequestFault } from "@weft/contract";
import type { z } from "zod";
import { closestName } from "./closest-name.ts";
import { knownMembers } from "./known-members.ts";
import { Problem } from "./problem.ts";

export type RequestPart = "body" | "query" | "path";

/** Parses one part of a request; an invalid part is rejected with all of its errors. */
export function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: RequestPart,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  const unstorable = part === "body" ? [] : validateNul(value);
  if (parsed.success && unstorable.length === 0) {
    return parsed.data;
  }
  const errors = [...unstorable, ...validateError(parsed.error, part, schema)];
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  throw new Problem("invalid-request", `Invalid ${part} at ${first?.pointer}: ${first?.detail}${more}`, {
    errors,
  });
}

/** Every error of a value against the schema. */
export function validatePart(schema: z.ZodType, value: unknown, part: RequestPart): RequestFault[] {
  return validateError(schema.safeParse(value).error, part, schema);
}

function validateError(error: z.ZodError | undefined, part: RequestPart, schema: z.ZodType): RequestFault[] {
  return error?.issues.flatMap((issue) => toErrors(issue, part, schema)) ?? [];
}

/** A body was parsed strictly; in a URL %00 is well-formed, but PostgreSQL cannot search for it. */
function validateNul(value: unknown): RequestFault[] {
  const texts = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return texts
    .filter(([, text]) => String(text).includes("\0"))
    .map(([name]) => ({ pointer: name, code: "invalid-value", detail: "NUL (%00) is not allowed." }));
}

function toErrors(issue: z.core.$ZodIssue, part: RequestPart, schema: z.ZodType): RequestFault[] {
  if (issue.code === "unrecognized_keys") {
    const known = knownMembers(schema, issue.path);
    return issue.keys.map((key) => ({
      pointer: pointerTo([...issue.path, key], part),
      code: "unknown-member",
      detail: `${key} is unknown here. ${adviceFor(key, known)}`,
    }));
  }
  const code = issue.code === "custom" ? "invalid-value" : issue.code.replaceAll("_", "-");
  return [{ pointer: pointerTo(issue.path, part), code, detail: issue.message }];
}

function adviceFor(key: string, known: readonly string[]): string {
  const closest = closestName(key, known);
  return closest === undefined ? "Remove it, or check its spelling." : `Did you mean ${closest}?`;
}

function pointerTo(path: readonly PropertyKey[], part: RequestPart): string {
  if (part !== "body") {
    return path.map(String).join(".");
  }
  return `#${path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
}
