import { type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { describeMachine, type ResultLine, writeResults } from "./results.ts";
import { describeTimes, percentile, readJson, takeTimes } from "./times.ts";

const times = 600;
const slices = 12;
const few = 10_000;
const many = 10_000_000;
const chunk = 500_000;

/** Polls a log of ten thousand records and one of ten million, in turns: both must cost the same. */
export async function benchPolls(): Promise<void> {
  await inBenchWorld(async (world) => {
    const small = await world.buildOrg("small");
    const large = await world.buildOrg("large");
    for (const { orgId } of [small, large]) {
      await world.client.query("insert into org_feeds (org_id) values ($1)", [orgId]);
    }
    await addChanges(world, small.orgId, 0, few);
    for (let from = 0; from < many; from += chunk) {
      await addChanges(world, large.orgId, from, from + chunk);
    }
    await world.client.query("vacuum analyze changes");
    const service = await world.startService();
    const sides: Side[] = [];
    for (const { headers } of [small, large]) {
      sides.push({ headers, polls: await pollsOf(service.address, headers) });
    }
    writeResults("Polls", describeMachine({ rounds: times }), await compare(service.address, sides));
  });
}

interface Side {
  readonly headers: Record<string, string>;
  readonly polls: ReadonlyMap<string, () => string>;
}

/** Records from last month on, in log order; one in a hundred is of a color, one in a hundred thousand of a project. */
async function addChanges({ client }: BenchWorld, orgId: string, from: number, to: number): Promise<void> {
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

async function pollsOf(address: string, headers: Record<string, string>): Promise<Map<string, () => string>> {
  const cursors = await someCursors(address, headers);
  const cursor = () => cursors[Math.floor(Math.random() * cursors.length)] ?? "";
  const end = await endOf(address, headers);
  const today = new Date().toISOString().slice(0, 10);
  return new Map([
    ["after a cursor, 100 records", () => `after=${cursor()}&limit=100`],
    ["at the end, nothing new", () => `after=${end}`],
    ["after a cursor, sparse entityType", () => `after=${cursor()}&limit=100&criteria=~(entityType~'project)`],
    ["newest 100 by date range", () => `criteria=~(createdOn~'BETWEEN*202026-01-01*20and*20${today})`],
    ["of one entity", () => `criteria=~(entityReference~'item*3aZ${"77".padStart(15, "0")})`],
  ]);
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

/** A slice of each side at a time, so that noise affects both. */
async function compare(address: string, [small, large]: readonly Side[]): Promise<ResultLine[]> {
  const lines: ResultLine[] = [];
  for (const name of small?.polls.keys() ?? []) {
    const taken: [number[], number[]] = [[], []];
    for (let slice = 0; slice < slices; slice++) {
      for (const [index, side] of [small, large].entries()) {
        const query = side?.polls.get(name) ?? (() => "");
        const url = () => `${address}/api/change-history?${query()}`;
        taken[index === 0 ? 0 : 1].push(...(await takeTimes(times / slices, side?.headers ?? {}, url)));
      }
    }
    const ratio = percentile(taken[1], 99) / percentile(taken[0], 99);
    lines.push(
      { name: `${name}, 10 thousand records`, ...describeTimes(taken[0]) },
      { name: `${name}, 10 million records`, ...describeTimes(taken[1]) },
      { name: `${name}: ratio of p99`, value: `${ratio.toFixed(2)} ×`, spread: "bar: 2 ×", ofBar: 2 / ratio },
    );
  }
  return lines;
}
