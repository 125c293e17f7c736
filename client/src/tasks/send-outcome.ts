import { ApiError } from "../api-error.ts";
import type { EventWorkflowTask } from "../contract/schemas.ts";
import { outlast } from "../outlast.ts";
import { type Callback, callBack } from "./call-back.ts";
import type { Crew } from "./crew.ts";
import { fittingLine, fittingSubtext } from "./log-lines.ts";
import { takeNews, type UntoldNews } from "./task-teller.ts";

/** How a handler has ended. */
export type Outcome = { readonly output: object | undefined } | { readonly thrown: unknown };

/** Sends the outcome, with what was not told before, until it has arrived. Never rejects: what is refused is told to who runs the worker. */
export async function sendOutcome(
  crew: Crew,
  task: EventWorkflowTask,
  outcome: Outcome,
  untold: UntoldNews,
): Promise<void> {
  try {
    const news = await tellMost(crew, task, untold);
    if ("thrown" in outcome) {
      await sendFailure(crew, task, outcome.thrown, news);
    } else {
      await sendSuccess(crew, task, outcome.output, news);
    }
  } catch (error) {
    crew.tellError(error, task);
  }
}

/** Until the rest fits into the one call of the outcome. */
async function tellMost(crew: Crew, task: EventWorkflowTask, untold: UntoldNews): Promise<UntoldNews> {
  let news = takeNews(untold);
  while (untold.logs.length > 0) {
    await sendFitting(crew, task, { status: "PROGRESS" }, news);
    news = takeNews({ logs: untold.logs });
  }
  return news;
}

async function sendSuccess(crew: Crew, task: EventWorkflowTask, output: object | undefined, news: UntoldNews) {
  try {
    await sendFitting(crew, task, { status: "SUCCESS", output }, news);
  } catch (error) {
    if (crew.signal?.aborted === true || (error instanceof ApiError && !isUnfit(error))) {
      throw error;
    }
    // Left alone, the task would come back to be handled again and again, to the same end.
    crew.tellError(error, task);
    await sendFailure(crew, task, error, { logs: ["What the handler has returned cannot be taken:"] });
  }
}

async function sendFailure(crew: Crew, task: EventWorkflowTask, thrown: unknown, news: UntoldNews): Promise<void> {
  const message = messageOf(thrown);
  const failure = { status: "FAILURE" as const };
  try {
    await send(crew, { ...news, ...failure, taskId: task.id, logs: [...news.logs, fittingLine(message)] });
  } catch (error) {
    if (!isUnfit(error)) {
      throw error;
    }
    // The logs of the task may be full.
    await send(crew, { ...failure, taskId: task.id, subtext: fittingSubtext(message) });
  }
}

type Said = Omit<Callback, "taskId" | keyof UntoldNews>;

/** What a handler has told besides may not fit, as when the logs are full; that must not keep its outcome from arriving. */
async function sendFitting(crew: Crew, task: EventWorkflowTask, said: Said, news: UntoldNews): Promise<void> {
  try {
    await send(crew, { ...news, ...said, taskId: task.id });
  } catch (error) {
    if (!isUnfit(error) || news.logs.length === 0) {
      throw error;
    }
    crew.tellError(error, task);
    await send(crew, { ...said, taskId: task.id });
  }
}

/** Whether it is what was sent that the service does not like. */
function isUnfit(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 413);
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
}

/** However long the service is away, unless the worker is ended at once. */
async function send({ caller, signal }: Crew, { logs, ...callback }: Callback): Promise<void> {
  const lines = logs === undefined || logs.length === 0 ? {} : { logs };
  await outlast(() => callBack(caller, { ...callback, ...lines }, { retries: 0 }), signal);
}
