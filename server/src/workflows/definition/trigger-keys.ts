import { entityKinds, operations } from "@weft/contract";
import { findOrg } from "../../access/org-store.ts";
import { closestName, misspelledName } from "../../platform/closest-name.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { nextOccurrence } from "../../platform/schedules/next-occurrence.ts";
import { CronError, parseCron } from "../../platform/schedules/parse-cron.ts";
import type { WorkflowRow } from "../workflow-store.ts";
import { saveSchedules } from "./schedule-store.ts";

/** The keys of events that the service itself emits. */
const raisedKeys: readonly string[] = [
  ...entityKinds.flatMap(({ name }) => ["create", "update", "delete"].map((action) => `${name}|${action}`)),
  "assortment|publish",
  "loader-process|completed",
  "loader-process|failed",
  "event-workflow-process|completed",
  "event-workflow-process|failed",
];

const ownTypes = new Set(raisedKeys.map((key) => key.split("|")[0] ?? ""));

/** Returns an error message if the trigger key is invalid. Keys of external events can be any text. */
export function validateTriggerKey(key: string): string | undefined {
  const [type = "", action = "", ...more] = key.split("|");
  if (type.trim() !== type || type === "" || action.trim() === "" || more.length > 0) {
    return `${JSON.stringify(key)} is not a trigger key. It has two parts, such as item|update or manual|approve.`;
  }
  if (type === "cron") {
    return validateCron(action);
  }
  if (type === "webhook" && !/^[A-Za-z0-9_-]{16}$/.test(action)) {
    return "webhook| must be followed by the id of an inbound webhook, as returned by POST /api/inbound-webhooks.";
  }
  const meant = typeMeantBy(type, action);
  if (meant !== undefined && !raisedKeys.includes(key)) {
    const nearest = closestName(`${meant}|${action}`, raisedKeys) ?? raisedKeys[0];
    return `Unknown event ${key}. Did you mean ${nearest}?`;
  }
  if (type !== "webhook" && isSystemKey(key) && !raisedKeys.includes(key)) {
    return `No event has the key ${key}, and callers cannot raise ${type} events. Choose another first part.`;
  }
  return undefined;
}

/** Every kind of the product by its singular and plural name, and the other event sources of the service. */
const systemTypes: ReadonlySet<string> = new Set([
  ...operations.flatMap(({ aliasOf }) => (aliasOf === undefined ? [] : [aliasOf.singular, aliasOf.plural])),
  "org",
  "cron",
  "audit",
]);

/**
 * Whether only the service itself may raise events with this key. Types are compared without case and whitespace, and
 * type paths by their root, so that no receiver mistakes an external event for one of the service.
 */
function isSystemKey(key: string): boolean {
  const [type = ""] = key.split("|");
  const [root = ""] = type.split(":");
  return systemTypes.has(root.normalize("NFKC").trim().toLowerCase());
}

/** Returns an error message if callers may not raise the key. */
export function validateRaisedKey(key: string): string | undefined {
  const [type] = key.split("|");
  return isSystemKey(key)
    ? `Only the service raises ${type} events. Use manual|<key>, or an external event name such as order|shipped whose first part is not a built-in kind, cron or webhook.`
    : undefined;
}

const ownActions = new Set(raisedKeys.map((key) => key.split("|")[1] ?? ""));

/**
 * A plural or capitals look like a typo, and so does a type that differs by a letter before an action of ours. Any other
 * type is taken as external.
 */
function typeMeantBy(type: string, action: string): string | undefined {
  const lower = type.toLowerCase();
  const singular = entityKinds.find(({ plural }) => plural === lower)?.name ?? lower;
  if (ownTypes.has(singular)) {
    return singular;
  }
  return ownActions.has(action) && lower.length <= typeLengthMax ? misspelledName(lower, [...ownTypes]) : undefined;
}

const typeLengthMax = 40;

function validateCron(expression: string): string | undefined {
  try {
    parseCron(expression);
    return undefined;
  } catch (error) {
    if (error instanceof CronError) {
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

/** Computes the next times of a workflow's schedules in the time zone of its org. */
export async function scheduleWorkflow(tx: Transaction, orgId: string, workflow: WorkflowRow): Promise<void> {
  const keys = workflow.is_active ? workflow.definition.triggers.filter(isCronKey) : [];
  const timeZone = (await findOrg(tx, orgId))?.time_zone ?? "UTC";
  const now = new Date();
  const schedules = keys.map((triggerKey) => ({ triggerKey, nextOn: nextTime(triggerKey, timeZone, now) }));
  await saveSchedules(tx, orgId, workflow.id, schedules);
}

export function nextTime(triggerKey: string, timeZone: string, after: Date): Date {
  return nextOccurrence(parseCron(cronOf(triggerKey)), timeZone, after);
}
