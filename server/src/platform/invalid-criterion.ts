import { Problem } from "./problem.ts";

/** A fault in a key of the parameter criteria. */
export function invalidCriterion(key: string, detail: string): Problem {
  return new Problem("invalid-request", detail, {
    errors: [{ pointer: `criteria.${key}`, code: "invalid-value", detail }],
  });
}
