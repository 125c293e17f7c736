import type { CallbackReceipt, EventWorkflowTask } from "../contract/schemas.ts";
import type { Page } from "../entity-calls.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import type { QueryNames, QueryObject, QueryOrder } from "../query.ts";
import { splitOptions } from "../split-options.ts";
import { callBack, type TaskUpdate } from "./call-back.ts";

interface OneTask extends CallOptions {
  readonly taskId: string;
}

/** Options of a list of tasks. */
export interface TaskListing extends CallOptions {
  /** {status: "awaiting"} or {processId: "…"}. */
  readonly criteria?: QueryObject | undefined;
  /** {orderField: "createdOn", order: "desc"}. Default: oldest first. */
  readonly order?: QueryOrder | undefined;
  /** Only these fields; id is always included. */
  readonly fields?: QueryNames | undefined;
  /** Page size, at most 1,000. */
  readonly limit?: number | undefined;
  /** From the previous page. */
  readonly nextPageKey?: string | undefined;
  /** Adds the exact total. */
  readonly includeTotal?: boolean | undefined;
}

/** The tasks of workflow processes, for external workers. */
export class Tasks {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Completes an async task. Safe to repeat; 409 if it has ended otherwise. */
  complete(update: OneTask & Omit<TaskUpdate, "progress">): Promise<CallbackReceipt> {
    const { rest, options } = splitOptions(update);
    return callBack(this.#caller, { ...rest, status: "SUCCESS" }, options);
  }

  /** Fails an async task; the last line of logs or subtext gives the reason. Safe to repeat. */
  fail(update: OneTask & Omit<TaskUpdate, "progress">): Promise<CallbackReceipt> {
    const { rest, options } = splitOptions(update);
    return callBack(this.#caller, { ...rest, status: "FAILURE" }, options);
  }

  /** Reports progress of an async task, which stays open. Counts as a heartbeat for heartbeatSeconds. */
  progress(update: OneTask & TaskUpdate): Promise<CallbackReceipt> {
    const { rest, options } = splitOptions(update);
    return callBack(this.#caller, { ...rest, status: "PROGRESS" }, options);
  }

  /** Sets the status message of a task, async or not, in any state; its process shows it too. */
  setSubtext({
    taskId,
    subtext,
    ...options
  }: OneTask & { readonly subtext: string | null }): Promise<EventWorkflowTask> {
    return this.#caller.call("update-event-workflow-task", { params: { id: taskId }, body: { subtext } }, options);
  }

  /** Retries a failed task; its process continues from there. */
  retry({ taskId, ...options }: OneTask): Promise<EventWorkflowTask> {
    return this.#caller.call("retry-event-workflow-task", { params: { id: taskId } }, options);
  }

  /** A task with its logs and output. */
  get({ taskId, ...options }: OneTask): Promise<EventWorkflowTask> {
    return this.#caller.call("get-event-workflow-task", { params: { id: taskId } }, options);
  }

  /** One page. nextPageKey is present while there are more. */
  list(listing: TaskListing = {}): Promise<Page<EventWorkflowTask>> {
    const { rest, options } = splitOptions(listing);
    return this.#caller.call("list-event-workflow-tasks", { query: rest }, options);
  }
}
