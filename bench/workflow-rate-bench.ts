import { type BenchOrg, type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";

const batchSize = 500;

interface Line {
  readonly name: string;
  readonly bar: number;
  readonly processes: number;
  readonly tasks: readonly object[];
}

const update = {
  name: "mark",
  action: "update-entity",
  config: { entityName: "item", id: "{newData.id}", object: { marked: "yes" } },
};
const script = { name: "script", action: "script", config: { code: "return { name: event.newData.name };" } };
const delay = { name: "delay", action: "delay", config: { seconds: 0 } };

const lines: readonly Line[] = [
  { name: "one delay", bar: 2_000, processes: 20_000, tasks: [delay] },
  { name: "one update-entity", bar: 1_500, processes: 20_000, tasks: [update] },
  { name: "one script", bar: 500, processes: 3_000, tasks: [script] },
  { name: "two tasks, a delay and an update-entity", bar: 1_200, processes: 20_000, tasks: [delay, update] },
];

/** Processes that end per second, from the first of the creates that start them to the end of the last process. */
export async function benchWorkflowRates(): Promise<void> {
  await inBenchWorld(async (world) => {
    const { address } = await world.startService();
    const results: ResultLine[] = [];
    for (const [index, line] of lines.entries()) {
      const org = await world.buildOrg(`rate-${index}`);
      results.push(await measureLine(world, { address, org }, line));
    }
    writeResults("Workflow rates", describeMachine({ rounds: 1 }), results);
  });
}

async function measureLine(
  { client }: BenchWorld,
  { address, org }: { readonly address: string; readonly org: BenchOrg },
  { name, bar, processes, tasks }: Line,
): Promise<ResultLine> {
  const headers = { ...org.headers, "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${address}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  };
  await post("/event-workflows", { name, triggers: ["item|create"], maxConcurrentProcesses: 100_000, tasks });
  const began = performance.now();
  for (let made = 0; made < processes; made += batchSize) {
    const operations = Array.from({ length: batchSize }, (_, index) => ({
      op: "create",
      object: { name: `Style ${made + index}` },
    }));
    await post("/items/batch", { operations });
  }
  const created = performance.now();
  for (;;) {
    const { rows } = await client.query<{ left: string; failed: string }>(
      `select count(*) filter (where status not in ('completed', 'failed')) as left,
        count(*) filter (where status = 'failed') as failed from event_workflow_processes where org_id = $1`,
      [org.orgId],
    );
    if (Number(rows[0]?.failed) > 0) throw new Error(`${rows[0]?.failed} processes of ${name} have failed`);
    if (Number(rows[0]?.left) === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = (performance.now() - began) / 1_000;
  const rate = processes / seconds;
  return {
    name,
    value: `${Math.round(rate)} processes a second`,
    spread: `creates took ${((created - began) / 1_000).toFixed(1)} of ${seconds.toFixed(1)} s; bar: ${bar}`,
    ofBar: rate / bar,
  };
}
