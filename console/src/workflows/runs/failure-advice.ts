import type { EventWorkflowFailure } from "@weft/client";

/** What to do about a failure, by its code: error, timeout, callback, canceled, limit or stopped. */
export function failureAdvice({ code }: Pick<EventWorkflowFailure, "code">): string {
  switch (code) {
    case "timeout":
      return "The task timed out. Check what it waits for, then increase its timeout in the definition or retry it.";
    case "callback":
      return "A callback reported a failure. See the logs and the status message for the reason. Retry the task once the cause is fixed.";
    case "canceled":
      return "The run was canceled. Start the workflow again if needed.";
    case "limit":
      return "A limit of the service ended the run, such as a chain of workflows that trigger each other. Check what started it.";
    case "stopped":
      return "The owner of the workflow is no longer active. Take over the workflow on its page. New runs then act as you.";
    default:
      return "See the logs for details. Fix the cause, then retry the task: the run continues from here with the definition it started with.";
  }
}
