import type { TriggerEvent } from "../entities/trigger-event.ts";
import { compileExpression } from "../platform/expressions/compile-expression.ts";
import { EvaluationFault } from "../platform/expressions/expression-fault.ts";
import { documentPaths } from "../platform/expressions/names/document-paths.ts";

/** Events from outside have members of any name. */
const readable = documentPaths();

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

/** Whether a webhook wants to be told of an event. Throws an ExpressionFault for a filter that is none. */
export function compileFilter(source: string): (event: TriggerEvent) => boolean {
  const { matches } = compileExpression(source, readable);
  return (event) => {
    try {
      return matches(event);
    } catch (error) {
      if (error instanceof EvaluationFault) {
        // A receiver can drop what it does not want; what it never gets is lost.
        return true;
      }
      throw error;
    }
  };
}

/** A name that was most likely meant to be another. */
export function misspeltName(source: string): string | undefined {
  const { warnings } = compileExpression(source, usual);
  return warnings.find(({ closest }) => closest !== undefined)?.message;
}
