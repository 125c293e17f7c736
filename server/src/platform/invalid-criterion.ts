import { Problem } from "./problem.ts";

/** An error in a key of the criteria parameter. */
export function invalidCriterion(key: string, detail: string): Problem {
  return new Problem("invalid-request", detail, {
    errors: [{ pointer: `criteria.${key}`, code: "invalid-value", detail }],
  });
}
