import { entityKinds } from "../entities/entity-kind.ts";

export const eventActions = ["create", "update", "delete"] as const;

/** Events that are not changes of single entities. */
export const namedEvents = [
  { key: "assortment|publish", label: "An assortment is published" },
  { key: "loader-process|completed", label: "A load completed" },
  { key: "loader-process|failed", label: "A load failed" },
  { key: "event-workflow-process|completed", label: "A workflow run completed" },
  { key: "event-workflow-process|failed", label: "A workflow run failed" },
] as const;

export const everything = "*";

const suggestedKeys: readonly string[] = [
  ...entityKinds.flatMap(({ name }) => [`${name}|*`, ...eventActions.map((action) => `${name}|${action}`)]),
  ...namedEvents.map(({ key }) => key),
  "audit|*",
];

/** Suggestions: keys that nothing selected so far covers. */
export function suggestKeys(events: readonly string[]): string[] {
  return [everything, ...eventActions.map((action) => `*|${action}`), ...suggestedKeys].filter(
    (key) => !coversKey(events, key),
  );
}

/** Whether one of the patterns names every event that the key names. */
export function coversKey(events: readonly string[], key: string): boolean {
  return events.some((pattern) => covers(pattern, key));
}

/** Whether the key is selected by a wider pattern, so that it cannot be removed alone. */
export function isCoveredByOther(events: readonly string[], key: string): boolean {
  return events.some((pattern) => pattern !== key && covers(pattern, key));
}

/** Adds the key and drops those that it covers; or removes it. */
export function toggleKey(events: readonly string[], key: string): string[] {
  if (events.includes(key)) return events.filter((event) => event !== key);
  return [...events.filter((event) => !covers(key, event)), key];
}

const auditSubject = "audit";

function covers(pattern: string, key: string): boolean {
  // Audit log entries are sent only to webhooks that name them.
  if (key.startsWith(`${auditSubject}|`) && !pattern.startsWith(`${auditSubject}|`)) return false;
  if (pattern === everything || pattern === "*|*" || pattern === key) return true;
  const [subject = "", action = ""] = pattern.split("|");
  const [keySubject = "", keyAction = ""] = key.split("|");
  return (subject === "*" || subject === keySubject) && (action === "*" || action === keyAction);
}

/** A key as a short text; a custom key stays as it is. */
export function describeKey(key: string): string {
  if (key === everything || key === "*|*") return "All events";
  const named = namedEvents.find((event) => event.key === key);
  if (named !== undefined) return named.label;
  const [subject = "", action = ""] = key.split("|");
  if (subject === auditSubject) return action === "*" ? "Audit log: all entries" : `Audit log: ${action}`;
  const kind = subject === "*" ? "Any type" : entityKinds.find(({ name }) => name === subject)?.many;
  if (kind === undefined) return key;
  if (action === "*") return `${kind}: all events`;
  return eventActions.some((known) => known === action) ? `${kind}: ${action}` : key;
}
