import type { Right } from "@weft/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { buildKey, buildOrg } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { checkRights } from "./check-rights.ts";
import { runCheck } from "./finding.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const look = () => runCheck(checkRights({ db: database.db, origin: "of the test", close: async () => {} }), 5_000);
const right = (typePath: string, projectId?: string): Right => ({
  verbs: ["read"],
  typePath,
  ...(projectId === undefined ? {} : { projectId }),
});

test("rights on a project that cover less than before, or nothing, are listed with their holders", async () => {
  expect(await look()).toEqual([
    { name: "rights", verdict: "ok", detail: "Every right on a project covers something." },
  ]);
  const org = await buildOrg({ database });
  const dead = await buildKey({ database }, org, { rights: [right("item:*", "p1"), right("assortment", "p1")] });
  const old = await buildKey({ database }, org, { rights: [right("*", "p2")] });
  await database.db.query(
    sql`update api_keys set updated_on = '2020-01-01Z' where org_id = ${org.id} and id = ${old.id}`,
  );
  const gone = await buildKey({ database }, org, { rights: [right("color", "p1")] });
  await database.db.query(sql`update api_keys set revoked_on = now() where org_id = ${org.id} and id = ${gone.id}`);
  await buildKey({ database }, org, { rights: [right("*", "p3"), right("item:*")] });

  const findings = await look();

  expect(findings.map(({ verdict }) => verdict)).toEqual(["warning", "warning"]);
  expect(findings.find(({ detail }) => detail.includes(dead.id))?.detail).toContain("does not belong to a project");
  expect(findings.find(({ detail }) => detail.includes(old.id))?.detail).toContain("no longer covers items");
});
