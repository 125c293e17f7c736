import { auditActions, entityKinds } from "@weft/contract";
import { closestName } from "../platform/closest-name.ts";
import { compileExpression } from "../platform/expressions/compiling/compile-expression.ts";
import { documentPaths } from "../platform/expressions/names/document-paths.ts";
import { PortableExpression } from "../platform/expressions/offload/portable-expression.ts";

const entityTypes: readonly string[] = entityKinds.map(({ name }) => name);
const entityActions: readonly string[] = ["create", "update", "delete"];
const named: readonly string[] = [
  "assortment|publish",
  "loader-process|completed",
  "loader-process|failed",
  "event-workflow-process|completed",
  "event-workflow-process|failed",
  ...auditActions.map((action) => `audit|${action}`),
];
const knownKeys = [...entityTypes.flatMap((type) => entityActions.map((action) => `${type}|${action}`)), ...named];
const subjects = [...new Set(knownKeys.map((key) => partsOf(key)[0]))];
const actions = [...new Set(knownKeys.map((key) => partsOf(key)[1]))];

// External events can have any name.
const part = "(?:\\*|[^\\s|*](?:[^|*\\p{Cc}]{0,98}[^\\s|*])?)";
const shape = new RegExp(`^${part}\\|${part}$`, "u");

const auditSubject = "audit";

/**
 * Whether the pattern matches the key: item|*, *|delete, *. Audit entries require a pattern that names them: a webhook
 * that subscribed to everything before audit entries existed must not receive them.
 */
export function matchesPattern(pattern: string, triggerKey: string): boolean {
  const [subject, action] = partsOf(pattern);
  const [keySubject, keyAction] = partsOf(triggerKey);
  if (keySubject === auditSubject && subject !== auditSubject) {
    return false;
  }
  if (pattern === "*" || pattern === triggerKey) {
    return true;
  }
  return (subject === "*" || subject === keySubject) && (action === "*" || action === keyAction);
}

/** Returns an error message with the likely pattern; undefined if the pattern is valid. */
export function validatePattern(pattern: string): string | undefined {
  if (pattern === "*" || pattern === "*|*") {
    return undefined;
  }
  if (!shape.test(pattern)) {
    return `${JSON.stringify(pattern)} is not a trigger key. ${suggestion(pattern)}`;
  }
  const [subject, action] = partsOf(pattern);
  const isOfEntities = entityActions.includes(action);
  const isNarrow = subject !== "*" && action !== "*";
  const isKnown = isNarrow
    ? knownKeys.includes(pattern) || (!subjects.includes(subject) && !isOfEntities && near(pattern) === undefined)
    : subjects.includes(subject) || actions.includes(action) || near(pattern) === undefined;
  return isKnown ? undefined : `No event has the trigger key ${pattern}. ${suggestion(pattern)}`;
}

function suggestion(pattern: string): string {
  const meant = near(pattern);
  return meant === undefined ? "Write item|update, item|*, *|delete or *, for example." : `Write ${meant}.`;
}

/** The nearest pattern, searched for each part separately. */
function near(pattern: string): string | undefined {
  // Audit actions contain a dot, so a pattern with a bar is split only at the bar.
  const words = pattern
    .trim()
    .toLowerCase()
    .split(pattern.includes("|") ? /[^a-z0-9*_.-]+/ : /[^a-z0-9*_-]+/);
  const [subject = "", action = ""] = words.length === 1 ? splitWord(words[0] ?? "") : words;
  const nearSubject = subject === "*" ? "*" : closestName(subject, subjects);
  if (nearSubject === undefined) {
    return undefined;
  }
  const fitting = nearSubject === "*" ? actions : actionsOf(nearSubject);
  const nearAction = action === "*" || action === "" ? "*" : closestName(action, fitting);
  return nearAction === undefined ? `${nearSubject}|*` : `${nearSubject}|${nearAction}`;
}

/** Dotted and dashed forms are already split; what is left may be item-create. */
function splitWord(word: string): [string, string] {
  const end = word.lastIndexOf("-");
  return end > 0 && !subjects.includes(word) ? [word.slice(0, end), word.slice(end + 1)] : [word, ""];
}

function actionsOf(subject: string): string[] {
  return knownKeys.filter((key) => partsOf(key)[0] === subject).map((key) => partsOf(key)[1]);
}

function partsOf(key: string): [string, string] {
  const end = key.indexOf("|");
  return end < 0 ? [key, ""] : [key.slice(0, end), key.slice(end + 1)];
}

/** The members of system events. The change id is not known yet when a filter runs. */
const usual = documentPaths([
  "triggerKey",
  "occurredOn",
  "entityReference",
  "newData",
  "oldData",
  "propertyDiffs",
  "changeSetId",
  "assortmentId",
  "assortmentPublishChangeId",
  "loaderProcessId",
  "eventWorkflowId",
  "processId",
  "status",
  "failureArea",
  "counts",
  "warnings",
  "errors",
]);

/** Whether a webhook receives an event. External events have members of any name. */
export function filterExpression(source: string): PortableExpression {
  return new PortableExpression({ source, reading: "condition" });
}

/** Returns a warning about a name that is likely misspelled. */
export function misspelledName(source: string): string | undefined {
  const { warnings } = compileExpression(source, usual);
  return warnings.find(({ closest }) => closest !== undefined)?.message;
}
