import { expect, test } from "vitest";
import { isolateLarge, orgLoads, type Placement, placeByHash, rebalance, skewOf } from "./placement.ts";

const shardsOf = (...loads: number[]) => loads.map((load, org) => ({ load, orgs: [org, org + 100] }));
const loadsOf = (placement: Placement) => placement.map((shards) => shards.map(({ load }) => load));

test("loads follow Zipf's law and sum to 1", () => {
  const loads = orgLoads(3, 1);

  expect(loads.map((load) => Number(((loads[0] ?? 0) / load).toFixed(6)))).toEqual([1, 2, 3]);
  expect(loads.reduce((a, b) => a + b)).toBeCloseTo(1);
});

test("every organization is on one shard, every shard on one worker, and a seed gives one placement", () => {
  const loads = orgLoads(1_000, 0.9);
  const options = { shards: 32, workers: 5, seed: 7 };

  const placement = placeByHash(loads, options);

  expect(placement.flat()).toHaveLength(32);
  expect(placement.flatMap((shards) => shards.flatMap(({ orgs }) => orgs)).toSorted((a, b) => a - b)).toEqual([
    ...loads.keys(),
  ]);
  expect(placeByHash(loads, options)).toEqual(placement);
});

test.each<[string, Placement, number[][], number]>([
  ["moves what evens out", [shardsOf(3, 2, 1), []], [[2, 1], [3]], 1],
  ["does not exchange the fullest for the emptiest", [shardsOf(9), shardsOf(1)], [[9], [1]], 0],
  ["leaves small differences", [shardsOf(10, 1), shardsOf(10)], [[10, 1], [10]], 0],
])("a rebalance %s", (_name, placement, expected, count) => {
  const { placement: after, moves } = rebalance(placement);

  expect(loadsOf(after)).toEqual(expected);
  expect(moves.count).toBe(count);
});

test("large organizations get shards of their own on the same worker", () => {
  const loads = [0.6, 0.3, 0.1];

  const isolated = isolateLarge([[{ load: 1, orgs: [0, 1, 2] }], []], loads, 0.5);

  expect(isolated[0]?.map(({ orgs }) => orgs)).toEqual([[1, 2], [0]]);
  expect(isolated[0]?.[0]?.load).toBeCloseTo(0.4);
  expect(isolateLarge(isolated, loads, 0.5)).toEqual(isolated);
});

test("skew compares the fullest worker with the mean", () => {
  expect(skewOf([shardsOf(3), shardsOf(1)])).toBe(1.5);
  expect(skewOf([shardsOf(2, 2), shardsOf(4)])).toBe(1);
});
