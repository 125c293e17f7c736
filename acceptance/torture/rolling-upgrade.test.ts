import { afterAll, beforeAll, expect, test } from "vitest";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { ChangingNodes } from "../testing/changing-nodes.ts";
import { buildEarlierRelease, type EarlierRelease } from "../testing/earlier-release.ts";
import { pollUntilStopped, requireAll, type Target, writeUntilStopped } from "../testing/item-writers.ts";
import { LoadClient } from "../testing/load-client.ts";

/** The release that users may still run: v0.1, by its commit, because a clone may lack tags. */
const earlier = "8f9d3482b46f9640261a8eb98a9fab2d1e218de3";

const torture = beginTorture("rolling upgrade");
let release: EarlierRelease | undefined;

// A release takes minutes to install and build, so only the long form tests one.
beforeAll(async () => {
  release = torture.isLong ? await buildEarlierRelease(earlier) : undefined;
}, 600_000);

afterAll(() => release?.remove());

const colorsOfLoad = 1_200;

/** The rows of one load, which no other load has. */
function colorsFile(name: string): string {
  const rows = Array.from({ length: colorsOfLoad }, (_, row) => `${name}-${row},Color ${row},336699`);
  return `federatedId,name,hex\n${rows.join("\n")}\n`;
}

test("nodes are upgraded one after the other under load, without visible errors", async () => {
  if (release === undefined) {
    console.log("not run: the rolling upgrade needs TORTURE_TIMES=2 or more, and a clone with its history");
    return;
  }
  const cluster = await ChangingNodes.startEarlier(3, release.program);
  const target: Target = { address: () => cluster.proxy.address, headers: await cluster.firstHeaders() };
  const loads = new LoadClient(target);
  const loadIds: string[] = [];
  const startLoads = async () => {
    for (let count = 0; count < 2; count += 1) {
      loadIds.push(await loads.start(colorsFile(`load-${loadIds.length}`), { loadType: ["COLOR"] }));
    }
  };
  const [writing, polling] = [writeUntilStopped(target), pollUntilStopped(target)];
  const wentOn = async () => {
    const before = writing.acknowledged.size;
    await waitUntil("writing goes on", async () => writing.acknowledged.size >= before + 40, 60_000);
  };

  cluster.program = undefined;
  for (const old of [...cluster.nodes]) {
    await wentOn();
    await startLoads();
    await cluster.add();
    await startLoads();
    await wentOn();
    expect(await cluster.stopNode(old)).toBe(0);
  }
  await wentOn();
  const ended = await Promise.all(loadIds.map((id) => loads.ended(id)));
  await writing.stop();
  await polling.stop();

  expect([...cluster.proxy.broken]).toEqual([]);
  expect(writing.refusals).toEqual([]);
  await requireAll(target, writing.acknowledged);
  expect(ended.map(({ status, counts }) => [status, counts.color.created])).toEqual(
    loadIds.map(() => ["completed", colorsOfLoad]),
  );
  expect([...polling.seen.values()].filter((times) => times !== 1)).toEqual([]);
  await cluster.stop();
  torture.verdict(
    `3 nodes of v0.1 replaced; ${writing.acknowledged.size} items written and all there, ` +
      `${polling.seen.size} changes told once each, ${ended.length} loads completed, no call failed`,
  );
}, 600_000);
