import { entityKinds } from "../../entities/entity-kind.ts";

/** The trigger of a workflow as the form edits it; the API has it as one key. */
export type Trigger =
  | { readonly type: "entity"; readonly kind: string; readonly action: string }
  | { readonly type: "publish" }
  | { readonly type: "load"; readonly outcome: string }
  | { readonly type: "run"; readonly outcome: string }
  | { readonly type: "manual"; readonly key: string }
  | { readonly type: "schedule"; readonly expression: string }
  | { readonly type: "webhook"; readonly id: string }
  | { readonly type: "external"; readonly eventType: string; readonly actionType: string };

export type TriggerType = Trigger["type"];

/** The kinds of product data; the others do not raise these keys. */
export const triggerKinds = entityKinds.map(({ name }) => name);

export const entityActions = ["create", "update", "delete"] as const;

/** For each type, its label and its initial value. */
export const triggerTypes: Readonly<Record<TriggerType, { readonly label: string; readonly start: string }>> = {
  entity: { label: "Data changes", start: "item|update" },
  manual: { label: "Manual start", start: "manual|start" },
  schedule: { label: "Schedule", start: "cron|0 6 * * *" },
  load: { label: "A load ends", start: "loader-process|completed" },
  publish: { label: "An assortment is published", start: "assortment|publish" },
  run: { label: "A run of another workflow ends", start: "event-workflow-process|failed" },
  webhook: { label: "An inbound webhook is called", start: "webhook|" },
  external: { label: "External event", start: "order|placed" },
};

export function readTrigger(key: string): Trigger {
  const at = key.indexOf("|");
  const [subject, action] = at < 0 ? [key, ""] : [key.slice(0, at), key.slice(at + 1)];
  if (key === "assortment|publish") return { type: "publish" };
  if (subject === "cron") return { type: "schedule", expression: action };
  if (subject === "manual") return { type: "manual", key: action };
  if (subject === "webhook") return { type: "webhook", id: action };
  if (subject === "loader-process") return { type: "load", outcome: action };
  if (subject === "event-workflow-process") return { type: "run", outcome: action };
  if (triggerKinds.some((kind) => kind === subject)) return { type: "entity", kind: subject, action };
  return { type: "external", eventType: subject, actionType: action };
}

export function writeTrigger(trigger: Trigger): string {
  switch (trigger.type) {
    case "entity":
      return `${trigger.kind}|${trigger.action}`;
    case "publish":
      return "assortment|publish";
    case "load":
      return `loader-process|${trigger.outcome}`;
    case "run":
      return `event-workflow-process|${trigger.outcome}`;
    case "manual":
      return `manual|${trigger.key}`;
    case "schedule":
      return `cron|${trigger.expression}`;
    case "webhook":
      return `webhook|${trigger.id}`;
    case "external":
      return `${trigger.eventType}|${trigger.actionType}`;
  }
}

/** Whether a person or another system may raise it; everything else is raised only by the service. */
export function isStartable(key: string): boolean {
  const { type } = readTrigger(key);
  return type === "manual" || type === "external";
}

const deeds: Readonly<Record<string, string>> = { create: "created", update: "changed", delete: "deleted" };

/** A key as text: item|update is "An item is changed". */
export function describeTrigger(key: string): string {
  const trigger = readTrigger(key);
  switch (trigger.type) {
    case "entity":
      return `${withArticle(kindLabel(trigger.kind))} is ${deeds[trigger.action] ?? trigger.action}`;
    case "publish":
      return "An assortment is published";
    case "load":
      return `A load ${formatOutcome(trigger.outcome)}`;
    case "run":
      return `A run of another workflow ${formatOutcome(trigger.outcome)}`;
    case "manual":
      return `Manual start “${trigger.key}”`;
    case "schedule":
      return describeSchedule(trigger.expression);
    case "webhook":
      return "An inbound webhook is called";
    case "external":
      return `External event ${trigger.eventType} ${trigger.actionType}`;
  }
}

/** Several keys as one sentence: An item is created or an item is changed. */
export function describeTriggers(keys: readonly string[]): string {
  const [first = "No trigger", ...others] = keys.map(describeTrigger);
  return [first, ...others.map((words) => words.charAt(0).toLowerCase() + words.slice(1))].join(" or ");
}

function formatOutcome(outcome: string): string {
  return outcome === "completed" ? "completed" : "failed";
}

export function kindLabel(kind: string): string {
  return kind.replaceAll("-", " ");
}

function withArticle(noun: string): string {
  return /^[aeiou]/.test(noun) ? `An ${noun}` : `A ${noun}`;
}

export const schedules: readonly { readonly expression: string; readonly words: string }[] = [
  { expression: "*/15 * * * *", words: "Every 15 minutes" },
  { expression: "0 * * * *", words: "Every hour" },
  { expression: "0 6 * * *", words: "Every day at 6:00" },
  { expression: "0 6 * * 1-5", words: "Monday to Friday at 6:00" },
  { expression: "0 6 * * 1", words: "Every Monday at 6:00" },
  { expression: "0 6 1 * *", words: "The first day of each month at 6:00" },
];

export function describeSchedule(expression: string): string {
  const known = schedules.find((schedule) => schedule.expression === expression);
  return known?.words ?? `Schedule ${expression}`;
}
