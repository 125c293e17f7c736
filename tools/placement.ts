import { randomFrom } from "./fashion-line.ts";

/** A shard with the organizations that hash to it. Loads are shares of the load of all organizations. */
interface Shard {
  readonly load: number;
  readonly orgs: readonly number[];
}

/** The shards of each worker. */
export type Placement = readonly (readonly Shard[])[];

export interface Moves {
  readonly count: number;
  /** The moved share of all data. */
  readonly share: number;
}

/**
 * Loads of organizations by Zipf's law: the second has 1/2^exponent of the first, the third 1/3^exponent. Their sum is 1.
 */
export function orgLoads(count: number, exponent: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => (rank + 1) ** -exponent);
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}

/** As Citus places new tables: organizations by a hash on shards of equal ranges, shards in turns on workers. */
export function placeByHash(
  loads: readonly number[],
  { shards, workers, seed }: { readonly shards: number; readonly workers: number; readonly seed: number },
): Placement {
  const random = randomFrom(seed);
  const members = Array.from({ length: shards }, (): number[] => []);
  for (const org of loads.keys()) {
    members[Math.floor(random() * shards)]?.push(org);
  }
  const placed = members.map((orgs) => ({ orgs, load: sum(orgs.map((org) => loads[org] ?? 0)) }));
  return Array.from({ length: workers }, (_, worker) => placed.filter((_shard, index) => index % workers === worker));
}

/** Gives organizations above the load shards of their own, on the same worker. */
export function isolateLarge(placement: Placement, loads: readonly number[], above: number): Placement {
  const isLarge = (org: number) => (loads[org] ?? 0) > above;
  return placement.map((shards) =>
    shards.flatMap(({ load, orgs }) => {
      const alone = orgs.length < 2 ? [] : orgs.filter(isLarge).map((org) => ({ load: loads[org] ?? 0, orgs: [org] }));
      const rest = { load: load - sum(alone.map((shard) => shard.load)), orgs: orgs.filter((org) => !isLarge(org)) };
      return alone.length === 0 ? [{ load, orgs }] : [rest, ...alone];
    }),
  );
}

/**
 * Moves shards from workers above the threshold to the emptiest one, each time the shard that evens out the two best,
 * until no move helps. A worker whose only shard is too large stays as it is.
 */
export function rebalance(
  placement: Placement,
  threshold = 0.1,
): { readonly placement: Placement; readonly moves: Moves } {
  const workers = placement.map((shards) => [...shards]);
  const most = (sum(workers.map(loadOf)) / workers.length) * (1 + threshold);
  const moves = { count: 0, share: 0 };
  for (let move = findMove(workers, most); move !== undefined; move = findMove(workers, most)) {
    const { shard, from, to } = move;
    from.splice(from.indexOf(shard), 1);
    to.push(shard);
    moves.count += 1;
    moves.share += shard.load;
  }
  return { placement: workers, moves };
}

interface Move {
  readonly shard: Shard;
  readonly from: Shard[];
  readonly to: Shard[];
}

function findMove(workers: readonly Shard[][], most: number): Move | undefined {
  const [to, ...others] = workers.toSorted((a, b) => loadOf(a) - loadOf(b));
  for (const from of others.reverse()) {
    if (to === undefined || loadOf(from) <= most) return undefined;
    const room = loadOf(from) - loadOf(to);
    const [best] = from
      .filter(({ load }) => load > 0 && load < room)
      .toSorted((a, b) => Math.abs(a.load - room / 2) - Math.abs(b.load - room / 2));
    if (best !== undefined) return { shard: best, from, to };
  }
  return undefined;
}

/** The load of the fullest worker compared with the mean. 1 is even. */
export function skewOf(placement: Placement): number {
  const loads = placement.map(loadOf);
  return (Math.max(...loads) * loads.length) / sum(loads);
}

function loadOf(shards: readonly Shard[]): number {
  return sum(shards.map(({ load }) => load));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
