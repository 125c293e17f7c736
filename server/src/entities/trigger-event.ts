import { type LabelOf, propertyLabels } from "../changes/property-labels.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { Entity } from "./entity.ts";
import { triggerKeyOf, type WeftEvent } from "./event-listener.ts";
import { presentEntity } from "./present-entity.ts";
import { diffsOf } from "./write/diff-entities.ts";

/** An event as sent to workflows and webhooks: plain JSON. */
export type TriggerEvent = Readonly<Record<string, JsonValue>> & {
  readonly triggerKey: string;
  readonly occurredOn: string;
};

/** Converts events to documents. Types are looked up once for all of them. */
export function triggerEventMaker(types: TypeTree): (event: WeftEvent) => TriggerEvent {
  const labelOf = propertyLabels(types);
  const occurredOn = new Date().toISOString();
  return (event) => ({ triggerKey: triggerKeyOf(event), occurredOn, ...reportingOf(event, labelOf) });
}

/** The subject of an event, as named in the history. */
export function subjectOf(event: WeftEvent): string | undefined {
  if (event.kind === "named") {
    return event.subject && `${event.subject.entityType}:${event.subject.id}`;
  }
  const entity = event.after ?? event.before;
  return entity && `${entity.entityType}:${entity.id}`;
}

/** The version of an entity change in the history. Undefined for other events. */
export function versionOf(event: WeftEvent): number | undefined {
  if (event.kind === "named") {
    return undefined;
  }
  // A deletion has its own version.
  return event.after?.version ?? (event.before === undefined ? undefined : event.before.version + 1);
}

function reportingOf(event: WeftEvent, labelOf: LabelOf): Record<string, JsonValue> {
  const entityReference = subjectOf(event);
  const common = {
    ...(entityReference === undefined ? {} : { entityReference }),
    changeSetId: event.author.changeSetId,
  };
  if (event.kind === "named") {
    return { ...common, ...event.payload };
  }
  const { before, after } = event;
  return {
    ...common,
    ...(after === undefined ? {} : { newData: presentEntity(after, "all") }),
    ...(before === undefined ? {} : { oldData: presentEntity(before, "all") }),
    ...(before === undefined || after === undefined ? {} : { propertyDiffs: presentDiffs(before, after, labelOf) }),
  };
}

function presentDiffs(before: Entity, after: Entity, labelOf: LabelOf): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(diffsOf(before, after)).map(([slug, [oldValue, newValue]]) => [
      slug,
      { propertyName: labelOf(after.typePath, slug), oldValue, newValue },
    ]),
  );
}
