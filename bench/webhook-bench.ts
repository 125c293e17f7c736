import { setTimeout as delay } from "node:timers/promises";
import { type BenchServer, type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { cpuMicrosecondsOf } from "./process-usage.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { readJson } from "./times.ts";

const barASecond = 1_000;
const deliveries = 20_000;
const rounds = 3;
const batchSize = 500;

/** Messages to a local receiver in a separate process: all pending ones, as fast as possible. */
export async function benchWebhooks(): Promise<void> {
  await inBenchWorld(async (world) => {
    const service = await world.startService();
    const receiver = await world.startServer("webhook-receiver-server.ts");
    const webhookId = await makeWebhook(world, service, receiver);
    const rates: number[] = [];
    const cpus: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { seconds, cpuMicroseconds } = await measureRound(world, { service, receiver, webhookId, round });
      rates.push(deliveries / seconds);
      cpus.push(cpuMicroseconds / deliveries);
      console.log(`${Math.round(deliveries / seconds)} deliveries a second`);
    }
    writeResults("Webhooks", describeMachine({ connections: 16, rounds }), resultLines(rates, cpus));
  });
}

interface Round {
  readonly service: BenchServer;
  readonly receiver: BenchServer;
  readonly webhookId: string;
  readonly round: number;
}

async function measureRound(world: BenchWorld, { service, receiver, webhookId, round }: Round) {
  await pause(world, webhookId, "2099-01-01");
  await writeColors(world, service, round);
  const before = await countOf(receiver);
  const cpuBefore = cpuMicrosecondsOf(service.pid);
  await pause(world, webhookId, null);
  const began = performance.now();
  while ((await countOf(receiver)) < before + deliveries) {
    await delay(20);
  }
  const seconds = (performance.now() - began) / 1_000;
  return { seconds, cpuMicroseconds: cpuMicrosecondsOf(service.pid) - cpuBefore };
}

async function makeWebhook({ headers }: BenchWorld, { address }: BenchServer, receiver: BenchServer): Promise<string> {
  const body = { url: `${receiver.address}/hook`, events: ["color|create"], auth: { type: "hmac" } };
  const answer = await post(`${address}/api/webhooks`, headers, body);
  const { id }: { id: string } = JSON.parse(answer);
  return id;
}

/** As if its receiver had sent Retry-After. */
async function pause({ client }: BenchWorld, webhookId: string, until: string | null): Promise<void> {
  await client.query("update webhooks set paused_until = $1 where id = $2", [until, webhookId]);
}

async function writeColors({ headers }: BenchWorld, { address }: BenchServer, round: number): Promise<void> {
  for (let first = 0; first < deliveries; first += batchSize) {
    const operations = Array.from({ length: Math.min(batchSize, deliveries - first) }, (_, index) => ({
      op: "create",
      object: { name: `Color ${first + index}`, federatedId: `${round}-${first + index}`, hex: "336699" },
    }));
    await post(`${address}/api/colors/batch`, headers, { operations });
  }
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<string> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status >= 300) {
    throw new Error(`${url}: ${answer.status} ${text}`);
  }
  return text;
}

async function countOf({ address }: BenchServer): Promise<number> {
  return (await readJson<{ count: number }>(address, {})).count;
}

function resultLines(rates: readonly number[], cpus: readonly number[]): ResultLine[] {
  const sorted = [...rates].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const cpu = cpus.reduce((sum, each) => sum + each, 0) / cpus.length;
  return [
    {
      name: `${deliveries} signed messages that lie ready, to one receiver`,
      value: `${Math.round(median)} deliveries a second`,
      spread: `${Math.round(sorted[0] ?? 0)}–${Math.round(sorted.at(-1) ?? 0)}; bar: ${barASecond}`,
      ofBar: median / barASecond,
    },
    { name: "processor time of the service for each", value: `${Math.round(cpu)} µs`, spread: "" },
  ];
}
