import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { ChangingNodes } from "../testing/changing-nodes.ts";
import { pollUntilStopped, requireAll, type Target, writeUntilStopped } from "../testing/item-writers.ts";
import { LoadClient } from "../testing/load-client.ts";

const torture = beginTorture("changing nodes");
let cluster: ChangingNodes;

beforeAll(async () => {
  cluster = await ChangingNodes.start(3);
});

afterAll(() => cluster.stop());

/** Rows that become items, more than are written between two kills. */
const rows = 4_000;
const csv = `style,name\n${Array.from({ length: rows }, (_, row) => `L-${row},Loaded ${row}`).join("\n")}\n`;
const configuration = { loadType: ["ITEM"], federatedMappings: { itemFamilyFederatedId: "style", name: "name" } };

test("nodes that are added, stopped and killed lose nothing, and break only requests that a killed node had accepted", {
  timeout: torture.times(600_000),
}, async () => {
  const address = () => cluster.proxy.address;
  const { headers } = await buildKey(cluster, await buildOrg(cluster));
  const target: Target = { address, headers };
  const loads = new LoadClient({ address, headers: (await buildKey(cluster, await buildOrg(cluster))).headers });
  const [writing, polling] = [writeUntilStopped(target), pollUntilStopped(target)];
  const loadId = await loads.start(csv, configuration);
  let stopped = 0;

  for (let round = 0; round < torture.times(2); round += 1) {
    await waitForWrites(writing.acknowledged);
    await cluster.kill(torture.pick(cluster.nodes));
    await waitForWrites(writing.acknowledged);
    await cluster.add();
    expect(await cluster.stopNode(torture.pick(cluster.nodes))).toBe(0);
    stopped += 1;
    await waitForWrites(writing.acknowledged);
    await cluster.add();
  }
  await writing.stop();
  await polling.stop();

  const broken = [...cluster.proxy.broken.values()].reduce((sum, count) => sum + count, 0);
  expect([...cluster.proxy.broken.keys()].filter((node) => !cluster.killed.has(node))).toEqual([]);
  expect(writing.refusals.filter((refusal) => !refusal.startsWith("502 broken with"))).toEqual([]);
  await requireAll(target, writing.acknowledged);
  expect([...polling.seen.values()].filter((times) => times !== 1)).toEqual([]);
  await waitUntil(
    "the load has ended",
    async () => isOver(await loads.call("GET", `/loader-processes/${loadId}`)),
    60_000,
  );
  expect(await loads.call("GET", `/loader-processes/${loadId}`)).toMatchObject({ status: "completed", errors: 0 });
  expect(await loads.all("items")).toHaveLength(rows);
  torture.verdict(
    `${cluster.killed.size} nodes killed, ${stopped} stopped; ${writing.acknowledged.size} items written, none lost, ` +
      `${polling.seen.size} changes received once each, ${rows} rows loaded; ${broken} calls broke with the killed`,
  );
});

/** A few seconds of work on a slow machine. */
async function waitForWrites(acknowledged: ReadonlyMap<string, number>): Promise<void> {
  const before = acknowledged.size;
  await waitUntil("writes continue", async () => acknowledged.size >= before + 40, 60_000);
}

function isOver({ status }: { readonly status: string }): boolean {
  return status !== "pending" && status !== "running";
}
