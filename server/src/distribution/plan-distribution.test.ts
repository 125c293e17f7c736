import { expect, test } from "vitest";
import { type DistributionState, type ForeignKey, placementOf, planDistribution } from "./plan-distribution.ts";

const key = (table: string, referredTable: string): ForeignKey => ({
  table,
  referredTable,
  name: `${table}_fkey`,
  definition: `alter table ${table} add constraint ${table}_fkey foreign key (org_id) references ${referredTable}`,
});

const local = (name: string, localBytes = 0) => ({ name, placement: "local" as const, localBytes });

const plain: DistributionState = {
  tables: [
    local("api_keys"),
    local("entities", 8192),
    local("nodes"),
    local("orgs", 8192),
    local("rate_buckets", 8192),
  ],
  foreignKeys: [key("api_keys", "orgs"), key("org_imports", "orgs")],
  droppedKeys: [],
};

test.each([
  ["orgs", "reference"],
  ["nodes", "reference"],
  ["entities", "tenant"],
  ["changes", "tenant"],
  ["job_schedules", "managed"],
  ["rate_buckets", "local"],
  ["schema_migrations", "local"],
  ["a_table_of_somebody_else", "local"],
])("%s is a %s table", (table, placement) => {
  expect(placementOf(table)).toBe(placement);
});

test("keys are dropped first and added last, and entities come before what is placed beside them", () => {
  const steps = planDistribution(plain).map((step) =>
    "table" in step ? `${step.kind} ${step.table}` : "key" in step ? `${step.kind} ${step.key.table}` : step.kind,
  );

  expect(steps).toEqual([
    "drop-keys",
    "place nodes",
    "place orgs",
    "place entities",
    "place api_keys",
    "remove-local-rows orgs",
    "remove-local-rows entities",
    "add-key api_keys",
    "add-key org_imports",
  ]);
});

test("an interrupted run continues with what is left", () => {
  const left = planDistribution({
    tables: [
      local("api_keys"),
      { name: "entities", placement: "tenant", localBytes: 8192 },
      { name: "nodes", placement: "reference", localBytes: 0 },
      { name: "orgs", placement: "reference", localBytes: 0 },
      local("rate_buckets", 8192),
    ],
    foreignKeys: [],
    droppedKeys: [key("api_keys", "orgs")],
  });

  expect(left).toEqual([
    { kind: "place", table: "api_keys", placement: "tenant", bytes: 0 },
    { kind: "remove-local-rows", table: "entities", bytes: 8192 },
    { kind: "add-key", key: key("api_keys", "orgs") },
  ]);
});

test("rows of a managed table stay, and a table that Citus manages by itself is distributed if it belongs to organizations", () => {
  const managed = (name: string) => ({ name, placement: "managed" as const, localBytes: 8192 });
  const tables = [local("job_schedules", 8192), managed("org_imports"), managed("service_secrets")];

  expect(planDistribution({ tables, foreignKeys: [], droppedKeys: [] })).toEqual([
    { kind: "place", table: "job_schedules", placement: "managed", bytes: 8192 },
  ]);
  expect(
    planDistribution({ tables: [{ ...managed("webhooks"), localBytes: 0 }], foreignKeys: [], droppedKeys: [] }),
  ).toEqual([{ kind: "place", table: "webhooks", placement: "tenant", bytes: 0 }]);
});

test("a distributed schema needs nothing, and a new table no more than its own keys", () => {
  const tables = [
    { name: "entities", placement: "tenant" as const, localBytes: 0 },
    { name: "orgs", placement: "reference" as const, localBytes: 0 },
  ];
  const foreignKeys = [key("entities", "orgs"), key("webhooks", "orgs")];

  expect(planDistribution({ tables, foreignKeys, droppedKeys: [] })).toEqual([]);
  expect(planDistribution({ tables: [...tables, local("webhooks")], foreignKeys, droppedKeys: [] })).toEqual([
    { kind: "drop-keys", keys: [key("webhooks", "orgs")] },
    { kind: "place", table: "webhooks", placement: "tenant", bytes: 0 },
    { kind: "add-key", key: key("webhooks", "orgs") },
  ]);
});
