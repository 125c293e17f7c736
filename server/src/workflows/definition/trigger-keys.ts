import { entityKinds } from "@weft/contract";
import { closestName } from "../../platform/closest-name.ts";
import { CronFault } from "../../platform/schedules/cron-fault.ts";
import { parseCron } from "../../platform/schedules/parse-cron.ts";

/** The keys of what the service itself tells of. */
const raisedKeys: readonly string[] = [
  ...entityKinds.flatMap(({ name }) => ["create", "update", "delete"].map((action) => `${name}|${action}`)),
  "assortment|publish",
  "loader-process|completed",
  "loader-process|failed",
  "event-workflow-process|completed",
  "event-workflow-process|failed",
];

const ownTypes = new Set(raisedKeys.map((key) => key.split("|")[0] ?? ""));

/** What is wrong with a trigger key, in words to act on. Keys of external events are whatever their sender says. */
export function faultOfTriggerKey(key: string): string | undefined {
  const [type = "", action = "", ...more] = key.split("|");
  if (type.trim() !== type || type === "" || action.trim() === "" || more.length > 0) {
    return `${JSON.stringify(key)} is no trigger key. It has two parts, such as item|update or manual|approve.`;
  }
  if (type === "cron") {
    return faultOfCron(action);
  }
  if (type === "webhook" && !/^[A-Za-z0-9_-]{16}$/.test(action)) {
    return "webhook| is followed by the id of an inbound webhook, as POST /api/inbound-webhooks answers it.";
  }
  const meant = typeMeantBy(type);
  if (meant !== undefined && !raisedKeys.includes(key)) {
    const nearest = closestName(`${meant}|${action}`, raisedKeys) ?? raisedKeys[0];
    return `Nothing is ever told as ${key}. Did you mean ${nearest}?`;
  }
  return undefined;
}

/** A plural or capitals are what a slip looks like; any other type is one of somebody outside. */
function typeMeantBy(type: string): string | undefined {
  const lower = type.toLowerCase();
  const singular = entityKinds.find(({ plural }) => plural === lower)?.name ?? lower;
  return ownTypes.has(singular) ? singular : undefined;
}

function faultOfCron(expression: string): string | undefined {
  try {
    parseCron(expression);
    return undefined;
  } catch (error) {
    if (error instanceof CronFault) {
      return error.message;
    }
    throw error;
  }
}

export function isCronKey(key: string): boolean {
  return key.startsWith("cron|");
}

export function cronOf(key: string): string {
  return key.slice("cron|".length);
}
