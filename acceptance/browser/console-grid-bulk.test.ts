import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, openConsole } from "../testing/console.ts";
import { rowNamed } from "../testing/grid-page.ts";

let desk: Console;

/** More than one page and one batch. */
const skirtCount = 1_200;

beforeAll(async () => {
  desk = await openConsole();
  const { body } = await call("POST", "/option-sets", {
    name: "Seasons",
    options: [
      { value: "aw", display: "Winter" },
      { value: "ss", display: "Summer" },
    ],
  });
  await call("POST", "/entity-types", {
    typePath: "item:skirt",
    properties: [
      { slug: "rank", label: "Rank", propertyType: "number", searchable: true },
      { slug: "price", label: "Price", propertyType: "number", max: 1_000 },
      { slug: "seasons", label: "Seasons", propertyType: "multi_select", optionSetId: body.id },
    ],
  });
  const operations = Array.from({ length: skirtCount }, (_, rank) => ({
    op: "create",
    object: {
      name: `Skirt ${String(rank).padStart(4, "0")}`,
      typePath: "item:skirt",
      rank,
      price: rank === 3 ? 990 : 10,
      seasons: ["aw"],
    },
  }));
  expect((await call("POST", "/items/batch", { operations })).status).toBe(200);
}, 60_000);

afterAll(() => desk.close());

const call = (method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

async function openSkirts(search = "") {
  const opened = await desk.openSignedIn("/entities/items");
  await opened.goto(`/entities/items?type=item:skirt&order=rank${search}`);
  await rowNamed(opened.page, "Skirt 0000").waitFor();
  return opened;
}

async function skirts() {
  const query = `criteria=${encodeURIComponent('{"typePath":"item:skirt"}')}&order=${encodeURIComponent('{"orderField":"rank"}')}`;
  return (await call("GET", `/items?${query}&limit=1000`)).body.results;
}

async function countAt(price: number): Promise<number> {
  const criteria = encodeURIComponent(JSON.stringify({ typePath: "item:skirt", price }));
  return (await call("GET", `/items?criteria=${criteria}&limit=1&includeTotal=true`)).body.total;
}

test("all rows that match are raised by 5 percent after a preview, refusals are named, and it is undone", async () => {
  const { page, expectAccessible, expectQuiet } = await openSkirts();

  await page.getByRole("button", { name: "Edit all…" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit 1,200 items" });
  await dialog.getByRole("combobox", { name: "Column" }).or(dialog.getByLabel("Column")).first().click();
  await page.getByRole("option", { name: "Price" }).click();
  await dialog.getByRole("combobox", { name: "Change" }).or(dialog.getByLabel("Change")).first().click();
  await page.getByRole("option", { name: "Change by percent" }).click();
  await dialog.getByLabel("Percent").fill("5");
  await dialog.getByRole("row", { name: "Skirt 0000 10 10.5" }).waitFor();
  await dialog.getByText("Would be rejected: 1 row").waitFor();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Edit 1,200 items" }).click();
  await dialog.getByText("1,199 cells changed, 1 row not changed:").waitFor();
  await dialog.getByText(/^Skirt 0003: /).waitFor();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  expect(await countAt(10.5)).toBe(skirtCount - 1);
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();

  await expect.poll(() => countAt(10), { timeout: 20_000 }).toBe(skirtCount - 1);
  expectQuiet();
}, 60_000);

test("an option is added to the selected rows with the keyboard alone", async () => {
  const { page, expectQuiet } = await openSkirts();

  await page.locator('td[tabindex="0"]').focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+Space");
  await page.getByText("2 items selected").waitFor();
  await page.getByRole("button", { name: "Edit…", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit 2 items" });
  await dialog.getByText("All 1,200 that match").waitFor();
  await dialog.getByLabel("Column").first().focus();
  await page.keyboard.type("Seas");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Change").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: "Add" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Value").first().focus();
  await page.keyboard.type("Summer");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog.getByRole("row", { name: /Skirt 0000 Winter Winter, Summer/ }).waitFor();
  await dialog.getByRole("button", { name: "Edit 2 items" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("2 cells changed.").waitFor();

  expect((await skirts()).slice(0, 3).map(({ seasons }: { seasons: string[] }) => seasons)).toEqual([
    ["aw", "ss"],
    ["aw", "ss"],
    ["aw"],
  ]);
  expectQuiet();
});

test("Space shows a row beside the grid, the arrows move to the next one, and Escape closes it", async () => {
  const { page, expectAccessible, expectQuiet } = await openSkirts();
  const peek = page.getByRole("complementary", { name: "Peek" });

  await page.locator('td[tabindex="0"]').focus();
  await page.keyboard.press("Space");
  await peek.getByRole("heading", { name: "Skirt 0000" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await peek.getByRole("heading", { name: "Skirt 0002" }).waitFor();
  await page.waitForURL(/peek=/);
  await expectAccessible();
  const address = page.url();
  await page.keyboard.press("Escape");
  await peek.waitFor({ state: "detached" });
  expect(await page.evaluate("document.activeElement.getAttribute('data-place')")).toBe("2:0");
  await page.goto(address);

  await peek.getByRole("heading", { name: "Skirt 0002" }).waitFor();
  await peek.getByRole("link", { name: "Open" }).waitFor();
  await peek.getByRole("button", { name: "Close peek" }).press("Escape");
  await peek.waitFor({ state: "detached" });
  await page.locator('td[tabindex="0"]').focus();
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/items\/[\w-]{16}$/);
  expectQuiet();
});
