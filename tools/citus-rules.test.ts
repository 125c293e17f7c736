import { describe, expect, test } from "vitest";
import { placementOf } from "../server/src/distribution/plan-distribution.ts";
import { coordinatorTables, refusedByCitus } from "./citus-rules.ts";

function refused(statement: string): string[] {
  return refusedByCitus([{ path: "server/src/woods/tree-store.ts", text: `tx.query(sql\`${statement}\`)` }]);
}

describe("a statement that Citus refuses is found", () => {
  test.each([
    ["a volatile function", "update trees set felled_on = clock_timestamp() where org_id = 'oak'"],
    ["a volatile function in a condition", "delete from trees where org_id = 'oak' and planted_on < clock_timestamp()"],
    [
      "the time in an upsert",
      "insert into trees (org_id) values ('oak') on conflict (org_id) do update set seen_on = now()",
    ],
    [
      "the time in the condition of an upsert",
      "insert into trees (org_id) values ('oak') on conflict (org_id) do update set seen_on = excluded.seen_on where trees.seen_on < now()",
    ],
    ["the time in RETURNING", "delete from trees where org_id = 'oak' returning felled_on - now() as age"],
    ["the time in COALESCE", "update trees set felled_on = coalesce(felled_on, now()) where org_id = 'oak'"],
    ["the time in CASE", "update trees set felled_on = case when dead then now() end where org_id = 'oak'"],
    ["an interval of a column", "update trees set due_on = now() + make_interval(days => years) where org_id = 'oak'"],
    [
      "a time of a column and an interval",
      "update trees set due_on = t.due_on + (now() - o.since) where org_id = 'oak'",
    ],
    ["JSON of a column", "update trees set leaf = jsonb_set(leaf, '{name}', to_jsonb(name)) where org_id = 'oak'"],
    ["a recursive CTE", "with recursive crown as (select 1) select * from crown"],
    ["a subquery in VALUES", "insert into trees (org_id, wood) values ('oak', (select wood from woods))"],
    [
      "a subquery in the RETURNING of an insert",
      "insert into trees (org_id) values ('oak') returning (select wood from woods)",
    ],
    [
      "a data-modifying CTE",
      "with felled as (delete from trees where org_id = 'oak' returning id) insert into logs (org_id) select 1 from felled",
    ],
    [
      "a local table changed by a reference table",
      "update job_schedules set claimed_by = null where claimed_by not in (select id from nodes)",
    ],
    ["a subquery without columns", "select 1 from woods where exists (select from trees where org_id = 'oak')"],
  ])("%s", (_, statement) => {
    expect(refused(statement)).toHaveLength(1);
  });
});

describe("a statement that Citus runs is accepted", () => {
  test.each([
    ["the time of the statement", "update trees set felled_on = statement_timestamp() where org_id = 'oak'"],
    [
      "a column of excluded",
      "insert into trees (org_id) values ('oak') on conflict (org_id) do update set seen_on = excluded.seen_on",
    ],
    [
      "the time outside of an upsert's changes",
      "insert into trees (org_id, seen_on) values ('oak', now()) on conflict do nothing",
    ],
    ["the smaller of two times", "update trees set felled_on = least(felled_on, now()) where org_id = 'oak'"],
    [
      "an interval of a parameter",
      "delete from trees where org_id = 'oak' and due_on < now() - make_interval(days => 30)",
    ],
    ["the clock in a query", "select clock_timestamp() as now from trees where org_id = 'oak' for update"],
    ["any function on a table of the coordinator", "update login_failures set failed_on = clock_timestamp()"],
    ["a part of a statement", "case when dead then now() end"],
  ])("%s", (_, statement) => {
    expect(refused(statement)).toEqual([]);
  });
});

test.each(coordinatorTables)("the table %s stays on the coordinator", (table) => {
  expect(["local", "managed"]).toContain(placementOf(table));
});

test("a template within a template is a statement of its own", () => {
  const text = `sql\`select 1 from trees where \${isOld ? sql\`exists (select from woods)\` : sql\`true\`} limit 1\``;

  expect(refusedByCitus([{ path: "server/src/woods/tree-store.ts", text }])).toHaveLength(1);
});

test("migrations are read as well", () => {
  const text = "create function f() returns void language sql as $$ update trees set at = clock_timestamp(); $$;";

  expect(refusedByCitus([{ path: "server/migrations/0099_f.sql", text }])).toHaveLength(1);
  expect(refusedByCitus([{ path: "server/migrations/0008_f.sql", text }])).toEqual([]);
});
