import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Console, openConsole } from "../testing/console.ts";
import { cellOf, rowNamed } from "../testing/grid-page.ts";

let desk: Console;
const rowCount = 30;

beforeAll(async () => {
  desk = await openConsole();
  await call("POST", "/entity-types", {
    typePath: "item:dress",
    properties: [
      { slug: "rank", label: "Rank", propertyType: "number", searchable: true },
      { slug: "price", label: "Price", propertyType: "number", max: 5000 },
      { slug: "cost", label: "Cost", propertyType: "number" },
      { slug: "note", label: "Note", propertyType: "string" },
      { slug: "margin", label: "Margin", propertyType: "formula", expression: "{price} * 2", resultKind: "number" },
    ],
  });
  await batch(
    Array.from({ length: rowCount }, (_, rank) => ({
      op: "create",
      object: { name: nameOf(rank), federatedId: nameOf(rank), typePath: "item:dress", ...valuesOf(rank) },
    })),
  );
}, 60_000);

beforeEach(async () => {
  await batch(
    Array.from({ length: rowCount }, (_, rank) => ({
      op: "update",
      federatedId: nameOf(rank),
      object: valuesOf(rank),
    })),
  );
});

afterAll(() => desk.close());

const nameOf = (rank: number) => `Dress ${String(rank).padStart(2, "0")}`;
const valuesOf = (rank: number) => ({ rank, price: 100 + rank, cost: 10 + rank, note: `note ${rank}` });

const call = (method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

async function batch(operations: readonly object[]): Promise<void> {
  expect((await call("POST", "/items/batch", { operations })).status).toBe(200);
}

async function dresses() {
  const order = encodeURIComponent(JSON.stringify({ orderField: "rank" }));
  const criteria = encodeURIComponent(JSON.stringify({ typePath: "item:dress" }));
  return (await call("GET", `/items?criteria=${criteria}&order=${order}&limit=100`)).body.results;
}

async function openDresses() {
  const columns = encodeURIComponent('["price","cost","note","margin"]');
  const opened = await desk.openSignedIn("/entities/items");
  await opened.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await opened.goto(`/entities/items?type=item:dress&order=rank&columns=${columns}`);
  await rowNamed(opened.page, nameOf(0)).waitFor();
  const requests: string[] = [];
  opened.page.on("request", (request) => {
    if (request.url().endsWith("/items/batch")) requests.push(request.method());
  });
  return { ...opened, requests };
}

const selectedCells = (page: Page) => page.locator('td[aria-selected="true"]').count();
const clipboard = (page: Page) => page.evaluate("navigator.clipboard.readText()");

test("a range is selected by mouse and keyboard, announced, and copied", async () => {
  const { page, expectAccessible, expectQuiet } = await openDresses();

  await (await cellOf(page, nameOf(1), "Price")).click();
  await (await cellOf(page, nameOf(3), "Cost")).click({ modifiers: ["Shift"] });
  await page.getByRole("status", { name: "Range" }).getByText("3 rows, 2 columns").waitFor();
  expect(await selectedCells(page)).toBe(6);
  await page.keyboard.press("Control+C");
  await expect.poll(() => clipboard(page)).toBe("101\t11\n102\t12\n103\t13");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowUp");
  await page.getByText("2 rows, 3 columns").waitFor();
  await expectAccessible();
  await page.keyboard.press("Escape");
  await expect.poll(() => selectedCells(page)).toBe(0);
  await page.keyboard.press("Control+Shift+ArrowDown");
  await page.getByText(`${rowCount - 1} rows, 1 column`).waitFor();
  await page.keyboard.press("Control+A");
  await page.getByText(`${rowCount} rows, 5 columns`).waitFor();
  await page.keyboard.press("Control+Home");
  const [from, to] = [await cellOf(page, nameOf(2), "Cost"), await cellOf(page, nameOf(4), "Note")];
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move((start?.x ?? 0) + 10, (start?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((end?.x ?? 0) + 20, (end?.y ?? 0) + 10, { steps: 4 });
  await page.mouse.up();

  await page.getByText("3 rows, 2 columns").waitFor();
  expectQuiet();
});

test("a range is cleared with one request, undone, redone, and undone again after a reload", async () => {
  const { page, requests, expectQuiet } = await openDresses();

  await (await cellOf(page, nameOf(0), "Price")).click();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"]) {
    await page.keyboard.press(`Shift+${key}`);
  }
  await page.keyboard.press("Delete");
  await page.getByText("12 cells cleared.").waitFor();
  expect((await dresses())[3]).not.toHaveProperty("note");
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect.poll(async () => (await dresses())[3]).toMatchObject(valuesOf(3));
  await page.keyboard.press("Control+Shift+Z");
  await expect.poll(async () => (await dresses())[3].price).toBeUndefined();
  await page.reload();
  await rowNamed(page, nameOf(0)).waitFor();
  await page.locator('td[tabindex="0"]').focus();
  await page.keyboard.press("Control+Z");

  await expect.poll(async () => (await dresses())[0]).toMatchObject(valuesOf(0));
  await expect.poll(async () => (await cellOf(page, nameOf(0), "Price")).textContent()).toBe("100");
  expect(requests).toHaveLength(4);
  expectQuiet();
});

test("undo keeps what others changed since, and lists it", async () => {
  const { page, expectQuiet } = await openDresses();

  await (await cellOf(page, nameOf(5), "Price")).click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Delete");
  await page.getByText("2 cells cleared.").waitFor();
  await batch([{ op: "update", federatedId: nameOf(5), object: { price: 999 } }]);
  await page.keyboard.press("Control+Z");
  await page.getByText("2 cells cleared: 1 value not undone").waitFor();
  await page.getByText(`${nameOf(5)}, Price: changed since`).waitFor();

  const stored = await dresses();
  expect([stored[5].price, stored[6].price]).toEqual([999, 106]);
  expectQuiet();
});

test("a typed value is undone, and a value is filled down 20 rows with the keyboard alone", async () => {
  const { page, requests, expectQuiet } = await openDresses();

  await page.locator('td[tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("77");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Z");
  await expect.poll(async () => (await dresses())[0].price).toBe(100);
  await page.keyboard.press("ArrowUp");
  for (let step = 0; step < 19; step += 1) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+D");
  await page.getByText("19 cells filled.").waitFor();

  const prices = (await dresses()).map(({ price }: { price: number }) => price);
  expect(prices.slice(0, 21)).toEqual([...Array.from({ length: 20 }, () => 100), 120]);
  expect(requests).toHaveLength(2);
  await page.keyboard.press("Control+Z");
  await expect.poll(async () => (await dresses())[19].price).toBe(119);
  expectQuiet();
});

test("one pasted value fills the range, a block starts at its corner, and refusals are named", async () => {
  const { page, expectQuiet } = await openDresses();
  await page.evaluate('navigator.clipboard.writeText("55")');

  await (await cellOf(page, nameOf(10), "Price")).click();
  await (await cellOf(page, nameOf(12), "Cost")).click({ modifiers: ["Shift"] });
  await page.keyboard.press("Control+V");
  await page.getByText("6 cells pasted.").waitFor();
  expect((await dresses())[12]).toMatchObject({ price: 55, cost: 55 });
  await page.evaluate('navigator.clipboard.writeText("9999\\n77")');
  await (await cellOf(page, nameOf(14), "Price")).click();
  await page.keyboard.press("Control+V");
  const dialog = page.getByRole("dialog", { name: "Paste from a spreadsheet" });
  await dialog.getByText("Rejected: 1 row").waitFor();
  await dialog.getByText(nameOf(14)).waitFor();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await dialog.waitFor({ state: "detached" });

  const stored = await dresses();
  expect([stored[14].price, stored[15].price]).toEqual([114, 77]);
  await (await cellOf(page, nameOf(16), "Note")).click();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Delete");
  await page.getByRole("dialog", { name: "Clear cells" }).getByText("Read-only: 1 cell").waitFor();
  expectQuiet();
});

test("the fill handle copies a range as far as it is dragged, and Ctrl R fills to the right", async () => {
  const { page, expectQuiet } = await openDresses();

  await (await cellOf(page, nameOf(10), "Note")).click();
  await page.locator("[data-fill]").hover();
  await page.mouse.down();
  await (await cellOf(page, nameOf(13), "Note")).hover();
  await page.mouse.up();
  await page.getByText("3 cells filled.").waitFor();
  await (await cellOf(page, nameOf(10), "Price")).click();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+R");
  await page.getByText("1 cell filled.").waitFor();

  const stored = await dresses();
  expect(stored.slice(10, 15).map(({ note }: { note: string }) => note)).toEqual([
    ...Array.from({ length: 4 }, () => "note 10"),
    "note 14",
  ]);
  expect(stored[10].cost).toBe(110);
  expectQuiet();
});
