import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildFailedLoad } from "../../server/src/testing/build-failed-load.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { buildAwaiting, run } from "../../server/src/workflows/testing/workflow-world.ts";
import { type Console, openConsole } from "../testing/console.ts";

let desk: Console;

beforeAll(async () => {
  desk = await openConsole();
});

afterAll(() => desk.close());

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

async function write(method: string, path: string, body?: object): Promise<Json> {
  const answer = await desk.service.call(method, path, body === undefined ? {} : { body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

function rowsOf(page: Page) {
  return page.getByRole("list", { name: "Changes", exact: true }).getByRole("listitem");
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("a new organization sees first steps instead of empty charts", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/");

  await page.getByRole("heading", { name: "First steps" }).waitFor();

  await expectAccessible();
  expect(await page.getByRole("list", { name: "First steps" }).getByRole("link").allTextContents()).toEqual([
    "Load the sample file",
    "Browse items",
    "Create a webhook",
    "Read the API reference",
  ]);
  await page.getByRole("link", { name: "Load the sample file" }).click();
  await page.waitForURL("**/loads/new");
  expectQuiet();
});

test("changes are listed with their properties, and filtered by type, action and property", async () => {
  const anorak = await write("POST", "/items", { name: "Anorak", federatedId: "A-1", price: 59, color: "olive" });
  await write("PUT", `/items/${anorak.id}`, { price: 65, color: "navy", season: "FW27", note: "warm" });
  await write("PUT", `/items/${anorak.id}`, { color: "black" });
  const madder = await write("POST", "/colors", { name: "Madder", hex: "#a0302a" });
  await write("DELETE", `/colors/${madder.id}`);
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/changes");

  await rowsOf(page).filter({ hasText: "Madder" }).filter({ hasText: "deleted" }).waitFor();
  const priced = rowsOf(page).filter({ hasText: "price 59 → 65" });
  expect(await priced.textContent()).toMatch(/Anorak.*changed.*Item.*A-1.*color olive → navy, price 59 → 65, 2 more/);
  await priced.getByRole("button", { name: "All properties: Anorak changed" }).click();
  const diffs = page.getByRole("table", { name: "Properties of Anorak" });
  expect(await diffs.getByRole("row").filter({ hasText: "price" }).textContent()).toMatch(/price5965/);
  await expectAccessible();

  await choose(page, "Type", "Items");
  await choose(page, "Action", "changed");
  await page.waitForURL((url) => url.search.includes("entityType=item") && url.search.includes("action=update"));
  await waitUntil("two changes match", async () => (await rowsOf(page).count()) === 2);
  await choose(page, "Changed property", "price");
  await waitUntil("one change matches", async () => (await rowsOf(page).count()) === 1);
  await page.getByRole("link", { name: "Anorak" }).waitFor();

  await page.goto(`${desk.service.address}/changes?changed=hex&action=create`);
  await rowsOf(page).filter({ hasText: "Madder" }).waitFor();
  expect(await rowsOf(page).count()).toBe(1);
  await page.goto(`${desk.service.address}/changes?action=create&to=2001-01-01T00:00:00Z`);
  await page.getByText("No matching changes").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await rowsOf(page).filter({ hasText: "Anorak" }).first().waitFor();
  await page.getByRole("textbox", { name: "Entity" }).fill("no-such-id");
  await page.keyboard.press("Enter");
  await page.getByText("No changes found for this id.").waitFor();
  await page.getByRole("textbox", { name: "Entity" }).fill(anorak.id);
  await page.keyboard.press("Enter");
  await waitUntil("the changes of one item", async () => (await rowsOf(page).count()) === 3);
  expectQuiet();
});

test("one act is one entry, in the changes and in the history of a style", async () => {
  const coat = await write("POST", "/items", { name: "Trench coat", roles: ["family"] });
  const option = (optionName: string) => ({
    ...{ name: "Trench coat", roles: ["option"], itemFamilyId: coat.id, optionGroup: "Color", optionName },
  });
  const colorways = [await write("POST", "/items", option("Rust")), await write("POST", "/items", option("Mauve"))];
  const operations = [coat, ...colorways].map(({ id }: Json) => ({ op: "update", id, object: { margin: 61 } }));
  await write("POST", "/items/batch", { operations });
  const { page, goto, expectAccessible, expectQuiet } = await desk.openSignedIn("/changes");

  const act = rowsOf(page).filter({ hasText: "and 2 colorways" });
  expect(await act.textContent()).toMatch(/Trench coat.*and 2 colorways.*changed.*margin 61/);
  await act.getByRole("button", { name: "All 3 changes: Trench coat changed" }).click();
  await waitUntil(
    "each change",
    async () => (await act.getByRole("button", { name: /^All properties/ }).count()) === 3,
  );
  await expectAccessible();
  await goto(`/entities/items/${coat.id}?tab=history`);
  await page.getByRole("article").first().getByText("this style and 2 colorways").waitFor();
  await goto(`/entities/items/${colorways[0].id}?tab=history`);
  await page.getByRole("article").first().getByText("the style and 2 colorways").waitFor();
  expectQuiet();
});

test("in live mode new changes appear at the top, and link to their change set", async () => {
  await write("POST", "/items", { name: "Before" });
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/changes");
  await rowsOf(page).first().waitFor();

  await page.getByRole("switch", { name: "Live" }).click();
  await page.waitForURL("**?live=true");
  const batch = [1, 2, 3].map((number) => ({ op: "create", object: { name: `Live ${number}` } }));
  await write("POST", "/items/batch", { operations: batch });
  await rowsOf(page).first().getByText("and 2 other items").waitFor();
  await write("POST", "/items", { name: "Live 4" });
  await rowsOf(page).first().getByText("Live 4").waitFor();

  await rowsOf(page).nth(1).getByRole("button").first().click();
  await page.getByRole("link", { name: "View change set" }).click();
  await page.getByRole("heading", { name: "Change set" }).waitFor();
  await page.getByText("3 created").waitFor();
  const listed = page.getByRole("list", { name: "Changes of the set" }).getByRole("listitem");
  expect(await listed.getByRole("link", { name: /Live/ }).allTextContents()).toEqual(["Live 3", "Live 2", "Live 1"]);
  await expectAccessible();
  expectQuiet();
});

test("the export contains exactly what the filters match", async () => {
  const colors = Array.from({ length: 250 }, (_, number) => ({ name: `Row ${number}`, hex: "#102030" }));
  await write("POST", "/colors/batch", { operations: colors.map((object) => ({ op: "create", object })) });
  const { page, expectQuiet } = await desk.openSignedIn("/changes?entityType=color&action=create");
  await rowsOf(page).first().getByText("Row 249").waitFor();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const download = await downloading;

  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
  const records: Json[] = lines.map((line) => JSON.parse(line));
  expect(download.suggestedFilename()).toMatch(/-changes-\d{4}-\d\d-\d\d\.ndjson$/);
  expect(new Set(records.map(({ entityType, action }) => `${entityType} ${action}`))).toEqual(
    new Set(["color create"]),
  );
  expect(records.filter(({ propertyDiffs }) => propertyDiffs.name.newValue.startsWith("Row"))).toHaveLength(250);
  await page.getByText(`Exported ${records.length} changes.`).waitFor();
  // Only visible rows are in the page, and the next ones are loaded while scrolling.
  expect(await rowsOf(page).count()).toBeLessThan(60);
  await waitUntil("the oldest one", async () => {
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    const last = await rowsOf(page).last().textContent();
    return last?.includes(records[0].propertyDiffs.name.newValue) === true;
  });
  expectQuiet();
});

test("consumers are shown with their lag, and one is deleted after confirmation", async () => {
  await write("PUT", "/change-consumers/erp", { cursor: "beginning" });
  await write("PUT", "/change-consumers/shop", { cursor: "now" });
  await write("POST", "/items", { name: "Behind" });
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/consumers");

  await page.getByRole("row", { name: /^erp [\d,]+ records, none read yet/ }).waitFor();
  await page.getByRole("row", { name: /^shop 1 record, / }).waitFor();
  await page.getByText('changes.poll({ consumer: "erp"').waitFor();
  expect(await page.getByRole("table", { name: /Lag \(records\)/ }).textContent()).toContain("erp");
  await expectAccessible();
  await page.getByRole("button", { name: "Delete consumer shop" }).click();
  await page.getByRole("dialog").getByText("No change is lost.").waitFor();
  await page.getByRole("button", { name: "Delete shop" }).click();
  await page.getByRole("row", { name: /^shop/ }).waitFor({ state: "detached" });

  expect((await desk.service.call("GET", "/change-consumers/shop")).status).toBe(404);
  expectQuiet();
});

test("changes that arrive while the list is scrolled down are held behind a button, and nothing moves", async () => {
  for (let number = 0; number < 60; number += 1) await write("POST", "/items", { name: `Old ${number}` });
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/changes?live=true");
  await rowsOf(page).first().waitFor();
  const read = rowsOf(page).filter({ hasText: "Old 20" });
  await page.mouse.move(600, 500);
  await waitUntil("it is in sight", async () => {
    await page.mouse.wheel(0, 400);
    return (await read.count()) === 1 && ((await read.boundingBox())?.y ?? 800) < 400;
  });
  const before = await read.boundingBox();

  await write("POST", "/items", { name: "Newer 1" });
  await page.getByRole("button", { name: "1 new change", exact: true }).waitFor();
  await write("POST", "/items", { name: "Newer 2" });
  const button = page.getByRole("button", { name: "2 new changes" });
  await button.waitFor();
  expect(await read.boundingBox()).toEqual(before);
  await expectAccessible();
  await button.click();

  await rowsOf(page).first().getByText("Newer 2").waitFor();
  await waitUntil("the top is in sight", async () => (await page.evaluate("scrollY")) === 0);
  await button.waitFor({ state: "detached" });
  await write("POST", "/items", { name: "Newer 3" });
  await rowsOf(page).first().getByText("Newer 3").waitFor();
  expectQuiet();
});

test("the overview counts changes, and lists failures and pending work", async () => {
  await buildFailedLoad(desk.service, { inConfiguration: "hex", inCell: "no color" });
  const code = "throw new Error('out of cloth');";
  await write("POST", "/items", { name: "Counted" });
  await run(desk.service, { name: "Cut", tasks: [{ name: "cut", action: "script", config: { code } }] });
  const { task } = await buildAwaiting(desk.service, { name: "Ask somebody" });
  await write("PUT", `/event-workflow-tasks/${task.id}`, { subtext: "The factory thinks" });
  const counted = await write("GET", "/statistics/changes?timeZone=UTC");
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/operations", { timezoneId: "UTC" });

  const failed = page.getByRole("list", { name: "Failures" });
  await failed.getByRole("link", { name: "Load of colors" }).waitFor();
  await failed.getByRole("link", { name: "Cut", exact: true }).waitFor();
  await failed.getByText(/cut: .*out of cloth/).waitFor();
  await page.getByRole("list", { name: "Pending" }).getByText("The factory thinks").waitFor();
  const items = counted.series.find(({ key }: Json) => key === "item").points.at(-1).value;
  const table = page.getByRole("table", { name: "Changes, in changes" });
  expect(await table.getByRole("row").last().getByRole("cell").allTextContents()).toContain(String(items));
  await expectAccessible();

  const chart = page.getByRole("group", { name: /^Changes\. / });
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  await chart.getByText(`Item ${items} changes`).waitFor();
  await page.getByRole("button", { name: "Color", exact: true }).first().click();
  await page.getByText("24 hours", { exact: true }).click();
  await page.waitForURL("**?range=24h");
  // The hours before the first data are omitted, but for seven.
  await waitUntil("hours", async () => (await table.getByRole("row").count()) === 8);
  await page.getByRole("link", { name: "Waiting tasks" }).click();
  await page.waitForURL("**/tasks**");
  expectQuiet();
});

test("a user who may read only items sees only those on the overview and in the changes", async () => {
  await write("POST", "/items", { name: "Readable" });
  await write("POST", "/colors", { name: "Hidden", hex: "#000000" });
  await write("POST", "/roles", { name: "item-reader", rights: [{ verbs: ["read"], typePath: "item:*" }] });
  const person = { email: "ada@demo.example", name: "Ada", role: "item-reader", password: "a long pass phrase" };
  await write("POST", "/users", person);
  const { page, goto, expectQuiet } = await desk.open();
  await goto("/sign-in?next=/");
  await page.getByLabel("Organization").fill(desk.service.first.orgSlug);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();

  await page.getByRole("list", { name: "Recent changes" }).getByRole("link", { name: "Readable" }).waitFor();
  expect(await page.getByText("Hidden").count()).toBe(0);
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.getByRole("link", { name: "All changes" }).click();
  await rowsOf(page).filter({ hasText: "Readable" }).waitFor();
  expect(await rowsOf(page).filter({ hasText: "Hidden" }).count()).toBe(0);
  expectQuiet();
});

test("at phone width nothing overflows the page", async () => {
  const { page, goto, expectQuiet } = await desk.openSignedIn("/", { viewport: { width: 360, height: 700 } });

  for (const [path, heading] of [
    ["/", "Pending"],
    ["/operations", "Workflow runs"],
    ["/changes", "Changes per day, last 30 days"],
    ["/consumers", "Create a consumer"],
  ] as const) {
    await goto(path);
    await page.getByRole("heading", { name: heading }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), path).toBe(0);
  }
  await goto("/changes");
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("combobox", { name: "Action" }).waitFor();
  expectQuiet();
});
