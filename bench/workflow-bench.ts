import { type BenchServer, type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { measure, rateOf, rounds, secondsEach, spreadOf } from "./measure.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { connections } from "./scale.ts";
import { describeTimes, percentile } from "./times.ts";

const callbackBarMs = 25;
const callbacksInTurn = 300;
const callbacksAtOnce = 32;
const callbacksAtOnceBarMs = 60;
const callbacksTogether = 960;

/** From a callback to the start of the next task, and the cost of triggers for writes without a listening workflow. */
export async function benchWorkflows(): Promise<void> {
  await inBenchWorld(async (world) => {
    const service = await world.startService();
    const callbacks = await measureCallbacks(world, service);
    const writes = await measureWrites(world, service);
    writeResults("Workflows", describeMachine({ connections, rounds, secondsEach }), [...callbacks, ...writes]);
  });
}

async function measureCallbacks({ headers, client }: BenchWorld, { address }: BenchServer): Promise<ResultLine[]> {
  const call = caller(address, headers);
  const workflow = await call("POST", "/event-workflows", {
    name: "Two steps",
    triggers: ["manual|bench"],
    maxConcurrentProcesses: 10_000,
    tasks: [
      { name: "wait", action: "external" },
      { name: "next", action: "delay", config: { seconds: 0 } },
    ],
  });
  const alone = await latencies(call, client, callbacksInTurn, 1);
  const together = await latencies(call, client, callbacksTogether, callbacksAtOnce);
  await call("DELETE", `/event-workflows/${workflow["id"]}`);
  return [
    {
      name: "callback → next task started, one at a time",
      value: percentiles(alone),
      spread: `bar: p99 ≤ ${callbackBarMs} ms`,
      ofBar: callbackBarMs / percentile(alone, 99),
    },
    {
      name: `the same, ${callbacksAtOnce} at once`,
      value: percentiles(together),
      spread: `bar: p99 ≤ ${callbacksAtOnceBarMs} ms`,
      ofBar: callbacksAtOnceBarMs / percentile(together, 99),
    },
  ];
}

/** By the clock of the database, which stamps both: the receipt of the callback and the start of the next task. */
async function latencies(
  call: ReturnType<typeof caller>,
  client: BenchWorld["client"],
  count: number,
  atOnce: number,
): Promise<number[]> {
  const processIds: string[] = [];
  for (let index = 0; index < count; index++) {
    const started = await call("POST", "/event-workflow-requests", { triggerKey: "manual|bench", event: {} });
    processIds.push(started["results"][0].id);
  }
  const taskIds = await awaiting(client, processIds);
  for (let from = 0; from < taskIds.length; from += atOnce) {
    const batch = taskIds.slice(from, from + atOnce);
    await Promise.all(batch.map((taskId) => call("POST", "/external-events/callback/", { taskId, status: "SUCCESS" })));
  }
  await untilNone(client, processIds, "status not in ('completed', 'failed')");
  const { rows } = await client.query<{ ms: number }>(
    `select extract(epoch from next.started_on - first.ended_on) * 1000 as ms
     from event_workflow_tasks first join event_workflow_tasks next
       on next.process_id = first.process_id and next.position = 1
     where first.position = 0 and first.process_id = any($1)`,
    [processIds],
  );
  return rows.map(({ ms }) => Number(ms)).sort((a, b) => a - b);
}

async function awaiting(client: BenchWorld["client"], processIds: readonly string[]): Promise<string[]> {
  await untilNone(client, processIds, "status <> 'awaiting'");
  const { rows } = await client.query<{ id: string }>(
    "select id from event_workflow_tasks where process_id = any($1) and status = 'awaiting' order by id",
    [processIds],
  );
  return rows.map(({ id }) => id);
}

async function untilNone(
  client: BenchWorld["client"],
  processIds: readonly string[],
  condition: string,
): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select 1 from event_workflow_processes where id = any($1) and ${condition} limit 1`,
      [processIds],
    );
    if (rows.length === 0) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The same writes in an org without workflows and in one with a workflow for another kind. */
async function measureWrites(world: BenchWorld, server: BenchServer): Promise<ResultLine[]> {
  const [quiet, listening] = [await world.buildOrg("quiet"), await world.buildOrg("listening")];
  const call = caller(server.address, listening.headers);
  await call("POST", "/event-workflows", {
    name: "Colors only",
    triggers: ["color|update"],
    tasks: [{ name: "wait", action: "external" }],
  });
  const body = () => JSON.stringify({ name: "Parka", season: "FW26", price: 12.5, status: "draft" });
  const path = () => "/api/items";
  const samples = await measure([
    { name: "create, no listeners", server, method: "POST", headers: quiet.headers, path, body },
    {
      name: "create, a workflow listens for another kind",
      server,
      method: "POST",
      headers: listening.headers,
      path,
      body,
    },
  ]);
  const [quietRate = 1, listeningRate = 1] = [...samples.values()].map(rateOf);
  const cost = `${((1 - listeningRate / quietRate) * 100).toFixed(1)} % fewer`;
  return [
    ...[...samples].map(([name, taken]) => ({
      name,
      value: `${Math.round(rateOf(taken))} a second`,
      spread: spreadOf(taken),
    })),
    { name: "cost of triggers when no workflow listens", value: cost, spread: "bar: within 3 %" },
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: responses are accessed freely; a wrong guess ends the benchmark.
type Json = any;

function caller(address: string, headers: Record<string, string>) {
  return async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) {
      throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    }
    return answer.status === 204 ? undefined : answer.json();
  };
}

function percentiles(times: readonly number[]): string {
  const { value, spread } = describeTimes(times);
  return `${value}, ${spread}`;
}
