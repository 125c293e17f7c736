import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startWeft } from "../acceptance/testing/run-weft.ts";
import { type BenchServer, type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { memoryMbOf } from "./process-usage.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { sectionOf } from "./scale.ts";
import { describeTimes } from "./times.ts";
import { itemOf, writeItems } from "./write-items.ts";

const undisturbedMs = 20_000;
const neighborItems = 1_000;
const deletionMinutesMax = 120;

/** Exports, imports and deletes a large organization, while another one reads and writes at a steady pace. */
export async function benchOrgs(): Promise<void> {
  await inBenchWorld(async (world) => {
    const node = await world.startService();
    const large = await world.buildOrg("large");
    await writeItems(node, large.headers, (number) => ({ op: "create", object: itemOf(number) }));
    const ids = await createNeighborItems(world, node);
    const archive = join(world.env["DATA_DIR"] ?? world.dataFolder, "large.tar.gz");
    const alone = await withNeighbor(world, node, ids, () => delay(undisturbedMs));
    const exported = await withNeighbor(world, node, ids, () => run(world, ["export", "large", archive]));
    const megabytes = (await stat(archive)).size / 1_048_576;
    const imported = await withNeighbor(world, node, ids, () =>
      run(world, ["import", archive, "--new-ids", "--slug", "copy"]),
    );
    await run(world, ["suspend", "copy", "--reason", "It will be deleted."]);
    await run(world, ["delete", "copy", "--now", "--confirm", "copy"]);
    await waitForDeletion(world, "started");
    const deleted = await withNeighbor(world, node, ids, () => waitForDeletion(world, "completed"));
    const lines: ResultLine[] = [
      { name: "another organization, undisturbed", ...describeTimes(alone.times) },
      ...describe("export", exported, `archive of ${Math.round(megabytes)} MB`),
      ...describe("import with new ids", imported, ""),
      ...describe("deletion", { ...deleted, work: undefined }, "in the node, with pauses"),
    ];
    writeResults(sectionOf("Organizations", "entities"), describeMachine({ rounds: 1 }), lines);
  });
}

interface Measured<Work> {
  readonly seconds: number;
  /** Of the other organization. */
  readonly times: readonly number[];
  readonly work: Work;
}

function describe(name: string, { seconds, times, work }: Measured<number | undefined>, note: string): ResultLine[] {
  return [
    { name, value: `${seconds.toFixed(0)} s`, spread: note },
    ...(work === undefined ? [] : [{ name: `${name}: most memory`, value: `${Math.round(work)} MB`, spread: "" }]),
    { name: `another organization during the ${name}`, ...describeTimes(times) },
  ];
}

/** Runs the command and returns the most memory that it has used, in MB. */
async function run({ env }: BenchWorld, args: readonly string[]): Promise<number> {
  const command = startWeft(["admin", "orgs", ...args], { env, timeoutMs: 7_200_000 });
  command.endInput();
  let memoryMb = 0;
  const looking = setInterval(() => {
    memoryMbOf(command.pid).then(
      (current) => {
        memoryMb = Math.max(memoryMb, current);
      },
      () => undefined,
    );
  }, 200);
  const { code, stderr } = await command.ended.finally(() => clearInterval(looking));
  if (code !== 0) {
    throw new Error(`weft admin orgs ${args.join(" ")}: ${stderr}`);
  }
  return memoryMb;
}

async function waitForDeletion({ client }: BenchWorld, event: "started" | "completed"): Promise<undefined> {
  const before = Date.now();
  for (;;) {
    const { rows } = await client.query<Record<string, Date | null>>("select * from org_deletions");
    if (rows[0]?.[`${event}_on`] != null) {
      return undefined;
    }
    if (Date.now() - before > deletionMinutesMax * 60_000) {
      throw new Error(`The deletion was not ${event} within ${deletionMinutesMax} minutes.`);
    }
    await delay(200);
  }
}

async function createNeighborItems({ headers }: BenchWorld, { address }: BenchServer): Promise<string[]> {
  const operations = Array.from({ length: neighborItems }, (_, number) => ({ op: "create", object: itemOf(number) }));
  const answer = await call(`${address}/api/items/batch`, headers, { operations });
  const { results }: { results: { object: { id: string } }[] } = JSON.parse(answer);
  return results.map(({ object }) => object.id);
}

/** Reads nine times and writes once, 40 times a second in all, until the work ends. */
async function withNeighbor<Work>(
  { headers }: BenchWorld,
  { address }: BenchServer,
  ids: readonly string[],
  work: () => Promise<Work>,
): Promise<Measured<Work>> {
  const times: number[] = [];
  const ended = new AbortController();
  const load = async () => {
    for (let number = 0; !ended.signal.aborted; number += 1) {
      const id = ids[number % ids.length];
      const before = performance.now();
      await (number % 10 === 9
        ? call(`${address}/api/items/batch`, headers, { operations: [{ op: "update", id, object: { price: number } }] })
        : call(`${address}/api/items/${id}`, headers));
      times.push(performance.now() - before);
      await delay(25);
    }
  };
  const loading = load();
  const before = performance.now();
  const result = await work().finally(() => ended.abort());
  const seconds = (performance.now() - before) / 1_000;
  await loading;
  return { seconds, times, work: result };
}

async function call(url: string, headers: Record<string, string>, body?: object): Promise<string> {
  const answer = await fetch(url, {
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) {
    throw new Error(`${url} returned ${answer.status}: ${text.slice(0, 500)}`);
  }
  return text;
}
