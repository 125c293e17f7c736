import { expect, test } from "vitest";
import { choosePostgres } from "../platform/database/embedded/choose-postgres.ts";
import { whyUnusable, whyWithoutPostgres } from "./backup-manifest.ts";

const manifest = {
  format: 1,
  weftVersion: "0.9.0",
  createdOn: "2026-11-30T00:00:00.000Z",
  postgresMajor: 18,
  schemaVersion: 40,
  content: "folder",
} as const;

test.each([
  ["of this release", {}, undefined],
  ["of an older schema", { schemaVersion: 39 }, undefined],
  ["of a newer schema", { schemaVersion: 41 }, "Weft 0.9.0 with schema version 41, but this release supports 40"],
  ["of a later format", { format: 3 }, "a format that this release does not support"],
])("a backup %s", (_name, differing, words) => {
  const reason = whyUnusable({ ...manifest, ...differing }, 40);

  expect(reason).toEqual(words === undefined ? undefined : expect.stringContaining(words));
});

const included = { folder: "/included", version: { major: 18, minor: 4 }, isIncluded: true };
const debian = { folder: "/usr/lib/postgresql/17/bin", version: { major: 17, minor: 2 }, isIncluded: false };

test.each([
  ["of the included PostgreSQL", {}, undefined],
  ["of an installed PostgreSQL", { postgresMajor: 17 }, undefined],
  ["of rows of any PostgreSQL", { postgresMajor: 15, content: "rows" as const }, undefined],
  ["of an older PostgreSQL", { postgresMajor: 15 }, "Weft 0.9.0 with PostgreSQL 15, and can be restored only with it"],
  ["of a newer PostgreSQL", { postgresMajor: 19 }, "Install PostgreSQL 19, or set WEFT_POSTGRES_BIN"],
])("on a machine with PostgreSQL 17 and 18, a backup %s", (_name, differing, words) => {
  const different = { ...manifest, ...differing };
  const survey = { setting: "", included, named: "", found: [debian] };
  const reason = whyWithoutPostgres(different, choosePostgres(survey, different.postgresMajor));

  expect(reason).toEqual(words === undefined ? undefined : expect.stringContaining(words));
});
