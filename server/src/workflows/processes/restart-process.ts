import { announceAccess } from "../../access/administration.ts";
import { type AuditLog, actOfCaller, type RequestOrigin } from "../../access/audit/audit-log.ts";
import { processRestarted } from "../../access/audit-notes.ts";
import type { Caller } from "../../access/caller.ts";
import { decide, requireRight } from "../../access/decide.ts";
import { deleteTaskTokens } from "../../access/keys/access-token-store.ts";
import type { KindDocument } from "../../kinds/entity-kind.ts";
import { readableDocument } from "../../kinds/readable-document.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { conflict, invalidField, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { decodeTextKey, encodeTextKey, idPattern } from "../../platform/lists/page-key.ts";
import { mergeInto } from "../process-state/end-run.ts";
import { stampLines } from "../process-state/log-lines.ts";
import { restartProcessState } from "../process-state/move-task.ts";
import { type ProcessState, replaceTask, type WorkflowTask } from "../process-state/process-state.ts";
import { appendLines, type LockedProcess, supersedeHeldCallbacks } from "../process-state/process-state-store.ts";
import { mayReadEvent } from "../process-state/readable-event.ts";
import { updateProcessIn } from "../process-state/update-process.ts";
import { requireAnswer } from "../task-form.ts";
import { presentTask } from "../tasks/read-task.ts";
import { cancellationsTopic, processKindName, runKey, taskKindName } from "../workflow.ts";
import type { ProcessServices } from "../workflow-services.ts";
import { requireProcess } from "./read-process.ts";
import { countRestarts, findRestarts, insertRestart, type RestartRow } from "./restart-store.ts";

export interface RestartServices extends ProcessServices {
  readonly audit: AuditLog;
}

interface RestartInput {
  readonly processId: string;
  readonly fromTaskId: string;
  readonly output: JsonObject | undefined;
}

// Each keeps the results that it replaced.
const restartsMax = 100;

/**
 * Restarts a process from one of its tasks: with an output, which replaces that of the task, or with the task itself.
 * The results that it replaces are kept, and it is recorded in the audit log.
 */
export async function restartProcess(
  services: RestartServices,
  caller: Caller,
  request: RequestOrigin,
  input: RestartInput,
): Promise<void> {
  const { processId } = input;
  const orgId = caller.org.id;
  requireRight(caller, "update", { typePath: processKindName }, processId);
  // The output of a task is changed as by a callback.
  requireRight(caller, "update", { typePath: taskKindName }, input.fromTaskId);
  // Loaded before the transaction, as in updateProcess.
  const types = await services.types.typesOf(orgId);
  await services.audit.transaction(services.db, orgId, actOfCaller(caller, request), async (tx, trail) => {
    const place = { orgId, types, address: { processId } };
    const changed = await updateProcessIn(tx, services, place, async (_tx, locked) => {
      const from = requireStart(locked.processState, input);
      if ((await countRestarts(tx, orgId, processId)) >= restartsMax) {
        throw conflict(`A process can be restarted at most ${restartsMax} times. Start a new one.`);
      }
      return {
        processState: await restart(tx, services, caller, { locked, from, output: input.output }),
        result: from,
      };
    });
    if (changed === undefined) {
      throw notFound(processKindName, processId);
    }
    const { id, name } = changed.result;
    await trail.record(
      processRestarted({ processId, taskId: id, taskName: name, isCorrected: input.output !== undefined }),
    );
  });
}

/** The task to restart from. It must have a result of its own. */
function requireStart({ process, tasks }: ProcessState, { processId, fromTaskId }: RestartInput): WorkflowTask {
  const from = tasks.find(({ id }) => id === fromTaskId);
  if (from === undefined) {
    const known = tasks.map(({ id, name }) => `${id} (${name})`).join(", ");
    const detail = tasks.length === 0 ? "It has not started." : `Its tasks are ${known}.`;
    throw invalidField("#/fromTaskId", `The process ${processId} has no task ${fromTaskId}. ${detail}`);
  }
  if (process.status === "canceled") {
    throw conflict("The process was canceled. Start a new one.");
  }
  if (from.status !== "completed" && from.status !== "failed") {
    const advice = from.status === "awaiting" ? "Answer it with a callback." : "Restart from an earlier task.";
    throw conflict(`The task ${from.name} is ${from.status}, so there is nothing to correct. ${advice}`);
  }
  return from;
}

interface Restarting {
  readonly locked: LockedProcess;
  readonly from: WorkflowTask;
  readonly output: JsonObject | undefined;
}

async function restart(
  tx: Transaction,
  services: ProcessServices,
  caller: Caller,
  { locked, from, output }: Restarting,
): Promise<ProcessState> {
  const orgId = caller.org.id;
  const { processState, now } = locked;
  const answer = output === undefined || from.form === null ? output : requireAnswer(from.form, output, {});
  const corrected = answer === undefined ? undefined : mergeInto({ output: {}, outputSources: {} }, answer, "restart");
  const replaced = processState.tasks.filter(({ position, attempt }) => position >= from.position && attempt > 0);
  await insertRestart(tx, orgId, processState.process.id, {
    id: newId(),
    from_task_id: from.id,
    actor_id: caller.actor.id,
    actor_name: caller.actor.name,
    tasks: replaced.map((task) => replacedOf(presentTask(task, [], true))),
    created_on: now,
  });
  await endRuns(
    tx,
    services,
    orgId,
    replaced.filter(({ id }) => corrected === undefined || id !== from.id),
  );
  let lined = processState;
  for (const task of replaced) {
    // Without who: the restart itself has that.
    const line = `Restarted from ${from.name}.`;
    lined = replaceTask(lined, await appendLines(tx, orgId, task, stampLines(line, now)));
  }
  return restartProcessState({ processState: lined, now }, { from, corrected, newKey: newId });
}

/** Those who still work on the replaced runs can no longer end them. */
async function endRuns(
  tx: Transaction,
  { bus }: ProcessServices,
  orgId: string,
  tasks: readonly WorkflowTask[],
): Promise<void> {
  for (const { id } of tasks.filter(({ isAsync }) => isAsync)) {
    await deleteTaskTokens(tx, orgId, id);
  }
  await supersedeHeldCallbacks(
    tx,
    orgId,
    tasks.map(({ id }) => id),
  );
  tx.afterCommit(() => announceAccess(bus));
  for (const task of tasks.filter(({ status }) => status === "running")) {
    tx.afterCommit(() => bus.publish(cancellationsTopic, runKey(task)));
  }
}

const replacedFields: readonly string[] = [
  "name",
  "status",
  "input",
  "output",
  "outputSources",
  "subtext",
  "progress",
  "failure",
  "attempt",
  "startedOn",
  "endedOn",
];

/** The fields of a task that a restart replaces. */
function replacedOf({ id, version, ...fields }: KindDocument): KindDocument {
  const replaced = Object.entries(fields).filter(([field]) => replacedFields.includes(field));
  return { id, version, ...Object.fromEntries(replaced) };
}

interface RestartQuery {
  readonly limit: number;
  readonly nextPageKey?: string | undefined;
}

/** The restarts of a process, newest first, each with the tasks as they were before. */
export async function listRestarts(
  { db }: ProcessServices,
  caller: Caller,
  processId: string,
  { limit, nextPageKey, budget }: RestartQuery & { readonly budget: Budget },
): Promise<JsonObject> {
  const process = await requireProcess(db, caller, processId);
  const beforeId = decodeTextKey(nextPageKey, idPattern);
  const page = { beforeId, limit: limit + 1, budget };
  const { rows, isCut } = await budget.read(() => findRestarts(db, caller.org.id, processId, page));
  const shown = rows.slice(0, limit);
  const last = isCut || rows.length > limit ? shown.at(-1) : undefined;
  const maySeeData = mayReadEvent(caller, process);
  return {
    results: shown.map((row) => presentRestart(caller, row, maySeeData)),
    ...(last === undefined ? {} : { nextPageKey: encodeTextKey(last.id) }),
  };
}

function presentRestart(caller: Caller, row: RestartRow, maySeeData: boolean): JsonObject {
  const mayReadTasks = decide(caller, "read", { typePath: taskKindName }).isAllowed;
  return {
    id: row.id,
    createdOn: row.created_on.toISOString(),
    actorId: row.actor_id,
    actorName: row.actor_name,
    fromTaskId: row.from_task_id,
    ...(mayReadTasks ? { tasks: row.tasks.map((task) => presentReplaced(caller, task, maySeeData)) } : {}),
  };
}

/** Its data and failure are only for callers who may read what started the process, as on the task itself. */
function presentReplaced(caller: Caller, task: KindDocument, maySeeData: boolean): KindDocument {
  const { input, output, outputSources, failure, ...others } = task;
  return readableDocument(caller, taskKindName, maySeeData ? task : others);
}
