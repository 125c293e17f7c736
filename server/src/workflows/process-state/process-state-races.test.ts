import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AuditLog } from "../../access/audit/audit-log.ts";
import type { Caller } from "../../access/caller.ts";
import { grantsOfKey } from "../../access/grants.ts";
import { TypeCatalog } from "../../entities/model/type-catalog.ts";
import { PostgresDatabase } from "../../platform/database/database.ts";
import { sql } from "../../platform/database/sql.ts";
import { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { firstOrg } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { beginTorture } from "../../testing/torture.ts";
import { type BeginningServices, beginProcesses } from "../engine/begin-processes.ts";
import { claimTasks } from "../engine/claim-tasks.ts";
import { endTasks } from "../engine/end-task.ts";
import type { RestartServices } from "../processes/restart-process.ts";
import { ProcessOnDatabase, readProcessState } from "../testing/process-on-database.ts";
import { changeErrors, processStateErrors } from "../testing/process-state-errors.ts";
import { type ProcessStep, randomDefinitions, randomStep } from "../testing/random-process.ts";
import { buildWorkflow, start, startWorkflowService } from "../testing/workflow-world.ts";
import { VersionCatalog } from "../version-catalog.ts";
import type { TaskDefinition } from "../workflow.ts";
import { findProcesses } from "./process-state-store.ts";
import { hasEnded } from "./task-states.ts";
import { cancelProcess } from "./update-process.ts";

const torture = beginTorture("process races");
const runs = torture.runs(40, 8);

let service: TestService;
let services: RestartServices & BeginningServices;
let caller: Caller;

beforeAll(async () => {
  // The service runs no workflows: the test plays the nodes.
  service = await startWorkflowService({ WEFT_ROLE: "api" });
  const { connectionString } = service.database;
  const db = new PostgresDatabase({ connectionString, connectionsMax: 8, applicationName: "weft-test" });
  const bus = new WakeUpBus(connectionString);
  const types = new TypeCatalog(db, bus);
  services = {
    db,
    bus,
    types,
    listeners: [],
    versions: new VersionCatalog(),
    actions: new Map(),
    audit: new AuditLog(),
  };
  caller = await buildCaller();
  await db.query(sql`
    insert into nodes (id, seen_on) select 'node-' || number, now() + interval '1 hour' from generate_series(0, 1) number`);
});

afterAll(async () => {
  await services.bus.close();
  await services.db.close();
  await service.stop();
});

async function buildCaller(): Promise<Caller> {
  const { id, slug, name } = await firstOrg(service);
  return {
    ...grantsOfKey("admin", null),
    org: { id, slug, name },
    actor: { id: "actor", type: "app", name: "Actor", email: undefined },
    credential: { type: "app-key", id: "key", label: undefined, expiresOn: undefined },
    role: undefined,
    isNarrowed: false,
    taskId: undefined,
    ratePerSecond: undefined,
    allowedAddresses: undefined,
    csrfTokens: [],
  };
}

/** A process that has just started. */
async function buildProcessStateOf(tasks: readonly TaskDefinition[]): Promise<ProcessOnDatabase> {
  const { id } = await start(service, await buildWorkflow(service, { tasks }));
  await beginProcesses(services, caller.org.id);
  return new ProcessOnDatabase(services, caller, await readProcessState(services.db, caller.org.id, id));
}

/** Runs all steps of the round at once and returns the errors afterwards. */
async function takeRound(processState: ProcessOnDatabase, round: readonly ProcessStep[]): Promise<void> {
  const before = await processState.read();
  await Promise.all(round.map((step) => processState.take(step)));
  const after = await processState.read();
  const wasReopened = round.some(({ kind }) => kind === "retry" || kind === "restart");
  const errors = [
    ...processStateErrors(after),
    ...changeErrors(before, after, { wasReopened, stepsMax: 4 }),
    ...(await processState.recordErrors(after)),
  ];
  expect(errors, `after ${JSON.stringify(round)}`).toEqual([]);
}

const ordinarySteps: readonly ProcessStep[] = [
  { kind: "wait", seconds: 90 },
  { kind: "lose", node: 0 },
  { kind: "lose", node: 1 },
  { kind: "time-out" },
  { kind: "claim", node: 0 },
  { kind: "end", claim: 0, as: "done" },
];

test(
  "a process stays consistent and ends, whatever nodes and callers do at once",
  async () => {
    const rounds = fc.array(fc.array(randomStep(), { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 8 });

    await fc.assert(
      fc.asyncProperty(randomDefinitions(), rounds, async (definitions, steps) => {
        const processState = await buildProcessStateOf(definitions);

        for (const round of steps) {
          await takeRound(processState, round);
        }
        for (
          let round = 0;
          round <= 6 * definitions.length && !hasEnded((await processState.read()).process.status);
          round += 1
        ) {
          for (const step of ordinarySteps) {
            await takeRound(processState, [step]);
          }
        }

        expect(["completed", "failed", "canceled"]).toContain((await processState.read()).process.status);
      }),
      { ...runs, endOnFailure: true },
    );
    torture.verdict(`${runs.numRuns} processes stayed consistent and ended`);
  },
  torture.times(60_000),
);

test("two nodes never claim the same task, and neither claims more than it has room for", async () => {
  const tasks = [{ name: "wait", action: "external" }];
  const workflow = await buildWorkflow(service, { tasks, maxConcurrentProcesses: 100 });
  const started = await Promise.all(Array.from({ length: 20 }, () => start(service, workflow)));
  await beginProcesses(services, caller.org.id);

  const claims = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      claimTasks(services, caller.org.id, { nodeId: `node-${number % 2}`, tasksMax: 3 }),
    ),
  );

  const claimed = claims.flat().map(({ task }) => task.processId);
  expect(claims.every(({ length }) => length <= 3)).toBe(true);
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(claimed.length).toBeGreaterThan(0);
  expect(started.map(({ id }) => id)).toEqual(expect.arrayContaining(claimed));
});

test("results recorded together change each process as alone, and none that was canceled", async () => {
  const tasks = [{ name: "step", action: "delay", config: { seconds: 0 } }];
  const workflow = await buildWorkflow(service, { tasks, maxConcurrentProcesses: 100 });
  const ids = (await Promise.all(Array.from({ length: 3 }, () => start(service, workflow)))).map(({ id }) => id);
  await beginProcesses(services, caller.org.id);
  const claimed = (await claimTasks(services, caller.org.id, { nodeId: "node-0", tasksMax: 50 })).filter(({ task }) =>
    ids.includes(task.processId),
  );
  await cancelProcess(services, caller, ids[2] ?? "");
  const ends = [
    { kind: "done", output: { count: 1 } },
    { kind: "failed", failure: { code: "error", message: "no" } },
    { kind: "done", output: {} },
  ] as const;
  const endings = ids.flatMap((id, index) => {
    const run = claimed.find(({ task }) => task.processId === id);
    const end = ends[index];
    return run === undefined || end === undefined
      ? []
      : [{ claimed: run, ended: { end, input: {}, lines: [`line ${index}`] } }];
  });

  await endTasks(services, caller.org.id, [...endings, ...endings.slice(0, 1)]);

  const found = await findProcesses(services.db, caller.org.id, ids);
  const logs = await services.db.query<{ lines: string[] }>(sql`
    select lines from event_workflow_task_logs where org_id = ${caller.org.id}
      and task_id = any(${endings.map(({ claimed: { task } }) => task.id)}) order by lines`);
  const statusOf = new Map(found.map(({ id, status }) => [id, status]));
  expect(endings).toHaveLength(3);
  expect(ids.map((id) => statusOf.get(id))).toEqual(["completed", "failed", "canceled"]);
  expect(logs.map(({ lines }) => lines)).toEqual([["line 0"], ["line 1"]]);
});
