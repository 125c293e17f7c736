import { compileExpression } from "../platform/expressions/compile-expression.ts";
import { documentPaths } from "../platform/expressions/names/document-paths.ts";
import { PortableExpression } from "../platform/expressions/offload/portable-expression.ts";

/** What our own events have. Their place in the history is not known yet when a filter is asked. */
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

/** Whether a webhook wants an event. Events from outside have members of any name. */
export function filterExpression(source: string): PortableExpression {
  return new PortableExpression({ source, reading: "condition" });
}

/** A name that was most likely meant to be another. */
export function misspeltName(source: string): string | undefined {
  const { warnings } = compileExpression(source, usual);
  return warnings.find(({ closest }) => closest !== undefined)?.message;
}
