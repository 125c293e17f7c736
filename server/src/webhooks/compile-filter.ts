import { compileExpression } from "../platform/expressions/compile-expression.ts";
import { documentPaths } from "../platform/expressions/names/document-paths.ts";
import { PortableExpression } from "../platform/expressions/offload/portable-expression.ts";

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
export function misspeltName(source: string): string | undefined {
  const { warnings } = compileExpression(source, usual);
  return warnings.find(({ closest }) => closest !== undefined)?.message;
}
