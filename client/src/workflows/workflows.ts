import type { EventWorkflowProcess, ExternalEvent } from "../contract/schemas.ts";
import { longPoll, longPollOptions, waitSecondsDefault } from "../long-poll.ts";
import type { Caller, CallOptions } from "../operation-call.ts";

/** Options of a start. */
export interface WorkflowStart extends CallOptions {
  /** Starts only this workflow, if it listens to the trigger key. Default: all that listen. */
  readonly eventWorkflowId?: string | undefined;
}

interface OneProcess extends CallOptions {
  readonly processId: string;
}

/** Starts workflows, and follows their processes. */
export class Workflows {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Starts the workflows that listen to a trigger key, such as manual|quote, with the event data that their tasks read:
   * workflows.start("manual|quote", {newData: {status: "draft"}}). Returns their processes, which have just begun.
   */
  async start(
    triggerKey: string,
    event: Readonly<Record<string, unknown>> = {},
    { eventWorkflowId, ...options }: WorkflowStart = {},
  ): Promise<EventWorkflowProcess[]> {
    const body = requestOf(triggerKey, event, eventWorkflowId);
    return (await this.#caller.call("request-event-workflows", { body }, options)).results;
  }

  /** Starts one workflow and returns its process when it has ended; 504 still-running if that takes longer than 30 seconds. */
  run(
    triggerKey: string,
    event: Readonly<Record<string, unknown>> = {},
    { eventWorkflowId, ...options }: WorkflowStart = {},
  ): Promise<EventWorkflowProcess> {
    const body = requestOf(triggerKey, event, eventWorkflowId);
    return this.#caller.call("run-event-workflow", { body }, options);
  }

  /** Reports an event of another system: starts the workflows that listen to <eventType>|<actionType>. */
  async raise(event: ExternalEvent, options: CallOptions = {}): Promise<EventWorkflowProcess[]> {
    return (await this.#caller.call("raise-external-event", { body: event }, options)).results;
  }

  /** A process with the outputs of its tasks. */
  get({ processId, ...options }: OneProcess): Promise<EventWorkflowProcess> {
    return this.#caller.call("get-event-workflow-process", { params: { id: processId } }, options);
  }

  /** The process when it has ended, however long that takes; outages of the service are retried. */
  async untilEnded({ processId, ...options }: OneProcess): Promise<EventWorkflowProcess> {
    const wait = waitSecondsDefault;
    const input = { params: { id: processId }, query: { wait } };
    const held = longPollOptions(options, wait);
    const ask = () => this.#caller.call("get-event-workflow-process", input, held);
    let found = await longPoll(ask, isInProgress, options.signal);
    while (isInProgress(found)) found = await longPoll(ask, isInProgress, options.signal);
    return found;
  }

  /** Cancels a process and its open tasks. */
  cancel({ processId, ...options }: OneProcess): Promise<EventWorkflowProcess> {
    return this.#caller.call("cancel-event-workflow-process", { params: { id: processId } }, options);
  }
}

function requestOf(triggerKey: string, event: Readonly<Record<string, unknown>>, eventWorkflowId: string | undefined) {
  return { triggerKey, event, ...(eventWorkflowId === undefined ? {} : { eventWorkflowId }) };
}

function isInProgress({ status }: EventWorkflowProcess): boolean {
  return status === "pending" || status === "running" || status === "awaiting";
}
