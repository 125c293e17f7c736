import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { ChangingNodes } from "../testing/changing-nodes.ts";
import { buildEarlierRelease, type EarlierRelease } from "../testing/earlier-release.ts";
import { pollUntilStopped, requireAll, type Target, writeUntilStopped } from "../testing/item-writers.ts";

/** The release that users may still run: v0.1, by its commit, because a clone may come without tags. */
const earlier = "8f9d3482b46f9640261a8eb98a9fab2d1e218de3";

const torture = beginTorture("rolling upgrade");
let release: EarlierRelease | undefined;

// A release takes a minute to build, so only the long form has one.
beforeAll(async () => {
  release = torture.isLong ? await buildEarlierRelease(earlier) : undefined;
}, 180_000);

afterAll(() => release?.remove());

test("nodes are upgraded one after the other under load, and nobody outside notices", async () => {
  if (release === undefined) {
    console.log("not run: the rolling upgrade needs TORTURE_TIMES=2 or more, and a clone with its history");
    return;
  }
  const cluster = await ChangingNodes.start(3, release.program);
  const { headers } = await buildKey(cluster, await buildOrg(cluster));
  const target: Target = { address: () => cluster.proxy.address, headers };
  const [writing, polling] = [writeUntilStopped(target), pollUntilStopped(target)];
  const wentOn = async () => {
    const before = writing.acknowledged.size;
    await waitUntil("writing goes on", async () => writing.acknowledged.size >= before + 40, 60_000);
  };

  cluster.program = undefined;
  for (const old of [...cluster.nodes]) {
    await wentOn();
    await cluster.add();
    await wentOn();
    expect(await cluster.stopNode(old)).toBe(0);
  }
  await wentOn();
  await writing.stop();
  await polling.stop();

  expect([...cluster.proxy.broken]).toEqual([]);
  expect(writing.refusals).toEqual([]);
  await requireAll(target, writing.acknowledged);
  expect([...polling.seen.values()].filter((times) => times !== 1)).toEqual([]);
  await cluster.stop();
  torture.verdict(
    `3 nodes of v0.1 replaced; ${writing.acknowledged.size} items written and all there, ` +
      `${polling.seen.size} changes told once each, no call failed`,
  );
}, 600_000);
