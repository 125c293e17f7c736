import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdBatches } from "../../server/src/loader/testing/hold-batches.ts";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { csvOf, makeFashionLine } from "../../tools/fashion-line.ts";
import { buildLoadedHouse, fashionLoads } from "../testing/fashion-house.ts";
import { LoadClient } from "../testing/load-client.ts";
import { LoadCluster } from "../testing/load-cluster.ts";
import { recordedBy, snapshot } from "../testing/snapshot.ts";

const torture = beginTorture("load kills");
const killsOfOneLoadMax = 2;

let cluster: LoadCluster;

beforeAll(async () => {
  cluster = await LoadCluster.start();
});

afterAll(async () => {
  await cluster.stop();
});

async function buildHouse(): Promise<LoadClient> {
  const { headers } = await buildKey(cluster, await buildOrg(cluster));
  const client = new LoadClient({ address: () => cluster.address, headers });
  await buildLoadedHouse(client);
  return client;
}

/** A season of the line; the next one changes some styles, adds some, and removes the others from the assortments. */
function season(number: number): string {
  const { items } = makeFashionLine({ families: 600, seed: 100 + number, mistakesPercent: 0 });
  // Seasons repeat before the rows run out: a long torture test has many.
  const from = ((number - 1) % 10) * 100;
  return csvOf({ headers: items.headers, rows: items.rows.slice(from) });
}

/** Kills the node that runs the load at random times, and returns how often. */
async function killDuring(loadId: string, random: () => number, longMs: number, killsMax: number): Promise<number> {
  let replaced: Promise<void> = Promise.resolve();
  let claim: string | undefined;
  let kills = 0;
  while (kills < killsMax) {
    claim = await cluster.nextRun(loadId, claim);
    const momentMs = Math.floor(random() * longMs);
    await delay(momentMs);
    await replaced;
    if (claim === undefined || (await cluster.endRunner(loadId, "SIGKILL")) === undefined) {
      break;
    }
    console.log(`Killed ${momentMs} ms after a node had begun with a load that takes ${longMs} ms.`);
    replaced = cluster.startWorker();
    kills++;
  }
  await replaced;
  return kills;
}

test("loads killed at random times end as if nothing had happened", {
  timeout: torture.times(600_000),
}, async () => {
  const killsWanted = torture.times(2);
  const [calm, stormy] = [await buildHouse(), await buildHouse()];
  let kills = 0;

  for (let number = 1; kills < killsWanted; number++) {
    const file = season(number);
    const undisturbed = await calm.load(file, fashionLoads.items);
    const longMs = Date.parse(undisturbed.endedOn) - Date.parse(undisturbed.startedOn);

    const loadId = await stormy.start(file, fashionLoads.items);
    const killsMax = Math.min(killsOfOneLoadMax, killsWanted - kills);
    kills += await killDuring(loadId, torture.random, Math.floor(longMs * 0.8), killsMax);
    const disturbed = await stormy.ended(loadId);

    const recorded = await recordedBy(cluster.database, disturbed.changeSetId);
    expect(disturbed).toMatchObject({ status: "completed", errors: 0, counts: undisturbed.counts });
    expect(recorded).toEqual(await recordedBy(cluster.database, undisturbed.changeSetId));
    expect(recorded.filter(({ action, changes, entities }) => action === "create" && changes !== entities)).toEqual([]);
    expect(await resultOf(stormy, disturbed)).toEqual(await resultOf(calm, undisturbed));
    expect(await snapshot(stormy)).toEqual(await snapshot(calm));
  }
  torture.verdict(`${kills} nodes killed while they loaded; entities, changes and results as without`);
});

/** The result of each row, without the ids. */
async function resultOf(client: LoadClient, { resultFileId }: { resultFileId: string }): Promise<string[]> {
  const lines = (await client.download(resultFileId)).split("\r\n");
  return lines.map((line) => line.replace(/^([^,]*,[^,]*),[^,]*/, "$1"));
}

test("a node that receives a stop signal releases its load to another within ten seconds", async () => {
  const house = await buildHouse();
  const held = await holdBatches(cluster.database, 2);
  const loadId = await house.start(season(1), fashionLoads.items);
  await held.areHeld();

  const began = Date.now();
  const ending = cluster.endRunner(loadId, "SIGTERM");
  await held.release();
  const ended = await ending;
  const stopMs = Date.now() - began;
  const done = await house.ended(loadId);

  const recorded = await recordedBy(cluster.database, done.changeSetId);
  expect(ended).toBe(0);
  expect(stopMs).toBeLessThan(10_000);
  expect(done).toMatchObject({ status: "completed", errors: 0 });
  expect(recorded.filter(({ action, changes, entities }) => action === "create" && changes !== entities)).toEqual([]);
});
