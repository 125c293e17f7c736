import { type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { describeTimes, percentile, readJson, takeTimes } from "./times.ts";

const times = 500;
const few = 10_000;
const many = 10_000_000;
const chunk = 500_000;

/** Polls of a log that grows from ten thousand to ten million records: each must cost what it cost before. */
export async function benchPolls(): Promise<void> {
  await inBenchWorld(async (world) => {
    await world.client.query("insert into org_feeds (org_id) values ($1) on conflict do nothing", [world.orgId]);
    await addChanges(world, 0, few);
    const service = await world.startServer("service-server.ts");
    const small = await measurePolls(service.address, world);
    for (let from = few; from < many; from += chunk) {
      await addChanges(world, from, Math.min(many, from + chunk));
    }
    await world.client.query("vacuum analyze changes");
    const large = await measurePolls(service.address, world);
    writeResults("Polls", describeMachine(1, 0, times), compare(small, large));
  });
}

/** Records from last month on, in the order of a log; one in a hundred is of a color, one in a hundred thousand of a project. */
async function addChanges({ client, orgId }: BenchWorld, from: number, to: number): Promise<void> {
  await client.query(
    `insert into changes (org_id, created_on, sequence, entity_type, entity_id, type_path, action, entity_version,
       actor_id, actor_type, actor_name, change_set_id, source, diffs)
     select $1, date_trunc('milliseconds', now() - interval '20 days') + n * interval '100 milliseconds', n,
       kind, 'Z' || lpad((n % 200000)::text, 15, '0'), kind, 'update', 1 + n / 200000, 'A', 'app', 'bench',
       'S' || n / 10, 'api', jsonb_build_object('price', jsonb_build_array(n % 100, n % 101))
     from (select n, case when n % 100000 = 7 then 'project' when n % 100 = 3 then 'color' else 'item' end as kind
       from generate_series($2::bigint + 1, $3::bigint) n) as numbered`,
    [orgId, from, to],
  );
  await client.query(
    `update org_feeds set last_sequence = $2,
       last_stamp = (select created_on from changes where org_id = $1 order by created_on desc, sequence desc limit 1)
     where org_id = $1`,
    [orgId, to],
  );
}

type Polls = ReadonlyMap<string, readonly number[]>;

async function measurePolls(address: string, { headers }: BenchWorld): Promise<Polls> {
  const cursors = await someCursors(address, headers);
  const cursor = () => cursors[Math.floor(Math.random() * cursors.length)] ?? "";
  const end = await endOf(address, headers);
  const today = new Date().toISOString().slice(0, 10);
  const polls: [string, () => string][] = [
    ["after a cursor, 100 records", () => `after=${cursor()}&limit=100`],
    ["at the end, nothing new", () => `after=${end}`],
    ["after a cursor, sparse entityType", () => `after=${cursor()}&limit=100&criteria=~(entityType~'project)`],
    ["newest 100 by date range", () => `criteria=~(createdOn~'BETWEEN*202026-01-01*20and*20${today})`],
    ["of one entity", () => `criteria=~(entityReference~'item*3aZ${"77".padStart(15, "0")})`],
  ];
  const taken = new Map<string, number[]>();
  for (const [name, query] of polls) {
    taken.set(name, await takeTimes(times, headers, () => `${address}/api/change-history?${query()}`));
  }
  return taken;
}

async function endOf(address: string, headers: Record<string, string>): Promise<string> {
  const url = `${address}/api/change-history?after=now`;
  return (await readJson<{ coveredUntil: string }>(url, headers)).coveredUntil;
}

async function someCursors(address: string, headers: Record<string, string>): Promise<string[]> {
  const order = encodeURIComponent(JSON.stringify({ orderField: "createdOn", order: "asc" }));
  const url = `${address}/api/change-history?limit=1000`;
  const oldest = await readJson<Page>(`${url}&order=${order}`, headers);
  const newest = await readJson<Page>(url, headers);
  return [...oldest.results, ...newest.results.slice(200)].map(({ id }) => id);
}

interface Page {
  readonly results: readonly { readonly id: string }[];
}

function compare(small: Polls, large: Polls): ResultLine[] {
  return [...small].flatMap(([name, before]) => {
    const after = large.get(name) ?? [];
    const ratio = percentile(after, 99) / percentile(before, 99);
    return [
      { name: `${name}, 10 thousand records`, ...describeTimes(before) },
      { name: `${name}, 10 million records`, ...describeTimes(after) },
      { name: `${name}: ratio of p99`, value: `${ratio.toFixed(2)} ×`, spread: "bar: 2 ×" },
    ];
  });
}
