import { expect, test } from "vitest";
import { whyUnusable } from "./backup-manifest.ts";

const own = { postgresMajor: 18, schemaVersion: 40 };
const manifest = {
  format: 1,
  weftVersion: "0.9.0",
  createdOn: "2026-11-30T00:00:00.000Z",
  ...own,
  content: "folder",
} as const;

test.each([
  ["of this release", {}, undefined],
  ["of an older schema", { schemaVersion: 39 }, undefined],
  ["of a newer schema", { schemaVersion: 41 }, "Weft 0.9.0 with schema version 41, but this release supports 40"],
  ["of an older PostgreSQL", { postgresMajor: 17 }, "PostgreSQL 17, but this release includes 18"],
  ["of a newer PostgreSQL", { postgresMajor: 19 }, "PostgreSQL 19, but this release includes 18"],
  ["of rows of another PostgreSQL", { postgresMajor: 15, format: 2, content: "rows" as const }, undefined],
  ["of a later format", { format: 3 }, "a format that this release does not support"],
])("a backup %s", (_name, differing, words) => {
  const reason = whyUnusable({ ...manifest, ...differing }, own);

  expect(reason).toEqual(words === undefined ? undefined : expect.stringContaining(words));
});
