import { type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { cpuOf, measure, rateOf, rounds, type Sample, secondsEach, spreadOf } from "./measure.ts";
import { describeMachine, writeResults } from "./results.ts";
import { connections } from "./scale.ts";

/** The cost of authentication and rate limiting. */
export async function benchAccess(): Promise<void> {
  await inBenchWorld(async (world) => {
    await fillFloor(world);
    const floor = await world.startServer("floor-server.ts");
    const service = await world.startServer("ping-server.ts");
    const { headers } = world;
    report(
      await measure([
        { name: "floor: bare Fastify, one prepared statement", server: floor, path: () => "/floor/7", headers: {} },
        { name: "trivial GET, no authentication and no rate limit", server: service, path: () => "/ping", headers },
        { name: "the same with authentication and rate limit", server: service, path: () => "/api/ping", headers },
      ]),
    );
  });
}

async function fillFloor({ client }: BenchWorld): Promise<void> {
  await client.query(`create table bench_floor as
    select id::text, jsonb_build_object('name', 'Parka ' || id, 'season', 'FW26', 'price', id * 1.5) as props
    from generate_series(1, 1000) id`);
  await client.query("alter table bench_floor add primary key (id)");
}

function report(samples: ReadonlyMap<string, readonly Sample[]>): void {
  const cpu = [...samples.values()].map(cpuOf);
  const [, open = 0, guarded = 0] = cpu;
  const lines = [...samples].map(([name, taken], index) => ({
    name,
    value: `${Math.round(rateOf(taken))} a second, ${(cpu[index] ?? 0).toFixed(1)} µs each`,
    spread: spreadOf(taken),
  }));
  const cost = `${((guarded / open - 1) * 100).toFixed(1)} % of processor time`;
  const all = [...lines, { name: "cost of authentication and rate limit", value: cost, spread: "aim: under 10 %" }];
  writeResults("Access", describeMachine({ connections, rounds, secondsEach }), all);
}
