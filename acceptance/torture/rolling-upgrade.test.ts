import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { findExcluding } from "../../tools/released-versions.ts";
import { ChangingNodes } from "../testing/changing-nodes.ts";
import { buildEarlierRelease, listEarlierReleases } from "../testing/earlier-release.ts";
import { pollUntilStopped, requireAll, type Target, writeUntilStopped } from "../testing/item-writers.ts";
import { LoadClient } from "../testing/load-client.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** "all", a version or a commit. Default: the newest release. */
const wanted = process.env["TORTURE_RELEASE"];
const torture = beginTorture("rolling upgrade");
// A release takes minutes to install and build, so the short form tests one only on request.
const releases = torture.isLong || wanted !== undefined ? listEarlierReleases(wanted) : [];

const colorsOfLoad = 1_200;

/** The rows of one load, which no other load has. */
function colorsFile(name: string): string {
  const rows = Array.from({ length: colorsOfLoad }, (_, row) => `${name}-${row},Color ${row},336699`);
  return `federatedId,name,hex\n${rows.join("\n")}\n`;
}

/** Starts two processes: one waits for a callback, the other until its task times out. */
async function startProcesses(client: LoadClient): Promise<{ readonly waiting: string; readonly timed: string }> {
  const started: string[] = [];
  for (const [name, timing] of [
    ["waiting", {}],
    ["timed", { timeoutSeconds: 60, onTimeout: "complete" }],
  ] as const) {
    const workflow = await client.call("POST", "/event-workflows", {
      name,
      triggers: ["item|create"],
      conditional: `{newData.name} === '${name}'`,
      tasks: [{ name: "wait", action: "external", ...timing }],
    });
    await client.call("POST", "/items", { name });
    const criteria = encodeURIComponent(JSON.stringify({ eventWorkflowId: workflow.id }));
    await waitUntil(`the process ${name} is started`, async () => {
      const { results } = await client.call("GET", `/event-workflow-processes?criteria=${criteria}`);
      started.push(...results.map(({ id }: { id: string }) => id));
      return results.length === 1;
    });
  }
  const [waiting = "", timed = ""] = started;
  return { waiting, timed };
}

/** Calls back for the task that waits, and returns the states in which both processes end. */
async function endProcesses(client: LoadClient, { waiting, timed }: Awaited<ReturnType<typeof startProcesses>>) {
  const { tasks } = await client.call("GET", `/event-workflow-processes/${waiting}?relations=tasks`);
  await client.call("POST", "/external-events/callback/", { taskId: tasks[0].id, status: "SUCCESS" });
  const ended: string[] = [];
  for (const id of [waiting, timed]) {
    await waitUntil(
      `the process ${id} ends`,
      async () => {
        const { status } = await client.call("GET", `/event-workflow-processes/${id}?wait=5`);
        const hasEnded = ["completed", "failed", "canceled"].includes(status);
        if (hasEnded) ended.push(status);
        return hasEnded;
      },
      90_000,
    );
  }
  return ended;
}

test("all releases are found if all are wanted", () => {
  expect(wanted === "all" && releases.length === 0).toBe(false);
});

test.runIf(releases.length === 0)("a rolling upgrade is tested on request", () => {
  console.log(
    "not run: the rolling upgrade needs TORTURE_TIMES=2 or more or TORTURE_RELEASE, and a clone with its history",
  );
});

test.each(releases)(
  "nodes of $version are upgraded one after the other under load, without visible errors",
  {
    timeout: 1_200_000,
  },
  async (earlier) => {
    const excluding = await findExcluding(root, earlier);
    if (excluding.length > 0) {
      console.log(`not run: ${earlier.version} cannot run beside this version, because of ${excluding.join(", ")}`);
      return;
    }
    const release = await buildEarlierRelease(earlier.commit);
    onTestFinished(() => release.remove(), 300_000);
    const cluster = await ChangingNodes.startEarlier(3, release.program);
    onTestFinished(() => cluster.stop(), 300_000);
    const target: Target = { address: () => cluster.proxy.address, headers: await cluster.firstHeaders() };
    const loads = new LoadClient(target);
    const loadIds: string[] = [];
    const startLoads = async () => {
      for (let count = 0; count < 2; count += 1) {
        loadIds.push(await loads.start(colorsFile(`load-${loadIds.length}`), { loadType: ["COLOR"] }));
      }
    };
    const processes = await startProcesses(loads);
    const [writing, polling] = [writeUntilStopped(target), pollUntilStopped(target)];
    const waitForWrites = async () => {
      const before = writing.acknowledged.size;
      await waitUntil("writes continue", async () => writing.acknowledged.size >= before + 40, 60_000);
    };

    cluster.program = undefined;
    for (const old of [...cluster.nodes]) {
      await waitForWrites();
      await startLoads();
      await cluster.add();
      await startLoads();
      await waitForWrites();
      expect(await cluster.stopNode(old)).toBe(0);
    }
    await waitForWrites();
    if (release.startsOnNewerSchema) {
      // A rollback, and back again.
      cluster.program = release.program;
      await cluster.add();
      const [returned] = cluster.nodes.slice(-1);
      await waitForWrites();
      expect(returned === undefined ? undefined : await cluster.stopNode(returned)).toBe(0);
    }
    const ended = await Promise.all(loadIds.map((id) => loads.ended(id)));
    const endedProcesses = await endProcesses(loads, processes);
    await writing.stop();
    await polling.stop();

    expect([...cluster.proxy.broken]).toEqual([]);
    expect(writing.refusals).toEqual([]);
    await requireAll(target, writing.acknowledged);
    expect(ended.map(({ status, subtext, counts }) => [status, subtext, counts?.color?.created])).toEqual(
      loadIds.map(() => ["completed", expect.any(String), colorsOfLoad]),
    );
    expect(endedProcesses).toEqual(["completed", "completed"]);
    expect([...polling.seen.values()].filter((times) => times !== 1)).toEqual([]);
    torture.verdict(
      `3 nodes of ${earlier.version} replaced${release.startsOnNewerSchema ? ", 1 rolled back" : ""}; ${writing.acknowledged.size} items written, none lost, ` +
        `${polling.seen.size} changes received once each, ${ended.length} loads and 2 processes completed, no call failed`,
    );
  },
);
