import { ApiError } from "../api-error.ts";
import type { EventWorkflowTask } from "../contract/schemas.ts";
import { outlast } from "../outlast.ts";
import { callBack } from "./call-back.ts";
import type { Crew } from "./crew.ts";
import { giveBack, holdLease, isRefusal } from "./hold-lease.ts";
import { type Outcome, sendOutcome } from "./send-outcome.ts";
import { TaskTeller, type UntoldNews } from "./task-teller.ts";

/** Runs the handler on a task while its lease is held, and sends what it comes to. Never rejects. */
export async function runClaimedTask(crew: Crew, task: EventWorkflowTask): Promise<void> {
  const aborting = new AbortController();
  let isLost = false;
  const lose = (error: ApiError) => {
    isLost = true;
    aborting.abort(error);
  };
  const stop = () => aborting.abort(crew.signal?.reason);
  crew.signal?.addEventListener("abort", stop, { once: true });
  const lease = holdLease(crew, task.id, lose);
  const teller = new TaskTeller((news, closing) => tellProgress(crew, task, { news, closing, lose }));

  const outcome = await handle(crew, task, { signal: aborting.signal, teller });
  const untold = await teller.close();
  crew.signal?.removeEventListener("abort", stop);
  if (isLost) {
    crew.tellError(aborting.signal.reason, task);
  } else if ("thrown" in outcome && aborting.signal.aborted) {
    await giveBack(crew, task.id);
  } else {
    await sendOutcome(crew, task, outcome, untold);
  }
  lease.release();
}

interface HandlerWorld {
  readonly signal: AbortSignal;
  readonly teller: TaskTeller;
}

async function handle(crew: Crew, task: EventWorkflowTask, { signal, teller }: HandlerWorld): Promise<Outcome> {
  const context = {
    signal,
    progress: (percent: number, subtext?: string) => teller.progress(percent, subtext),
    log: (line: string) => teller.log(line),
  };
  try {
    return { output: (await crew.handler(task, context)) ?? undefined };
  } catch (thrown) {
    // What it throws when it was aborted is no fault of its own.
    if (!signal.aborted) {
      crew.tellError(thrown, task);
    }
    return { thrown };
  }
}

interface Telling {
  readonly news: UntoldNews;
  readonly closing: AbortSignal;
  readonly lose: (error: ApiError) => void;
}

/** Rejects only when it was ended. A line may stand in the logs twice when an answer got lost: better than not at all. */
async function tellProgress(crew: Crew, task: EventWorkflowTask, { news, closing, lose }: Telling): Promise<void> {
  const { logs, ...others } = news;
  const told = { taskId: task.id, status: "PROGRESS" as const, ...others, ...(logs.length === 0 ? {} : { logs }) };
  try {
    await outlast(() => callBack(crew.caller, told, { retries: 0 }), closing);
  } catch (error) {
    closing.throwIfAborted();
    if (error instanceof ApiError && isRefusal(error) && error.status !== 400) {
      lose(error);
    } else {
      crew.tellError(error, task);
    }
  }
}
