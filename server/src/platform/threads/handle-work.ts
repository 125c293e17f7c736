import { parentPort } from "node:worker_threads";
import { serializeError } from "./thread-error.ts";
import type { ThreadCommand, ThreadMessage } from "./work-thread.ts";

const signEveryMs = 1_000;

/** Reports something to the node beside the results of work. */
export function sendNotice<Notice>(notice: Notice): void {
  const message: ThreadMessage<never, Notice> = { kind: "notice", notice };
  parentPort?.postMessage(message);
}

/**
 * The other side of a WorkThread, inside the thread: does each piece of work, and periodically reports that it is
 * alive.
 */
export function handleWork<Work, Answer>(doWork: (work: Work, stopping: AbortSignal) => Promise<Answer>): void {
  const port = parentPort;
  if (port === null) {
    throw new Error("this module runs in a thread");
  }
  const say = (message: ThreadMessage<Answer>) => port.postMessage(message);
  const running = new Map<number, AbortController>();
  setInterval(() => say({ kind: "alive" }), signEveryMs);
  port.on("message", (command: ThreadCommand<Work>) => {
    const { number } = command;
    if (command.kind === "stop") {
      running.get(number)?.abort();
      return;
    }
    const stopping = new AbortController();
    running.set(number, stopping);
    doWork(command.work, stopping.signal)
      .then(
        (answer) => say({ kind: "done", number, answer }),
        (error: unknown) => say({ kind: "failed", number, error: serializeError(error) }),
      )
      .finally(() => running.delete(number));
  });
}
