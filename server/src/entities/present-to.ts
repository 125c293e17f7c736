import type { Caller } from "../access/caller.ts";
import { decide, targetOf } from "../access/decide.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { Entity } from "./entity.ts";
import { presentEntity, type VisibleFields } from "./present-entity.ts";
import { wholeEntityText } from "./properties-text.ts";

const nothing: ReadonlySet<string> = new Set();

/** An entity as returned to the caller that wrote it. A caller that may not read it gets only its system fields. */
export function presentTo(caller: Caller, entity: Entity): Record<string, JsonValue> {
  return presentEntity(entity, visibleTo(caller, entity));
}

/** The same as JSON. */
export function textFor(caller: Caller, entity: Entity): string {
  const visible = visibleTo(caller, entity);
  return visible === "all" ? wholeEntityText(entity) : JSON.stringify(presentEntity(entity, visible));
}

function visibleTo(caller: Caller, entity: Entity): VisibleFields {
  const decision = decide(caller, "read", targetOf(entity));
  return decision.isAllowed ? decision.fields : nothing;
}
