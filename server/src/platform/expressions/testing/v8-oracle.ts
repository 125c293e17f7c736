import { createContext, Script } from "node:vm";
import type { JsonValue } from "../../json-value.ts";
import { ExpressionError } from "../expression-error.ts";

// The engine uses UTC on every machine; so must V8, for the comparison.
process.env["TZ"] = "UTC";

export type Outcome = { readonly value: JsonValue } | "fails";

/** The current time, for V8. */
export const frozenNow = Date.parse("2026-11-15T12:34:56.789Z");

const context = createContext({ v: undefined });
// What the engine replaces for determinism is replaced here as well.
new Script(`
  String.prototype.localeCompare = function (other) {
    const [first, second] = [String(this), String(other)];
    return first === second ? 0 : first < second ? -1 : 1;
  };
  Date = class extends Date {
    constructor(...parts) {
      super(...(parts.length === 0 ? [${frozenNow}] : parts));
    }
    static now() {
      return ${frozenNow};
    }
  };
`).runInContext(context);

/** The result of a JavaScript expression in V8, with the values in v, in the engine's format. */
export function askV8(expression: string, values: { readonly [name: string]: JsonValue }): Outcome {
  // The values become objects of the context's realm, and each evaluation gets new ones.
  const assign = `v = JSON.parse(${JSON.stringify(JSON.stringify(values))});`;
  try {
    const script = new Script(`${assign} (${expression}\n)`);
    return { value: answerOf(script.runInContext(context, { timeout: 5000 })) };
  } catch {
    return "fails";
  }
}

/** As in resultOf: a date is its ISO text, and a list has no undefined. */
function answerOf(value: unknown): JsonValue {
  if (value === null || value === undefined) return value;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return Array.from(value, (inner) => answerOf(inner) ?? null);
  if (typeof value !== "object") throw new ExpressionError(`V8 answers a ${typeof value}`, 0);
  if (Object.prototype.toString.call(value) === "[object Date]") return JSON.parse(isoText(value));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, answerOf(inner)]));
}

/** JSON has null for an invalid date, and the engine throws an error. */
function isoText(date: object): string {
  const text = JSON.stringify(date);
  if (text === "null") throw new ExpressionError("V8 answers an invalid date", 0);
  return text;
}
