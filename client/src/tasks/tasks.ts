import type { CallbackReceipt, EventWorkflowTask } from "../contract/schemas.ts";
import type { Page } from "../entity-calls.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import type { QueryNames, QueryObject } from "../query.ts";
import { splitOptions } from "../split-options.ts";
import { callBack, type TaskNews } from "./call-back.ts";

interface OneTask extends CallOptions {
  readonly taskId: string;
}

/** What a list of tasks may be asked for. */
export interface TaskListing extends CallOptions {
  /** {status: "awaiting"} or {processId: "…"}. */
  readonly criteria?: QueryObject | undefined;
  /** {orderField: "createdOn", order: "desc"}. Left out: the oldest first. */
  readonly order?: QueryObject | undefined;
  /** Only these fields; id is always there. */
  readonly fields?: QueryNames | undefined;
  /** Of a page, at most 1,000. */
  readonly limit?: number | undefined;
  /** As the page before has answered it. */
  readonly nextPageKey?: string | undefined;
  /** Adds total, exact. */
  readonly includeTotal?: boolean | undefined;
}

/** The tasks of workflow processes: for whoever outside is waited for. */
export class Tasks {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Ends an async task well. The same again does no harm; 409 when it has ended otherwise. */
  complete(reported: OneTask & Omit<TaskNews, "progress">): Promise<CallbackReceipt> {
    const { rest, options } = splitOptions(reported);
    return callBack(this.#caller, { ...rest, status: "SUCCESS" }, options);
  }

  /** Ends an async task badly; the last line of logs or subtext tells why. The same again does no harm. */
  fail(reported: OneTask & Omit<TaskNews, "progress">): Promise<CallbackReceipt> {
    const { rest, options } = splitOptions(reported);
    return callBack(this.#caller, { ...rest, status: "FAILURE" }, options);
  }

  /** Tells how far an async task is, which goes on waiting. It is a sign of life for heartbeatSeconds. */
  progress(reported: OneTask & TaskNews): Promise<CallbackReceipt> {
    const { rest, options } = splitOptions(reported);
    return callBack(this.#caller, { ...rest, status: "PROGRESS" }, options);
  }

  /** Says in a few words how far a task is, async or not, in any state; its process says the same. */
  setSubtext({
    taskId,
    subtext,
    ...options
  }: OneTask & { readonly subtext: string | null }): Promise<EventWorkflowTask> {
    return this.#caller.call("update-event-workflow-task", { params: { id: taskId }, body: { subtext } }, options);
  }

  /** Runs a failed task again; its process goes on from there. */
  retry({ taskId, ...options }: OneTask): Promise<EventWorkflowTask> {
    return this.#caller.call("retry-event-workflow-task", { params: { id: taskId } }, options);
  }

  /** A task with its logs and output. */
  get({ taskId, ...options }: OneTask): Promise<EventWorkflowTask> {
    return this.#caller.call("get-event-workflow-task", { params: { id: taskId } }, options);
  }

  /** One page. nextPageKey is there while there are more. */
  list(listing: TaskListing = {}): Promise<Page<EventWorkflowTask>> {
    const { rest, options } = splitOptions(listing);
    return this.#caller.call("list-event-workflow-tasks", { query: rest }, options);
  }
}
