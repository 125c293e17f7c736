import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, openConsole } from "../testing/console.ts";
import { namesOf, rowNamed } from "../testing/grid-page.ts";

let desk: Console;

beforeAll(async () => {
  desk = await openConsole();
  await call("POST", "/entity-types", {
    typePath: "item:hat",
    properties: [
      { slug: "price", label: "Price", propertyType: "number", searchable: true },
      { slug: "line", label: "Line", propertyType: "string" },
      { slug: "buyers", label: "Buyers", propertyType: "user_list" },
    ],
  });
  const { body } = await call(
    "GET",
    `/users?criteria=${encodeURIComponent(JSON.stringify({ email: desk.service.first.email }))}`,
  );
  const hats = [
    { name: "Anna Hat", price: 10, line: "Women", buyers: [body.results[0].id] },
    { name: "Bea Hat", price: 40, line: "Women" },
    { name: "Carl Hat", price: 15, line: "Men" },
    { name: "Dora Crème", price: 90, line: "women's" },
  ];
  const operations = hats.map((hat) => ({ op: "create", object: { ...hat, typePath: "item:hat" } }));
  expect((await call("POST", "/items/batch", { operations })).status).toBe(200);
}, 60_000);

afterAll(() => desk.close());

const call = (method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

async function openHats(search = "") {
  const opened = await desk.openSignedIn("/entities/items");
  await opened.goto(`/entities/items?type=item:hat&order=name${search}`);
  await rowNamed(opened.page, "Anna Hat").waitFor();
  return opened;
}

/** In the open editor, with the keyboard. */
async function fillFilter(page: Page, column: string, value: string): Promise<void> {
  await page.getByRole("option", { name: column, exact: true }).waitFor();
  await page.keyboard.type(column);
  await page.keyboard.press("Enter");
  await page.getByLabel("Value", { exact: true }).fill(value);
  await page.keyboard.press("Enter");
}

test("filters are combined in groups with any and all, kept in the address, and ignore case", async () => {
  const { page, expectAccessible, expectQuiet } = await openHats();

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Column").first().click();
  await fillFilter(page, "Line", "WOMEN");
  await page.getByRole("button", { name: "Edit filter Line contains WOMEN" }).waitFor();
  await expect.poll(() => namesOf(page)).toEqual(["Anna Hat", "Bea Hat", "Dora Crème"]);
  await page.getByRole("button", { name: "or…" }).click();
  await page.getByLabel("Column").first().click();
  await fillFilter(page, "Price", "15");
  await expect.poll(() => namesOf(page)).toEqual(["Anna Hat", "Bea Hat", "Carl Hat", "Dora Crème"]);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Column").first().click();
  await fillFilter(page, "Name", "hat");
  await expect.poll(() => namesOf(page)).toEqual(["Anna Hat", "Bea Hat", "Carl Hat"]);
  await expectAccessible();
  const address = page.url();
  await page.getByText("Any", { exact: true }).click();
  await page.waitForURL(/match=any/);
  // Line and price in one group, or the name.
  await expect.poll(() => namesOf(page)).toEqual(["Anna Hat", "Bea Hat", "Carl Hat"]);
  await page.goto(address);

  await page.getByRole("button", { name: "Edit filter Price = 15" }).waitFor();
  await expect.poll(() => namesOf(page)).toEqual(["Anna Hat", "Bea Hat", "Carl Hat"]);
  expectQuiet();
});

test("filters by the signed-in user and by the last days, and hits of a search are marked", async () => {
  const mine = encodeURIComponent('[["buyers","in","me"],["createdOn","last","2"]]');
  const { page, expectAccessible, expectQuiet } = await openHats(`&filters=${mine}`);

  await expect.poll(() => namesOf(page)).toEqual(["Anna Hat"]);
  await page.getByRole("button", { name: "Edit filter Buyers has any of me" }).waitFor();
  await page.getByRole("button", { name: "Edit filter Created is within the last 2 days" }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("textbox", { name: "Search" }).fill("creme do");
  await expect.poll(() => namesOf(page)).toEqual(["Dora Crème"]);
  expect(await page.locator("mark").allTextContents()).toEqual(["Do", "Crème"]);
  await expectAccessible();
  expectQuiet();
});
