import type { Caller } from "../access/caller.ts";
import { requireRight } from "../access/decide.ts";

/**
 * Returns whether the caller may read all of the fields of a type's entities. A caller that may read none finds
 * nothing.
 */
export function readableFields(caller: Caller, typePath: string): (fields: readonly string[]) => boolean {
  const decision = requireRight(caller, "read", { typePath }, "statistics");
  const readable = decision.isAllowed ? decision.fields : new Set<string>();
  return (fields) => readable === "all" || fields.every((field) => readable.has(field));
}
