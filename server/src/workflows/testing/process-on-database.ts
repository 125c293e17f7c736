import type { Caller } from "../../access/caller.ts";
import type { PostgresDatabase } from "../../platform/database/database.ts";
import { sql } from "../../platform/database/sql.ts";
import { Problem } from "../../platform/problem.ts";
import { earlier } from "../../testing/earlier.ts";
import type { CallbackStatus } from "../callbacks/apply-callback.ts";
import { CallbackReceiver } from "../callbacks/receive-callback.ts";
import { type ClaimedTask, claimTasks } from "../engine/claim-tasks.ts";
import { endTasks, type RunEnd, timeOutTask } from "../engine/end-task.ts";
import { freeAbandonedTasks } from "../engine/run-queue-store.ts";
import type { ProcessState } from "../process-state/process-state.ts";
import { findProcess, findTasksOf, lockProcess } from "../process-state/process-state-store.ts";
import { hasEnded } from "../process-state/task-states.ts";
import { cancelProcess } from "../process-state/update-process.ts";
import { type RestartServices, restartProcess } from "../processes/restart-process.ts";
import { retryTask, updateSubtext } from "../tasks/change-task.ts";
import { isCorrected } from "./process-state-errors.ts";
import type { ProcessStep } from "./random-process.ts";

/** A process in the database, changed by the same functions that nodes and callers use. */
export class ProcessOnDatabase {
  readonly #services: RestartServices;
  readonly #caller: Caller;
  readonly #processId: string;
  readonly #taskIds: readonly string[];
  readonly #claims: ClaimedTask[] = [];
  #lines = 0;

  constructor(services: RestartServices, caller: Caller, { process, tasks }: ProcessState) {
    this.#services = services;
    this.#caller = caller;
    this.#processId = process.id;
    this.#taskIds = tasks.map(({ id }) => id);
  }

  /** May be called concurrently for several steps. */
  async take(step: ProcessStep): Promise<void> {
    try {
      await this.#do(step);
    } catch (error) {
      if (!(error instanceof Problem && error.code === "conflict")) {
        throw error;
      }
    }
  }

  async #do(step: ProcessStep): Promise<void> {
    const { org } = this.#caller;
    switch (step.kind) {
      case "claim":
        return this.#claim(`node-${step.node}`);
      case "end":
        return this.#end(this.#claims.at(-1 - step.claim), endOf(step.as));
      case "callback":
        return this.#callBack(this.#taskAt(step.task), step.status);
      case "subtext":
        return this.#report(this.#taskAt(step.task));
      case "wait":
        return this.#wait(step.seconds);
      case "time-out":
        await Promise.all(this.#taskIds.map((id) => timeOutTask(this.#services, org.id, id)));
        return;
      case "cancel":
        return cancelProcess(this.#services, this.#caller, this.#processId);
      case "retry":
        await retryTask(this.#services, this.#caller, this.#taskAt(step.task));
        return;
      case "restart":
        return this.#restart(this.#taskAt(step.task), step.isCorrected);
      case "lose":
        return this.#lose(`node-${step.node}`);
    }
  }

  #taskAt(number: number): string {
    return this.#taskIds[number % this.#taskIds.length] ?? "";
  }

  async #restart(fromTaskId: string, isCorrected: boolean): Promise<void> {
    const output = isCorrected ? { said: "corrected" } : undefined;
    const request = { id: "request", headers: {}, address: "127.0.0.1" };
    await restartProcess(this.#services, this.#caller, request, { processId: this.#processId, fromTaskId, output });
  }

  async #claim(nodeId: string): Promise<void> {
    const claimed = await claimTasks(this.#services, this.#caller.org.id, { nodeId, tasksMax: 5 });
    this.#claims.push(...claimed);
  }

  async #end(claimed: ClaimedTask | undefined, end: RunEnd): Promise<void> {
    if (claimed !== undefined) {
      const lines = [this.#nextLine(`attempt ${claimed.task.attempt}`)];
      await endTasks(this.#services, this.#caller.org.id, [{ claimed, ended: { end, input: {}, lines } }]);
    }
  }

  async #callBack(taskId: string, status: CallbackStatus): Promise<void> {
    const logs = this.#nextLine("callback");
    await new CallbackReceiver(this.#services).receive(this.#caller, {
      taskId,
      status,
      logs,
      output: { said: status },
    });
  }

  #nextLine(by: string): string {
    this.#lines += 1;
    return `${by} ${this.#lines}`;
  }

  async #report(taskId: string): Promise<void> {
    const update = { taskId, subtext: "alive", others: {}, expectedVersion: undefined };
    await updateSubtext(this.#services, this.#caller, update, async () => ({}));
  }

  /** Moves all future times of the process closer by that many seconds. */
  async #wait(seconds: number): Promise<void> {
    const { org } = this.#caller;
    await this.#services.db.transaction(async (tx) => {
      // The lock order of all writers.
      await lockProcess(tx, org.id, this.#processId);
      await tx.query(sql`
        update event_workflow_tasks set
          run_on = ${earlier(sql`run_on`, seconds)},
          deadline = ${earlier(sql`deadline`, seconds)},
          heartbeat_deadline = ${earlier(sql`heartbeat_deadline`, seconds)}
        where org_id = ${org.id} and process_id = ${this.#processId}`);
    });
  }

  /** The node returns at once: it may then end its run, unless another node has taken the task over. */
  async #lose(nodeId: string): Promise<void> {
    await this.#services.db.transaction(async (tx) => {
      await tx.query(sql`delete from nodes where id = ${nodeId}`);
      await freeAbandonedTasks(tx, this.#caller.org.id);
      await tx.query(sql`
        insert into nodes (id, seen_on) values (${nodeId}, now() + interval '1 hour') on conflict do nothing`);
    });
  }

  async read(): Promise<ProcessState> {
    return readProcessState(this.#services.db, this.#caller.org.id, this.#processId);
  }

  /** Errors in the callbacks and log lines of the tasks. */
  async recordErrors({ tasks }: ProcessState): Promise<string[]> {
    const { db } = this.#services;
    const callbacks = await db.query<CallbackFacts>(sql`
      select task_id, idempotency_key, status, verdict from event_workflow_callbacks
      where task_id = any(${[...this.#taskIds]})`);
    const logs = await db.query<LogFacts>(sql`
      select task_id, number, lines from event_workflow_task_logs
      where task_id = any(${[...this.#taskIds]}) order by task_id, number`);
    return tasks.flatMap((task) => [
      ...callbackErrors(
        task,
        callbacks.filter(
          ({ task_id, idempotency_key }) => task_id === task.id && idempotency_key === task.idempotencyKey,
        ),
      ),
      ...lineErrors(
        task,
        logs.filter(({ task_id }) => task_id === task.id),
        callbacks.filter(({ task_id, verdict }) => task_id === task.id && verdict === "applied").length,
      ),
    ]);
  }
}

function endOf(as: "done" | "throw" | "again"): RunEnd {
  switch (as) {
    case "done":
      return { kind: "done", output: { own: true } };
    case "again":
      return { kind: "again", on: new Date(), state: { page: 2 } };
    case "throw":
      return { kind: "failed", failure: { code: "error", message: "thrown" } };
  }
}

export async function readProcessState(db: PostgresDatabase, orgId: string, processId: string): Promise<ProcessState> {
  const process = await findProcess(db, orgId, processId);
  if (process === undefined) {
    throw new Error("There is no such process.");
  }
  return { process, tasks: await findTasksOf(db, orgId, [processId]) };
}

interface CallbackFacts {
  readonly task_id: string;
  readonly idempotency_key: string;
  readonly status: CallbackStatus;
  readonly verdict: string;
}

function callbackErrors(task: ProcessState["tasks"][number], callbacks: readonly CallbackFacts[]): string[] {
  const { id, status, failure, isAsync } = task;
  const counted = callbacks.filter(({ verdict }) => verdict === "applied" || verdict === "held");
  const outcomes = counted.filter((callback) => callback.status !== "PROGRESS");
  const applied = outcomes.find(({ verdict }) => verdict === "applied");
  const reported = applied?.status === "SUCCESS" ? "completed undefined" : "failed callback";
  const isHeldAfterEnd = hasEnded(status) && counted.some(({ verdict }) => verdict === "held");
  return [
    ...(outcomes.length > (isAsync ? 1 : 0) ? [`${id} has ${outcomes.length} outcomes`] : []),
    ...(applied !== undefined && !isCorrected(task) && reported !== `${status} ${failure?.code}`
      ? [`${id} has the outcome ${reported} and is ${status}`]
      : []),
    ...(isHeldAfterEnd ? [`a callback waits for ${id}, which is ${status}`] : []),
    ...(status === "awaiting" && counted.some(({ verdict }) => verdict === "held")
      ? [`${id} is awaiting although its callback is held`]
      : []),
  ];
}

interface LogFacts {
  readonly task_id: string;
  readonly number: number;
  readonly lines: readonly string[];
}

/** Only the latest run may have decided a task: earlier ones were taken over and no longer count. */
function endsByLatestRun(
  { status, isAsync, attempt, failure }: ProcessState["tasks"][number],
  attempts: readonly number[],
) {
  const isByRun = status === "awaiting" || (status === "completed" && !isAsync && failure === null);
  return !isByRun || attempts.at(-1) === attempt;
}

/** Each callback has one log line, present once if the callback was applied, and absent otherwise. */
function lineErrors(task: ProcessState["tasks"][number], logs: readonly LogFacts[], applied: number): string[] {
  const { id, logLines } = task;
  const lines = logs.flatMap((log) => log.lines);
  const texts = lines.map((line) => line.replace(/^\S+Z /, ""));
  const numbered = texts.filter((text) => !text.startsWith("Restarted"));
  const ofCallbacks = texts.filter((text) => text.startsWith("callback")).length;
  const attempts = texts.flatMap((text) => /^attempt (\d+)/.exec(text)?.[1] ?? []).map(Number);
  return [
    ...(endsByLatestRun(task, attempts)
      ? []
      : [`attempt ${attempts.at(-1)} of ${id} has ended attempt ${task.attempt}`]),
    ...(attempts.every((attempt, index) => attempt > (attempts[index - 1] ?? 0))
      ? []
      : [`attempts of ${id}: ${attempts}`]),
    ...(new Set(numbered).size === numbered.length ? [] : [`${id} has a line twice`]),
    ...(lines.length === logLines ? [] : [`${id} has ${lines.length} lines, and counts ${logLines}`]),
    ...(ofCallbacks === applied ? [] : [`${id} has ${ofCallbacks} lines of ${applied} callbacks`]),
  ];
}
