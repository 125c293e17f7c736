import type { JsonObject } from "@weft/client";
import { readTrigger } from "./trigger-key.ts";

/** A sample event for the trigger key. */
export function sampleEvent(key: string, entity?: JsonObject): JsonObject {
  const trigger = readTrigger(key);
  switch (trigger.type) {
    case "entity":
      return entityEvent(trigger.kind, trigger.action, entity ?? { id: "", name: "" });
    case "publish":
      return { assortmentId: "", assortmentPublishChangeId: "" };
    case "webhook":
      return { body: {}, headers: {} };
    case "load":
    case "run":
    case "manual":
    case "schedule":
    case "external":
      return {};
  }
}

function entityEvent(kind: string, action: string, entity: JsonObject): JsonObject {
  const reference =
    typeof entity["id"] === "string" && entity["id"] !== "" ? { entityReference: `${kind}:${entity["id"]}` } : {};
  if (action === "create") return { ...reference, newData: entity };
  return action === "delete"
    ? { ...reference, oldData: entity }
    : { ...reference, newData: entity, oldData: entity, propertyDiffs: {} };
}
