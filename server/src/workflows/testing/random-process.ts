import fc from "fast-check";
import type { CallbackStatus } from "../callbacks/apply-callback.ts";
import type { TaskDefinition } from "../workflow.ts";

/** A step of a process. Numbers select among what exists. */
export type ProcessStep =
  /** A node claims due tasks. */
  | { readonly kind: "claim"; readonly node: number }
  /** The run of a claim ends, perhaps long after another node has taken it over. */
  | { readonly kind: "end"; readonly claim: number; readonly as: "done" | "throw" | "again" }
  | { readonly kind: "callback"; readonly task: number; readonly status: CallbackStatus }
  | { readonly kind: "subtext"; readonly task: number }
  /** Time passes, so that tasks become due or overdue. */
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "time-out" }
  | { readonly kind: "cancel" }
  | { readonly kind: "retry"; readonly task: number }
  | { readonly kind: "restart"; readonly task: number; readonly isCorrected: boolean }
  /** A node is considered dead, and its tasks are released. */
  | { readonly kind: "lose"; readonly node: number };

const nodes = fc.nat({ max: 1 });
const some = fc.nat({ max: 5 });

/** Claims and ends are the most frequent: without them nothing continues. */
export function randomStep(): fc.Arbitrary<ProcessStep> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("claim" as const), node: nodes }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("end" as const),
        claim: some,
        as: fc.constantFrom("done" as const, "done" as const, "throw" as const, "again" as const),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("callback" as const),
        task: some,
        status: fc.constantFrom("SUCCESS" as const, "SUCCESS" as const, "FAILURE" as const, "PROGRESS" as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("subtext" as const), task: some }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.nat({ max: 90 }) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("time-out" as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("retry" as const), task: some }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("restart" as const), task: some, isCorrected: fc.boolean() }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("lose" as const), node: nodes }) },
  );
}

/** One to three tasks, covering every kind with different transitions. */
export function randomDefinitions(): fc.Arbitrary<TaskDefinition[]> {
  const task = fc.record({
    isAsync: fc.boolean(),
    completesLate: fc.boolean(),
    attempts: fc.nat({ max: 2 }),
    hasHeartbeat: fc.boolean(),
  });
  return fc.array(task, { minLength: 1, maxLength: 3 }).map((inputs) => inputs.map(definitionOf));
}

interface TaskInput {
  readonly isAsync: boolean;
  readonly completesLate: boolean;
  readonly attempts: number;
  readonly hasHeartbeat: boolean;
}

function definitionOf({ isAsync, completesLate, attempts, hasHeartbeat }: TaskInput, position: number): TaskDefinition {
  return {
    name: `task-${position}`,
    ...(isAsync
      ? { action: "external", async: true, config: {} }
      : { action: "script", async: false, config: { code: "return {};" } }),
    timeoutSeconds: 60,
    ...(isAsync && hasHeartbeat ? { heartbeatSeconds: 20 } : {}),
    ...(completesLate ? { onTimeout: "complete", timeoutOutput: { timedOut: true } } : {}),
    ...(attempts > 0 ? { retry: { attempts, backoffSeconds: 0 } } : {}),
  };
}
