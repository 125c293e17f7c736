import type { Caller } from "../access/caller.ts";
import { decide } from "../access/decide.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { Entity } from "./entity.ts";
import { presentEntity } from "./present-entity.ts";
import { targetOf } from "./write/check-write-rights.ts";

const nothing: ReadonlySet<string> = new Set();

/** What the caller sees of an entity that it has written: who may not read it sees only its system fields. */
export function presentTo(caller: Caller, entity: Entity): Record<string, JsonValue> {
  const decision = decide(caller, "read", targetOf(entity));
  return presentEntity(entity, decision.isAllowed ? decision.fields : nothing);
}
