import { expect, test } from "vitest";
import { type DatabaseFacts, evaluateDatabase } from "./check-database.ts";

const good: DatabaseFacts = {
  version: "18.4",
  versionNumber: 180_004,
  encoding: "UTF8",
  fsync: "on",
  fullPageWrites: "on",
  synchronousCommit: "on",
  isReadOnly: false,
  connectionsFree: 90,
  connectionsOfServices: 0,
  origin: "postgres://weft:***@db.example/weft",
  roundTripMs: 1.2,
  needed: { pool: 16, loads: 5, owner: 0 },
};

test("a healthy database is described", () => {
  expect(evaluateDatabase(good)).toEqual([
    {
      verdict: "ok",
      detail: "PostgreSQL 18.4 responds in 1 ms (postgres://weft:***@db.example/weft); 90 connections are free.",
    },
  ]);
});

test("an old version is a fault, whatever else is found", () => {
  const checkResults = evaluateDatabase({ ...good, version: "14.9", versionNumber: 140_009, fsync: "off" });

  expect(checkResults).toMatchObject([{ verdict: "fault", detail: expect.stringContaining("14.9") }]);
});

test.each<readonly [string, Partial<DatabaseFacts>, string, string]>([
  ["an encoding that cannot hold all text", { encoding: "LATIN1" }, "fault", "LATIN1"],
  ["a replica", { isReadOnly: true }, "fault", "is read-only"],
  ["fsync off", { fsync: "off" }, "warning", "fsync is off"],
  ["half pages", { fullPageWrites: "off" }, "warning", "full_page_writes is off"],
  ["commits that do not wait", { synchronousCommit: "off" }, "warning", "synchronous_commit is off"],
  ["a far database", { roundTripMs: 45 }, "warning", "A round trip takes 45 ms."],
  [
    "too few connections",
    { connectionsFree: 20 },
    "warning",
    "20 connections are free, but this node uses up to 21: 16 (DATABASE_POOL), 5 while loads run.",
  ],
  [
    "too few connections for the owner of the schema",
    { connectionsFree: 21, needed: { pool: 16, loads: 5, owner: 1 } },
    "warning",
    "this node uses up to 22: 16 (DATABASE_POOL), 5 while loads run, 1 (DATABASE_OWNER_URL).",
  ],
  ["no connection at all", { connectionsFree: 0, connectionsOfServices: 97 }, "warning", "0 connections are free"],
])("%s", (_name, facts, verdict, words) => {
  const [summary, ...rest] = evaluateDatabase({ ...good, ...facts });

  expect(summary).toMatchObject({ verdict: "ok" });
  expect(rest).toMatchObject([{ verdict, detail: expect.stringContaining(words) }]);
});

test.each<readonly [string, Partial<DatabaseFacts>]>([
  ["commits that wait for others too", { synchronousCommit: "remote_apply" }],
  ["commits that wait for this machine alone", { synchronousCommit: "local" }],
  ["connections that the service holds already", { connectionsFree: 6, connectionsOfServices: 15 }],
  ["a node that runs no loads", { connectionsFree: 16, needed: { pool: 16, loads: 0, owner: 0 } }],
])("%s: no warning", (_name, facts) => {
  expect(evaluateDatabase({ ...good, ...facts })).toHaveLength(1);
});

const included = { folder: "/included", version: { major: 18, minor: 4 }, isIncluded: true, reason: "of the test" };
const debian = { ...included, folder: "/usr/lib/postgresql/18/bin", isIncluded: false };

test.each<readonly [string, Partial<DatabaseFacts>, string | undefined]>([
  ["an included PostgreSQL that lacks fixes", { run: included }, "Install PostgreSQL 18.6 or newer on this machine"],
  ["an installed PostgreSQL that lacks fixes", { run: debian }, "Update its packages, and restart the service."],
  ["the newest release", { run: debian, version: "18.6", versionNumber: 180_006 }, undefined],
  ["a release newer than any known one", { run: debian, version: "18.9", versionNumber: 180_009 }, undefined],
  ["a major version newer than any known one", { run: debian, version: "21.0", versionNumber: 210_000 }, undefined],
  ["the server of DATABASE_URL, which others update", {}, undefined],
])("%s", (_name, facts, advice) => {
  const [, ...rest] = evaluateDatabase({ ...good, ...facts });

  expect(rest).toEqual(
    advice === undefined
      ? []
      : [
          {
            verdict: "warning",
            detail: expect.stringMatching(/^PostgreSQL 18.4 lacks fixes of 18.6, the newest release known on 20/),
            advice: expect.stringContaining(advice),
          },
        ],
  );
});

test("the summary says which PostgreSQL an embedded database uses, and why", () => {
  const [summary] = evaluateDatabase({ ...good, run: debian });

  expect(summary?.detail).toMatch(/free\. It is the one of \/usr\/lib\/postgresql\/18\/bin, because of the test\.$/);
});
