import type { RequestFault } from "@weft/contract";
import { compileExpression } from "../../platform/expressions/compile-expression.ts";
import { ExpressionError } from "../../platform/expressions/expression-error.ts";
import { documentPaths } from "../../platform/expressions/names/document-paths.ts";
import { Problem } from "../../platform/problem.ts";
import { type ActionCatalog, errorAt } from "../actions/action.ts";
import type { SentTask, TaskDefinition, WorkflowDefinition } from "../workflow.ts";
import { checkTask } from "./check-task.ts";
import { fitsAuth, needsSecret, type TaskSecrets, takeSecret } from "./task-secrets.ts";
import { validateTriggerKey } from "./trigger-keys.ts";

/** A complete definition as sent. */
export interface SentDefinition extends Omit<WorkflowDefinition, "tasks"> {
  readonly tasks: readonly SentTask[];
}

export interface CheckedDefinition {
  readonly definition: WorkflowDefinition;
  readonly secrets: TaskSecrets;
}

/** Validates a definition and reports all errors with their pointers. Secrets that are not sent again are kept. */
export function checkDefinition(sent: SentDefinition, actions: ActionCatalog, kept: TaskSecrets): CheckedDefinition {
  const errors = [
    ...sent.triggers.flatMap((key, index) => errorOf(`#/triggers/${index}`, validateTriggerKey(key))),
    ...errorOf("#/conditional", validateConditional(sent.conditional)),
    ...validateNames(sent.tasks),
    ...sent.tasks.flatMap((task, index) => checkTask(task, actions, `#/tasks/${index}`)),
    ...sent.tasks.flatMap((task, index) => validateSecret(task, kept, `#/tasks/${index}/config/auth`)),
  ];
  const [first] = errors;
  if (first !== undefined) {
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
    throw new Problem("invalid-request", `Invalid body at ${first.pointer}: ${first.detail}${more}`, {
      errors,
    });
  }
  return complete(sent, actions, kept);
}

function errorOf(pointer: string, detail: string | undefined): RequestFault[] {
  return detail === undefined ? [] : [errorAt(pointer, detail)];
}

function validateConditional(conditional: string | null): string | undefined {
  try {
    if (conditional !== null) {
      compileExpression(conditional, documentPaths());
    }
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) {
      return error.message;
    }
    throw error;
  }
}

function validateNames(tasks: readonly SentTask[]): RequestFault[] {
  return tasks.flatMap(({ name }, index) => {
    const first = tasks.findIndex((task) => task.name === name);
    const detail = `Task ${first + 1} is also named ${name}. Task names must be unique: {tasks.${name}.output}.`;
    return first === index ? [] : [errorAt(`#/tasks/${index}/name`, detail)];
  });
}

const missingSecret =
  "Send the header's value, or the secret to sign with. It is encrypted, never shown, and bound to URL, method and header name: if one of these changes, send it again.";

function validateSecret({ name, config = {} }: SentTask, kept: TaskSecrets, pointer: string): RequestFault[] {
  const secret = takeSecret(config).secret ?? kept[name];
  return !needsSecret(config) || (secret !== undefined && fitsAuth(config, secret))
    ? []
    : [errorAt(pointer, missingSecret)];
}

function complete(sent: SentDefinition, actions: ActionCatalog, kept: TaskSecrets): CheckedDefinition {
  const secrets: Record<string, TaskSecrets[string]> = {};
  const tasks = sent.tasks.map((task): TaskDefinition => {
    const { config, secret = kept[task.name] } = takeSecret(task.config ?? {});
    if (secret !== undefined && fitsAuth(config, secret)) {
      secrets[task.name] = secret;
    }
    return { ...withoutUndefined(task), async: task.async ?? actions.get(task.action)?.isAlwaysAsync ?? false, config };
  });
  return { definition: { ...sent, triggers: [...new Set(sent.triggers)], tasks }, secrets };
}

function withoutUndefined(task: SentTask) {
  const { name, action, timeoutSeconds, heartbeatSeconds, onTimeout, timeoutOutput, retry } = task;
  return {
    name,
    action,
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(heartbeatSeconds === undefined ? {} : { heartbeatSeconds }),
    ...(onTimeout === undefined ? {} : { onTimeout }),
    ...(timeoutOutput === undefined ? {} : { timeoutOutput }),
    ...(retry === undefined ? {} : { retry: retryOf(retry) }),
  };
}

function retryOf({ attempts, backoffSeconds }: NonNullable<SentTask["retry"]>) {
  return { attempts, ...(backoffSeconds === undefined ? {} : { backoffSeconds }) };
}
