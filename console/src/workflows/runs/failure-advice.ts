import type { EventWorkflowFailure } from "@weft/client";

/** What somebody can do about a failure, by its code: error, timeout, callback, canceled, limit or stopped. */
export function failureAdvice({ code }: Pick<EventWorkflowFailure, "code">): string {
  switch (code) {
    case "timeout":
      return "It took longer than its time-out. See what it waits for; give it more time in the definition, or retry it.";
    case "callback":
      return "Whoever did the work has said that it failed. Its logs and its subtext say why; retry it when that is mended.";
    case "canceled":
      return "Somebody has ended this run. Start the workflow anew if it is needed after all.";
    case "limit":
      return "A limit of the service ended it, such as a chain of workflows that start each other. Look at what has started it.";
    case "stopped":
      return "The owner of the workflow can act no longer. Take the workflow over on its page; its next runs act as you.";
    default:
      return "Its logs may say more. Mend the cause, then retry it: the run goes on from here with the definition that it began with.";
  }
}
