import { setTimeout as delay } from "node:timers/promises";
import type { Author } from "../../changes/change.ts";
import { storableJson } from "../../platform/json/storable-json.ts";
import { isJsonObject, type JsonObject } from "../../platform/json-value.ts";
import { isOutage, Problem } from "../../platform/problem.ts";
import { storableText } from "../../platform/storable-text.ts";
import { type ActionCatalog, ActionError, type ActionRun, ActionTimeoutError } from "../actions/action.ts";
import { fillPlaceholders } from "../definition/fill-placeholders.ts";
import { openSecrets } from "../definition/task-secrets.ts";
import { stampLines } from "../process-state/log-lines.ts";
import { authorOfTask, type Failure, stoppedFailure } from "../process-state/process-state.ts";
import { readableEvent } from "../process-state/readable-event.ts";
import { definitionOf, type WorkflowVersion } from "../workflow.ts";
import type { WorkflowServices } from "../workflow-services.ts";
import type { ClaimedTask } from "./claim-tasks.ts";
import type { EndedRun, RunEnd } from "./end-task.ts";

export interface RunningServices extends Pick<WorkflowServices, "expressions" | "secrets"> {
  readonly actions: ActionCatalog;
  /** Reports errors that the workflow did not cause. */
  readonly onError: (error: unknown, taskId: string) => void;
}

interface RunPlace {
  readonly org: { readonly id: string; readonly slug: string };
  /** The URL for callbacks. */
  readonly callbackUrl: string;
  readonly signal: AbortSignal;
}

const shownToken = "…";
const linesMax = 1_000;
// Lets an action that observes its signal still return its logs.
const lastWordsMs = 500;

/** Runs the action of a task and returns its result, whether it succeeds or fails. */
export async function runTask(services: RunningServices, claimed: ClaimedTask, place: RunPlace): Promise<EndedRun> {
  const lines: string[] = [];
  const log = (line: string) => {
    if (lines.length < linesMax) {
      lines.push(...stampLines(line.slice(0, 4_000), new Date()));
    }
  };
  let input = claimed.task.input ?? {};
  const { owner } = claimed;
  if (!owner.isActive) {
    return { end: { kind: "failed", failure: stoppedFailure(owner.reason) }, input, lines };
  }
  try {
    const prepared = await prepare(services, asOwner(claimed, owner), place, log);
    input = prepared.input;
    const end = await Promise.race([perform(services, prepared.run), untilTimedOut(place.signal)]);
    return storableRun({ end, input, lines });
  } catch (error) {
    const { reason } = place.signal;
    const end = failed(services, claimed, reason instanceof ActionTimeoutError ? reason : error);
    return storableRun({ end, input, lines });
  }
}

/** Ends an action on timeout even if it ignores its signal. Any other abort has no result to record. */
function untilTimedOut(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", async () => {
      if (signal.reason instanceof ActionTimeoutError) {
        await delay(lastWordsMs);
        reject(signal.reason);
      }
    });
  });
}

type ActiveOwner = Extract<ClaimedTask["owner"], { readonly isActive: true }>;
type OwnedTask = ClaimedTask & { readonly owner: ActiveOwner };

/** All event data of a run passes through here: it sees only what its owner may read now. */
function asOwner(claimed: ClaimedTask, owner: ActiveOwner): OwnedTask {
  const { process } = claimed;
  return { ...claimed, owner, process: { ...process, triggerEvent: readableEvent(owner.rights, process) } };
}

/** The run, and its config without secrets. */
async function prepare(
  { actions, expressions, secrets }: RunningServices,
  claimed: OwnedTask,
  { org, callbackUrl, signal }: RunPlace,
  log: (line: string) => void,
): Promise<{ readonly run: ActionRun; readonly input: JsonObject }> {
  const { task, process, version, token, owner } = claimed;
  const definition = definitionOf(version.definition.tasks, task.position);
  const template = { config: definition.config, plainMembers: actions.get(task.action)?.plainMembers };
  const fill = (values: JsonObject) => fillPlaceholders({ expressions, orgId: org.id }, template, values);
  const callback = task.isAsync ? { url: callbackUrl, token: token ?? "" } : undefined;
  const document = documentOf(claimed, callback);
  const run: ActionRun = {
    org,
    writer: { rights: owner.rights, author: authorOfTask(authorAs(owner, version), process, task.id) },
    process,
    task,
    document,
    config: await fill(document),
    savedConfig: definition.config,
    secret: openSecrets(secrets, org.id, version.secrets)[task.name],
    callback,
    signal,
    log,
  };
  const shown = callback === undefined ? document : documentOf(claimed, { ...callback, token: shownToken });
  return { run, input: callback === undefined ? run.config : await fill(shown) };
}

function authorAs({ actor }: ActiveOwner, { writer }: WorkflowVersion): Author {
  return { ...writer.author, actorId: actor.id, actorType: actor.type, actorName: actor.name };
}

/** The data available to placeholders: the event, earlier tasks, and this run. */
function documentOf({ process, task, earlier }: ClaimedTask, callback: ActionRun["callback"]): JsonObject {
  return {
    ...process.triggerEvent,
    tasks: earlier,
    process: { id: process.id, eventWorkflowId: process.workflowId },
    task: {
      id: task.id,
      name: task.name,
      attempt: task.attempt,
      idempotencyKey: task.idempotencyKey,
      ...(callback === undefined ? {} : { callbackUrl: callback.url, callbackToken: callback.token }),
    },
  };
}

async function perform({ actions }: RunningServices, run: ActionRun): Promise<RunEnd> {
  const action = actions.get(run.task.action);
  if (action === undefined) {
    throw new ActionError(`This node has no action ${run.task.action}. Ask the operator for the module.`);
  }
  return action.run(run);
}

function failed({ onError }: RunningServices, { task }: ClaimedTask, error: unknown): RunEnd {
  if (isOutage(error)) {
    // The database is unavailable, which is not a failure of the task: it runs again later.
    return { kind: "again", on: new Date(Date.now() + 1_000), state: task.state ?? {} };
  }
  return { kind: "failed", failure: failureOf(error, () => onError(error, task.id)) };
}

function failureOf(error: unknown, report: () => void): Failure {
  if (error instanceof ActionTimeoutError) {
    return { code: "timeout", message: error.message };
  }
  if (error instanceof Problem) {
    return { code: "error", message: error.detail };
  }
  if (error instanceof ActionError || isOfTenant(error)) {
    return { code: "error", message: error.message };
  }
  report();
  return { code: "error", message: "The action failed unexpectedly. The service log has details." };
}

/** Script, expression and call errors have messages written for tenants. */
const tenantErrors = new Set(["ScriptError", "ExpressionError", "EvaluationError", "OutboundRefusedError"]);

function isOfTenant(error: unknown): error is Error {
  return error instanceof Error && tenantErrors.has(error.name);
}

/** Removes what PostgreSQL cannot store from external texts: the result of a run must always be recorded. */
function storableRun({ end, input, lines }: EndedRun): EndedRun {
  return { end: storableEnd(end), input: storableObject(input), lines: lines.map(storableText) };
}

function storableEnd(end: RunEnd): RunEnd {
  switch (end.kind) {
    case "done":
      return { ...end, output: storableObject(end.output) };
    case "again":
      return { ...end, state: storableObject(end.state) };
    case "failed":
      return { ...end, failure: { ...end.failure, message: storableText(end.failure.message) } };
  }
}

function storableObject(value: JsonObject): JsonObject {
  const storable = storableJson(value);
  return isJsonObject(storable) ? storable : {};
}
