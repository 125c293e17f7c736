import { expect, test } from "vitest";
import { migrationsFolder } from "../../config/open-database.ts";
import { listMigrations } from "./migration-files.ts";

// From here on servers check it: earlier ones refuse every newer schema.
const firstChecked = 28;
const narrowing =
  /\bdrop (table|column|function|index|constraint|view|type)\b|\brename\b|\bset not null\b|\balter column \w+ (set data )?type\b|\badd constraint\b/i;

/** A migration that could break an earlier server states which servers can run with it. */
function isDeclared({ text }: { readonly text: string }): boolean {
  const statements = text.replaceAll(/--.*$/gm, "");
  return !narrowing.test(statements) || /^-- compatible-from: \d{4}$/m.test(text);
}

test("a migration that removes or narrows something states the oldest server that can run with it", async () => {
  const migrations = await listMigrations(migrationsFolder);

  expect(migrations.filter(({ number }) => number >= firstChecked).filter((file) => !isDeclared(file))).toEqual([]);
});

test.each([
  ["alter table orgs drop column name;", false],
  ["-- compatible-from: 0030\nalter table orgs drop column name;", true],
  ["-- Does not drop table orgs.\ncreate table trees (id text);", true],
])("%j is found out", (text, isFine) => {
  expect(isDeclared({ text })).toBe(isFine);
});

test("no migration is compatible only with servers after it", async () => {
  const migrations = await listMigrations(migrationsFolder);

  expect(migrations.filter(({ number, compatibleFrom }) => compatibleFrom >= number)).toEqual([]);
});
