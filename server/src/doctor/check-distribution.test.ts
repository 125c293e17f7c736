import { expect, test } from "vitest";
import { type DistributionFacts, evaluateDistribution } from "./check-distribution.ts";

const fine: DistributionFacts = {
  cluster: { version: "13.2-1", isCoordinator: true, hasCoordinatorAddress: true, workers: 2, shardCount: 32 },
  state: { tables: [{ name: "entities", placement: "tenant", localBytes: 0 }], foreignKeys: [], droppedKeys: [] },
  workers: [
    { address: "w1:5432", isActive: true, bytes: 2e9 },
    { address: "w2:5432", isActive: true, bytes: 3e9 },
  ],
  fanOuts: [],
  orgs: [{ slug: "fall26", changes: 5_000_000, share: 0.4 }],
};

test("a distributed database is described with the size of its workers", () => {
  expect(evaluateDistribution(fine)).toEqual([
    {
      verdict: "ok",
      detail: "Citus 13.2-1; tables distributed by organization: 1 (w1:5432 2.0 GB, w2:5432 3.0 GB).",
    },
  ]);
});

test("a coordinator that does not record statements is described with what it needs", () => {
  expect(evaluateDistribution({ ...fine, fanOuts: undefined })).toEqual([
    { verdict: "ok", detail: expect.stringContaining("that needs pg_stat_statements and citus.stat_statements_track") },
  ]);
});

const worker = (address: string, bytes: number, isActive = true) => ({ address, bytes, isActive });

test.each<[string, Partial<DistributionFacts>, string, string]>([
  [
    "a new table",
    { state: { ...fine.state, tables: [...fine.state.tables, { name: "jobs", placement: "local", localBytes: 0 }] } },
    "fault",
    "These tables are not distributed yet: jobs.",
  ],
  [
    "rows that an interrupted run has left",
    { state: { ...fine.state, tables: [{ name: "entities", placement: "tenant", localBytes: 8192 }] } },
    "fault",
    "The distribution is not finished. Steps left: 1.",
  ],
  ["a disabled worker", { workers: [worker("w1:5432", 1e9), worker("w2:5432", 1e9, false)] }, "fault", "disabled"],
  [
    "a large worker",
    { workers: [worker("w1:5432", 9e9), worker("w2:5432", 1e9), worker("w3:5432", 1e9)], orgs: [] },
    "warning",
    "9.0 GB, 2.5 times the mean",
  ],
  [
    "a statement without an organization",
    { fanOuts: [{ query: "select count(*) from entities", calls: 7 }] },
    "warning",
    "was sent to all shards (calls: 7): select count(*) from entities",
  ],
  [
    "a large organization",
    { orgs: [{ slug: "fall26", changes: 5_000_000, share: 0.62 }] },
    "warning",
    "fall26 has made 62 % of all changes",
  ],
])("%s is reported", (_name, facts, verdict, detail) => {
  const [, ...found] = evaluateDistribution({ ...fine, ...facts });

  expect(found).toEqual([
    { verdict, detail: expect.stringContaining(detail), advice: expect.stringMatching(/weft admin|select /) },
  ]);
});

test("small databases and a single organization are not rebalanced", () => {
  const small = { ...fine, workers: [worker("w1:5432", 9e8), worker("w2:5432", 0)] };
  const single = {
    ...fine,
    workers: [worker("w1:5432", 9e9)],
    orgs: [{ slug: "a", changes: 9e6, share: 1 }],
  };

  expect(evaluateDistribution(small)).toHaveLength(1);
  expect(evaluateDistribution(single)).toHaveLength(1);
});
