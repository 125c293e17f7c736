import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import {
  cardNamed,
  columnNamed,
  drag,
  expectColumns,
  makeVests,
  makeVestType,
  type Vest,
  vestNamed,
} from "../testing/board-page.ts";
import { type Console, type ConsolePage, openConsole } from "../testing/console.ts";

let desk: Console;
const password = "correct horse battery";
const board = "/entities/items?type=item:vest&layout=board&group=stage";

beforeAll(async () => {
  desk = await openConsole();
  await makeVestType(desk);
  await call("POST", "/users", { email: "viewer@demo.example", name: "Ada viewer", role: "viewer", password });
}, 60_000);

afterAll(() => desk.close());

const call = (method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

async function openBoard(path = board, options?: BrowserContextOptions): Promise<ConsolePage> {
  const opened = await desk.openSignedIn("/entities/items", options);
  await opened.goto(path);
  await opened.page.getByRole("group", { name: /^Board by/ }).waitFor();
  return opened;
}

const stageOf = async ({ id }: Vest) => (await call("GET", `/items/${id}`)).body.stage;

test("a card that is dropped on another column gets its value, and the drop can be undone", async () => {
  const vests = await makeVests(desk, {
    Alba: { stage: "idea" },
    Bern: { stage: "idea" },
    Cora: { stage: "sample" },
    Dora: {},
  });
  const { page, expectQuiet } = await openBoard();
  await expectColumns(page, [
    "Idea, 2 items: Alba, Bern",
    "Sample, 1 item: Cora",
    "Final, 0 items: ",
    "No stage, 1 item: Dora",
  ]);

  await drag(page, "Alba", "Sample");
  await expectColumns(page, [
    "Idea, 1 item: Bern",
    "Sample, 2 items: Alba, Cora",
    "Final, 0 items: ",
    "No stage, 1 item: Dora",
  ]);
  await waitUntil("written", async () => (await stageOf(vestNamed(vests, "Alba"))) === "sample");
  await drag(page, "Bern", "Final");
  await waitUntil("written", async () => (await stageOf(vestNamed(vests, "Bern"))) === "final");
  await drag(page, "Cora", "No stage");
  await waitUntil("cleared", async () => (await stageOf(vestNamed(vests, "Cora"))) === undefined);
  await expectColumns(page, [
    "Idea, 0 items: ",
    "Sample, 1 item: Alba",
    "Final, 1 item: Bern",
    "No stage, 2 items: Cora, Dora",
  ]);
  await page.keyboard.press("Control+z");
  await waitUntil("undone", async () => (await stageOf(vestNamed(vests, "Cora"))) === "sample");

  const undone = ["Idea, 0 items: ", "Sample, 2 items: Alba, Cora", "Final, 1 item: Bern", "No stage, 1 item: Dora"];
  await expectColumns(page, undone);
  await page.reload();
  await expectColumns(page, undone);
  expectQuiet();
});

test("selected cards move together, in one act", async () => {
  const vests = await makeVests(desk, { Alba: { stage: "idea" }, Bern: { stage: "idea" }, Cora: { stage: "sample" } });
  const { page, expectQuiet } = await openBoard();
  await page.getByRole("checkbox", { name: "Select Alba" }).check();
  await page.getByRole("checkbox", { name: "Select Cora" }).check();
  await page.getByText("2 items selected").waitFor();

  await drag(page, "Alba", "Final");
  await page.getByText("2 items moved to Final.", { exact: true }).first().waitFor();
  await expectColumns(page, [
    "Idea, 1 item: Bern",
    "Sample, 0 items: ",
    "Final, 2 items: Alba, Cora",
    "No stage, 0 items: ",
  ]);
  await waitUntil("written", async () => (await stageOf(vestNamed(vests, "Cora"))) === "final");
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();

  await expectColumns(page, [
    "Idea, 2 items: Alba, Bern",
    "Sample, 1 item: Cora",
    "Final, 0 items: ",
    "No stage, 0 items: ",
  ]);
  await waitUntil("undone", async () => (await stageOf(vestNamed(vests, "Alba"))) === "idea");
  expectQuiet();
});

test("cards are reached, moved, selected and opened by keyboard alone", async () => {
  const vests = await makeVests(desk, { Alba: { stage: "idea" }, Bern: { stage: "idea" }, Cora: { stage: "final" } });
  const { page, expectQuiet } = await openBoard();
  const focused = (name: string) =>
    waitUntil(
      `the focus is on ${name}`,
      async () => (await page.locator("[data-card]:focus a").textContent()) === name,
    );
  await cardNamed(page, "Alba").focus();

  await page.keyboard.press("ArrowDown");
  await focused("Bern");
  // Columns without cards are skipped.
  await page.keyboard.press("ArrowRight");
  await focused("Cora");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await page.getByRole("status").getByText("Cora moved to Sample.").waitFor({ state: "attached" });
  await focused("Cora");
  await waitUntil("written", async () => (await stageOf(vestNamed(vests, "Cora"))) === "sample");
  await page.keyboard.press("ArrowLeft");
  await focused("Alba");
  await page.keyboard.press("m");
  await page.locator('[role="menuitem"]:focus', { hasText: "Sample" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await waitUntil("written", async () => (await stageOf(vestNamed(vests, "Alba"))) === "final");
  await focused("Alba");
  await page.keyboard.press("m");
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  await focused("Alba");
  await page.keyboard.press("Shift+Space");
  await page.getByText("1 item selected").waitFor();
  await page.keyboard.press("Space");
  await page.waitForURL(/peek=/);
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => !url.search.includes("peek="));
  await page.keyboard.press("Enter");

  await page.waitForURL(`**/entities/items/${vestNamed(vests, "Alba").id}**`);
  expectQuiet();
});

test("a card whose value the service refuses returns, and says why", async () => {
  await makeVests(desk, { Alba: {}, Bern: {} });
  const { page, expectQuiet } = await openBoard(board.replace("stage", "grade"));
  const before = ["Idea, 2 items: Alba, Bern", "Sample, 0 items: ", "Final, 0 items: ", "No grade, 0 items: "];
  await expectColumns(page, before);

  await drag(page, "Alba", "No grade");
  await page.getByRole("alert").filter({ hasText: /grade/i }).waitFor();

  await expectColumns(page, before);
  expect(await cardNamed(page, "Alba").getAttribute("data-refused")).toBe("true");
  expectQuiet();
});

test("a card that someone else moved is decided in the conflict dialog", async () => {
  const vests = await makeVests(desk, { Alba: { stage: "idea" } });
  const { page, expectAccessible, expectQuiet } = await openBoard();
  await cardNamed(page, "Alba").waitFor();
  const { id } = vestNamed(vests, "Alba");
  expect((await call("PUT", `/items/${id}`, { stage: "final" })).status).toBe(200);

  await drag(page, "Alba", "Sample");
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/Final/).first().waitFor();
  await expectAccessible();
  await dialog.getByRole("button", { name: /Discard/ }).click();

  await expectColumns(page, ["Idea, 0 items: ", "Sample, 0 items: ", "Final, 1 item: Alba", "No stage, 0 items: "]);
  expect(await stageOf({ id, version: 1 })).toBe("final");
  expectQuiet();
});

test("what cannot be edited takes no drop, and says why", async () => {
  const vests = await makeVests(desk, { Alba: { stage: "idea", phase: "idea" } });
  await call("POST", "/items", {
    ...{ name: "Alba", typePath: "item:vest", grade: "idea", optionName: "Red" },
    ...{ itemFamilyId: vestNamed(vests, "Alba").id, role: "option" },
  });
  const owner = await openBoard(`${board}&flat=true`);
  await owner.page.getByText("Red").waitFor();
  await expect.poll(() => cardNamed(owner.page, "Alba").count()).toBe(2);
  const option = owner.page.getByRole("gridcell").filter({ hasText: "Red" });
  await option.focus();
  await owner.page.keyboard.press("Control+Shift+ArrowRight");
  await owner.page.getByText("Not moved: Stored in the style. Change it there.").waitFor();
  await owner.expectAccessible();

  await owner.goto(board.replace("stage", "phase"));
  await drag(owner.page, "Alba", "Sample");
  await owner.page.getByText("Alba cannot be moved. Phase is disabled in its type.").waitFor();

  const viewer = await desk.open();
  await viewer.goto(`/sign-in?next=${encodeURIComponent(board)}`);
  await viewer.signIn({ email: "viewer@demo.example", password });
  await cardNamed(viewer.page, "Alba").waitFor();
  await drag(viewer.page, "Alba", "Sample");
  await viewer.page.getByText("Alba cannot be moved. You do not have permission to change this.").waitFor();
  await cardNamed(viewer.page, "Alba").focus();
  await viewer.page.keyboard.press("m");
  await viewer.page.getByRole("menu").getByText("You do not have permission").waitFor();
  const items = viewer.page.getByRole("menuitem");
  expect(await items.count()).toBe(4);
  expect(await viewer.page.locator('[role="menuitem"][data-disabled]').count()).toBe(4);

  expect(await stageOf(vestNamed(vests, "Alba"))).toBe("idea");
  viewer.expectQuiet();
  owner.expectQuiet();
});

test("a long column is read page by page, and only visible cards are in the page", async () => {
  await makeVests(desk, { Zoe: { stage: "final" } });
  const operations = Array.from({ length: 300 }, (_, place) => ({
    op: "create",
    object: { name: `Vest ${String(place).padStart(3, "0")}`, typePath: "item:vest", grade: "idea", stage: "idea" },
  }));
  expect((await call("POST", "/items/batch", { operations })).status).toBe(200);
  const { page, expectQuiet } = await openBoard(`${board}&order=name`);
  await page.getByRole("region", { name: "Idea, 300 items" }).waitFor();
  await cardNamed(page, "Vest 000").focus();
  expect(await page.getByRole("gridcell").count()).toBeLessThan(40);

  await page.keyboard.press("End");
  await cardNamed(page, "Vest 299").waitFor();
  await waitUntil(
    "the focus is on the last card",
    async () => (await page.locator("[data-card]:focus a").textContent()) === "Vest 299",
  );
  await page.keyboard.press("Control+Shift+ArrowRight");
  await page.getByRole("region", { name: "Sample, 1 item" }).waitFor();

  await page.getByRole("region", { name: "Idea, 299 items" }).waitFor();
  expect(await page.getByRole("gridcell").count()).toBeLessThan(40);
  expectQuiet();
});

test("a saved view of a board opens again, on a phone too", async () => {
  await makeVests(desk, { Alba: { stage: "idea" }, Bern: { stage: "final" } });
  const owner = await openBoard();
  await owner.expectAccessible();
  await owner.page.getByRole("button", { name: "Save view…" }).click();
  await owner.page.getByRole("textbox", { name: "Name" }).fill("By stage");
  await owner.page.getByRole("radio", { name: "Everyone" }).check();
  await owner.page.getByRole("button", { name: "Save view", exact: true }).click();
  await owner.page.getByRole("button", { name: "View: By stage", exact: true }).waitFor();
  const { results } = (await call("GET", "/saved-views?limit=100")).body;
  const view = results.find(({ name }: { name: string }) => name === "By stage");
  expect(view).toMatchObject({ layout: "board", boardProperty: "stage", group: null, criteria: {} });

  const phone = await openBoard(`/entities/items?type=item:vest&view=${view.id}`, {
    viewport: { width: 390, height: 844 },
  });
  await phone.page.getByRole("button", { name: "View: By stage", exact: true }).waitFor();
  await expectColumns(phone.page, [
    "Idea, 1 item: Alba",
    "Sample, 0 items: ",
    "Final, 1 item: Bern",
    "No stage, 0 items: ",
  ]);
  await phone.expectAccessible();
  await cardNamed(phone.page, "Alba").getByRole("button", { name: "Move Alba to…" }).click();
  await phone.page.getByRole("menuitem", { name: "Sample" }).click();
  await phone.page.getByRole("region", { name: "Sample, 1 item" }).waitFor();

  expect(await phone.page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  phone.expectQuiet();
  owner.expectQuiet();
});

test("empty columns are narrow until they are opened", async () => {
  await makeVests(desk, { Alba: { stage: "idea" } });
  const { page, expectQuiet } = await openBoard();
  const widthOf = async () => (await columnNamed(page, "Sample").boundingBox())?.width ?? 0;
  await page.getByRole("button", { name: "Expand Sample" }).waitFor();
  expect(await widthOf()).toBeLessThan(60);

  await page.getByRole("button", { name: "Expand Sample" }).click();
  await columnNamed(page, "Sample").getByText("No items").waitFor();

  expect(await widthOf()).toBeGreaterThan(200);
  expectQuiet();
});
