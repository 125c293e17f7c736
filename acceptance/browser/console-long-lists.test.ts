import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/src/platform/database/sql.ts";
import { type Console, type ConsolePage, openConsole } from "../testing/console.ts";

let desk: Console;
let seat: ConsolePage;
let page: Page;

const count = 10_000;

/** Written directly to the tables: through the API each password and key would be hashed. */
beforeAll(async () => {
  desk = await openConsole({ settings: {} });
  const { db } = desk.service.database;
  await db.query(sql`
    insert into roles (org_id, id, name, rights)
    select org_id, 'role-' || n, 'role ' || n, '[{"verbs":["read"],"typePath":"item:*"}]' from users, generate_series(1, ${count}::int) n`);
  await db.query(sql`
    insert into apps (org_id, id, name) select org_id, 'app-' || n, 'app ' || n from users, generate_series(1, ${count}::int) n`);
  await db.query(sql`
    insert into api_keys (org_id, id, app_id, label, secret_hash, secret_hint, preset)
    select org_id, 'key-' || n, 'app-' || n, 'key ' || n, sha256(n::text::bytea), 'app:…' || n, 'read-only'
    from users, generate_series(1, ${count}::int) n`);
  await db.query(sql`
    insert into option_sets (org_id, id, name, options)
    select org_id, 'set-' || n, 'Set ' || n, '[{"value":"a","display":"A"}]' from users, generate_series(1, ${count}::int) n`);
  await db.query(sql`
    insert into users (org_id, id, email, name, role)
    select org_id, 'user-' || n, 'user' || n || '@demo.example', 'User ' || n, 'role ' || n from users, generate_series(1, ${count}::int) n`);
  const operations = Array.from({ length: count }, (_, number) => ({
    op: "create",
    object: { name: `Project ${number + 1}` },
  }));
  expect((await desk.service.call("POST", "/projects/batch", { body: { operations } })).status).toBe(200);
  seat = await desk.openSignedIn("/reference");
  ({ page } = seat);
}, 120_000);

afterAll(() => desk.close());

/** Each with its first entry, a search, and the result. */
test.each([
  { path: "/keys", first: "app 1", search: "Search by name", words: "app 9876", wanted: "key 9876" },
  {
    path: "/users",
    first: "User 1",
    search: "Search by name, email or role",
    words: "user9876@",
    wanted: "User 9876",
  },
  { path: "/roles", first: "role 1", search: "Search by name", words: "Role 9876", wanted: "role 9876" },
  { path: "/projects", first: "Project 1", search: "Search projects", words: "project 9876", wanted: "Project 9876" },
  { path: "/option-sets", first: "Set 1", search: "Search option sets", words: "set 9876", wanted: "Set 9876" },
])("$path shows the first of 10,000 with few of them in the page, and finds another", async (list) => {
  await seat.goto(list.path);
  const main = page.locator("main");

  await main.getByText(list.first, { exact: true }).first().waitFor();
  const nodes = Number(await page.evaluate("document.querySelectorAll('*').length"));
  await page.getByRole("textbox", { name: list.search }).fill(list.words);
  await main.getByText(list.wanted, { exact: true }).first().waitFor({ timeout: 30_000 });
  await main.getByText(list.first, { exact: true }).waitFor({ state: "detached" });

  expect(nodes).toBeLessThan(2_000);
  seat.expectQuiet();
});
