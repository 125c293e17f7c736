import fc from "fast-check";
import { expect, test } from "vitest";
import { ProcessModel } from "../testing/process-model.ts";
import { changeErrors, isCorrected, processStateErrors } from "../testing/process-state-errors.ts";
import { type ProcessStep, randomDefinitions, randomStep } from "../testing/random-process.ts";
import type { ProcessState } from "./process-state.ts";
import { hasEnded } from "./task-states.ts";

/** Outcomes by opening of a task: a task has one outcome each time it is opened. */
class Outcomes {
  readonly #byOpening = new Map<string, string>();

  errorsOf({ tasks }: ProcessState): string[] {
    return tasks
      .filter((task) => hasEnded(task.status) && !isCorrected(task))
      .flatMap(({ id, idempotencyKey, status, endedOn }) => {
        const outcome = `${status} on ${endedOn?.toISOString()}`;
        const known = this.#byOpening.get(`${id} ${idempotencyKey}`) ?? outcome;
        this.#byOpening.set(`${id} ${idempotencyKey}`, outcome);
        // A skipped task that is reopened with the one before it has not run yet.
        return known === outcome || known.startsWith("skipped") ? [] : [`${id} has two outcomes: ${known}, ${outcome}`];
      });
  }
}

function callbackErrors({ callbacks, processState }: ProcessModel): string[] {
  return processState.tasks.flatMap((task) => {
    const { id, idempotencyKey, status, failure, isAsync } = task;
    const ofOpening = callbacks.filter((known) => known.taskId === id && known.idempotencyKey === idempotencyKey);
    const outcomes = ofOpening.filter(({ callback }) => callback.status !== "PROGRESS");
    const [applied] = outcomes.filter(({ verdict }) => verdict === "applied");
    const reported = applied?.callback.status === "SUCCESS" ? "completed undefined" : "failed callback";
    return [
      ...(outcomes.length > (isAsync ? 1 : 0) ? [`${id} has ${outcomes.length} outcomes`] : []),
      ...(applied !== undefined && !isCorrected(task) && reported !== `${status} ${failure?.code}`
        ? [`${id} has the outcome ${reported} and is ${status}`]
        : []),
      ...(hasEnded(status) && ofOpening.some(({ verdict }) => verdict === "held")
        ? [`a callback waits for ${id}`]
        : []),
    ];
  });
}

function fenceErrors({ isFenceBroken }: ProcessModel): string[] {
  return isFenceBroken ? ["a run counts that was taken over, or does not that was not"] : [];
}

function takeAll(model: ProcessModel, steps: readonly ProcessStep[]): void {
  const outcomes = new Outcomes();
  for (const step of steps) {
    const before = model.processState;
    const wasReopened = step.kind === "retry" || step.kind === "restart";
    model.take(step);
    const errors = [
      ...fenceErrors(model),
      ...callbackErrors(model),
      ...(before === model.processState ? [] : processStateErrors(model.processState)),
      ...changeErrors(before, model.processState, { wasReopened, stepsMax: 1 }),
      ...outcomes.errorsOf(model.processState),
    ];
    if (errors.length > 0) {
      expect(errors, `after ${JSON.stringify(step)}`).toEqual([]);
    }
  }
}

/** What nodes do repeatedly on their own. Without callbacks or users it brings every process to its end. */
const ordinarySteps: readonly ProcessStep[] = [
  { kind: "wait", seconds: 90 },
  { kind: "lose", node: 0 },
  { kind: "lose", node: 1 },
  { kind: "time-out" },
  { kind: "claim", node: 0 },
  { kind: "end", claim: 0, as: "done" },
];

test("a process stays consistent and ends, whatever happens to it in whatever order", () => {
  fc.assert(
    fc.property(randomDefinitions(), fc.array(randomStep(), { maxLength: 60 }), (definitions, steps) => {
      const model = new ProcessModel(definitions);

      takeAll(model, steps);
      // Each task has at most three attempts, each with one round to run and one to time out.
      for (let round = 0; round <= 6 * definitions.length && !hasEnded(model.processState.process.status); round += 1) {
        takeAll(model, ordinarySteps);
      }

      expect(
        hasEnded(model.processState.process.status),
        `it has come to its end: ${model.processState.process.status}`,
      ).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test("the random steps reach every state, so the property is not vacuous", () => {
  const seen = new Set<string>();

  fc.assert(
    fc.property(randomDefinitions(), fc.array(randomStep(), { minLength: 20, maxLength: 60 }), (definitions, steps) => {
      const model = new ProcessModel(definitions);
      for (const step of steps) {
        model.take(step);
        seen.add(`process ${model.processState.process.status}`);
        for (const { status, attempt, failure } of model.processState.tasks) {
          seen.add(`task ${status}`);
          seen.add(attempt > 3 ? "many attempts" : "few attempts");
          seen.add(`failure ${failure?.code}`);
        }
        for (const { verdict, callback } of model.callbacks) {
          seen.add(`${callback.status} ${verdict}`);
        }
      }
    }),
    { numRuns: 500 },
  );

  expect([...seen].toSorted()).toEqual(
    [
      ...["running", "awaiting", "completed", "failed", "canceled"].map((status) => `process ${status}`),
      ...["pending", "running", "awaiting", "completed", "failed", "canceled", "skipped"].map(
        (status) => `task ${status}`,
      ),
      ...["undefined", "error", "timeout", "callback", "canceled"].map((code) => `failure ${code}`),
      ...["SUCCESS", "FAILURE", "PROGRESS"].flatMap((status) => [`${status} held`, `${status} applied`]),
      "few attempts",
      "many attempts",
    ].toSorted(),
  );
});
