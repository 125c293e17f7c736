import { expect } from "vitest";
import { sql } from "../../server/src/platform/database/sql.ts";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import type { TestDatabase } from "../../server/src/testing/test-database.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { csvOf, makeFashionLine } from "../../tools/fashion-line.ts";
import { type Erp, orderWorkflow } from "./erp.ts";
import { buildLoadedHouse, fashionLoads } from "./fashion-house.ts";
import { pollUntilStopped, requireAll, type Target, writeUntilStopped } from "./item-writers.ts";
import { LoadClient } from "./load-client.ts";
import { recordedBy, snapshot } from "./snapshot.ts";

export interface WorkloadOptions {
  readonly database: TestDatabase;
  /** Of a node, read for each request. */
  readonly address: () => string;
  readonly erp: Erp;
  /** The size of the files that are loaded. */
  readonly families: number;
}

/** Everything that a service does at once: writes, polls, loads, and workflows with callbacks. */
export interface Workload {
  /** The credentials of its writers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Disturbs a load while workflows run, and requires that it ends as the same load without the disturbance. */
  disturb(disturbance: () => Promise<void>): Promise<void>;
  /** Stops, and requires that nothing was lost, repeated or left over. Returns what was counted. */
  finish(): Promise<string>;
}

const tasksPerRound = 40;
// A failed write is either known to have had no effect, or its outcome is unknown.
const honest = ["503 unavailable", "504 outcome-unknown"];

export async function startWorkload(options: WorkloadOptions): Promise<Workload> {
  const { database, erp } = options;
  const target: Target = { address: options.address, headers: await buildHeaders(options) };
  const [calm, stormy] = [await buildHouse(options), await buildHouse(options)];
  const tasks = await buildClient(options);
  await tasks.call("POST", "/event-workflows", orderWorkflow(erp));
  const [writing, polling] = [writeUntilStopped(target), pollUntilStopped(target)];
  let rounds = 0;
  return {
    headers: target.headers,
    async disturb(disturbance) {
      rounds += 1;
      const file = season(rounds, options.families);
      const undisturbed = await calm.load(file, fashionLoads.items);
      await startTasks(tasks, rounds);
      const loadId = await stormy.start(file, fashionLoads.items);
      await disturbance();
      const disturbed = await stormy.ended(loadId);

      expect(undisturbed).toMatchObject({ status: "completed", errors: 0 });
      expect(disturbed).toMatchObject({ status: "completed", errors: 0, counts: undisturbed.counts });
      const recorded = await recordedBy(database, disturbed.changeSetId);
      expect(recorded).toEqual(await recordedBy(database, undisturbed.changeSetId));
      const repeated = recorded.filter(({ action, changes, entities }) => action === "create" && changes !== entities);
      expect(repeated).toEqual([]);
    },
    async finish() {
      await writing.stop();
      await polling.stop();
      await requireTasksDone(options, rounds * tasksPerRound);
      expect(await snapshot(stormy)).toEqual(await snapshot(calm));
      const refusals = writing.refusals.map((refusal) => `${refusal.slice(0, 3)} ${JSON.parse(refusal.slice(4)).code}`);
      expect(refusals.filter((refusal) => !honest.includes(refusal))).toEqual([]);
      const [away, unknown] = honest.map((wanted) => refusals.filter((refusal) => refusal === wanted).length);
      await requireAll(target, writing.acknowledged);
      expect([...polling.seen.values()].filter((times) => times !== 1)).toEqual([]);
      expect([...polling.seen.keys()].toSorted()).toEqual(await recordedChanges(database, target));
      return (
        `${writing.acknowledged.size} items written, none lost; ${polling.seen.size} changes received once each; ` +
        `loads as without; ${rounds * tasksPerRound} callbacks applied once; ` +
        `${away} writes answered with 503, ${unknown} with an unknown outcome`
      );
    },
  };
}

async function buildHeaders({ database }: WorkloadOptions): Promise<Readonly<Record<string, string>>> {
  return (await buildKey({ database }, await buildOrg({ database }))).headers;
}

async function buildClient(options: WorkloadOptions): Promise<LoadClient> {
  return new LoadClient({ address: options.address, headers: await buildHeaders(options), isPatient: true });
}

async function buildHouse(options: WorkloadOptions): Promise<LoadClient> {
  const client = await buildClient(options);
  await buildLoadedHouse(client);
  return client;
}

/** A season changes some styles of the one before, adds some, and removes others from the assortments. */
function season(number: number, families: number): string {
  const { items } = makeFashionLine({ families, seed: 100 + number, mistakesPercent: 0 });
  return csvOf({ headers: items.headers, rows: items.rows.slice(((number - 1) % 10) * Math.floor(families / 5)) });
}

async function startTasks(client: LoadClient, round: number): Promise<void> {
  const operations = Array.from({ length: tasksPerRound }, (_, index) => ({
    op: "create",
    object: { name: `Style ${round}-${index}`, federatedId: `S${round}-${index}` },
  }));
  await client.call("POST", "/items/batch", { operations });
}

async function requireTasksDone({ database, erp }: WorkloadOptions, expected: number): Promise<void> {
  const outcomes = () =>
    database.db.query(sql`select status, count(*) as count from event_workflow_processes group by status`);
  await waitUntil("every process has ended", async () => (await outcomes()).length === 1, 120_000);
  await erp.settle();
  expect(await outcomes()).toEqual([{ status: "completed", count: expected }]);
  const [tally] = await database.db.query(sql`
    select
      (select count(*) from entities where entity_type = 'item' and properties ->> 'order' = 'PO-' || name) as ordered,
      (select count(*) from changes where source = 'workflow') as changes,
      (select count(*) from event_workflow_callbacks where verdict = 'applied') as applied`);
  expect(tally).toEqual({ ordered: expected, changes: expected, applied: expected });
}

/** All changes of the org, each by its entity and version. */
async function recordedChanges({ db }: TestDatabase, { headers }: Target): Promise<string[]> {
  const rows = await db.query<{ change: string }>(sql`
    select entity_id || ' ' || entity_version as change
    from changes where org_id = (select id from orgs where slug = ${headers["x-api-org"]})`);
  return rows.map(({ change }) => change).toSorted();
}
