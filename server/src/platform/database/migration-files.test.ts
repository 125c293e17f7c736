import { expect, test } from "vitest";
import { migrationsFolder } from "../../config/open-database.ts";
import { orgTables } from "../../orgs/org-tables.ts";
import { listMigrations, splitStatements } from "./migration-files.ts";

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

test("statements are separated, but not at semicolons within quotes, bodies and comments", () => {
  const script = `-- First; still first.
create table a (b text default ';');
do $body$ begin perform 1; end $body$;
/* Nothing; */ insert into a values ('it''s;'), ($$;$$)`;

  expect(splitStatements(`${script};\n-- The end;\n`)).toEqual([
    "-- First; still first.\ncreate table a (b text default ';');",
    "do $body$ begin perform 1; end $body$;",
    "/* Nothing; */ insert into a values ('it''s;'), ($$;$$);",
  ]);
  expect(splitStatements("select 1")).toEqual(["select 1"]);
});

// From here on databases may be distributed when the migration is applied.
const firstOfDistributed = 32;

/** A key to another table of organizations can be added once the new table is distributed, right after its statement. */
function refersTooEarly(statement: string): boolean {
  const references = [...statement.matchAll(/\breferences (\w+)/g)].map(([, table]) => table);
  return /\bcreate table\b/.test(statement) && references.some((table) => orgTables.some((name) => name === table));
}

test("new tables get foreign keys to tables of organizations in statements of their own", async () => {
  const migrations = (await listMigrations(migrationsFolder)).filter(({ number }) => number >= firstOfDistributed);

  expect(migrations.flatMap(({ text }) => splitStatements(text).filter(refersTooEarly))).toEqual([]);
  expect(refersTooEarly("create table a (org_id text, foreign key (org_id, b) references users)")).toBe(true);
  expect(refersTooEarly("alter table a add foreign key (org_id, b) references users")).toBe(false);
});
