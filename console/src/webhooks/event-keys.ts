import { entityKinds } from "../entities/entity-kind.ts";

export const eventActions = ["create", "update", "delete"] as const;

/** What happens beside changes of single entities. */
export const namedEvents = [
  { key: "assortment|publish", label: "An assortment is published" },
  { key: "loader-process|completed", label: "A load is completed" },
  { key: "loader-process|failed", label: "A load has failed" },
  { key: "event-workflow-process|completed", label: "A workflow process is completed" },
  { key: "event-workflow-process|failed", label: "A workflow process has failed" },
] as const;

export const everything = "*";

const suggestedKeys: readonly string[] = [
  ...entityKinds.flatMap(({ name }) => [`${name}|*`, ...eventActions.map((action) => `${name}|${action}`)]),
  ...namedEvents.map(({ key }) => key),
  "audit|*",
];

/** What may be typed next: keys that nothing chosen so far covers. */
export function suggestKeys(events: readonly string[]): string[] {
  return [everything, ...eventActions.map((action) => `*|${action}`), ...suggestedKeys].filter(
    (key) => !coversKey(events, key),
  );
}

/** Whether one of the patterns names every event that the key names. */
export function coversKey(events: readonly string[], key: string): boolean {
  return events.some((pattern) => covers(pattern, key));
}

/** Whether the key is chosen by a wider pattern, so that it cannot be taken away alone. */
export function isCoveredByOther(events: readonly string[], key: string): boolean {
  return events.some((pattern) => pattern !== key && covers(pattern, key));
}

/** Adds the key, and drops those that it covers; or takes it away. */
export function toggleKey(events: readonly string[], key: string): string[] {
  if (events.includes(key)) return events.filter((event) => event !== key);
  return [...events.filter((event) => !covers(key, event)), key];
}

const auditSubject = "audit";

function covers(pattern: string, key: string): boolean {
  // Entries of the audit log are sent only to those who name them.
  if (key.startsWith(`${auditSubject}|`) && !pattern.startsWith(`${auditSubject}|`)) return false;
  if (pattern === everything || pattern === "*|*" || pattern === key) return true;
  const [subject = "", action = ""] = pattern.split("|");
  const [keySubject = "", keyAction = ""] = key.split("|");
  return (subject === "*" || subject === keySubject) && (action === "*" || action === keyAction);
}

/** A key as a sentence of few words; one of the caller's own stays as it is. */
export function describeKey(key: string): string {
  if (key === everything || key === "*|*") return "Everything";
  const named = namedEvents.find((event) => event.key === key);
  if (named !== undefined) return named.label;
  const [subject = "", action = ""] = key.split("|");
  if (subject === auditSubject) return action === "*" ? "Audit log: all entries" : `Audit log: ${action}`;
  const kind = subject === "*" ? "Anything" : entityKinds.find(({ name }) => name === subject)?.many;
  if (kind === undefined) return key;
  if (action === "*") return `${kind}: all events`;
  return eventActions.some((known) => known === action) ? `${kind}: ${action}` : key;
}
