import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../server/src/workflows/testing/receiver.ts";
import { type Console, openConsole } from "../testing/console.ts";

let desk: Console;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  desk = await openConsole();
});

afterAll(async () => {
  await desk.close();
  await receiver.close();
});

test("a first-time user signs in, loads the sample, edits an item, sees the change, a delivery, and completes a task", async () => {
  const { page, goto, signIn, expectQuiet } = await desk.open();

  await goto("/");
  await signIn();
  await loadSample(page);
  await editCost(page, "75");
  await seeChange(page, "71.5", "75");
  await createWebhook(page);
  await createWorkflow(page);
  await editCost(page, "68.4");
  await seeDelivery(page);
  await completeTask(page);

  expect(receiver.calls.map(({ path }) => path)).toEqual(["/shop"]);
  expectQuiet();
}, 120_000);

function openPage(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click();
}

/** From the first steps of the overview, through the wizard, with the sample that the console offers. */
async function loadSample(page: Page): Promise<void> {
  await page.getByRole("list", { name: "First steps" }).getByRole("link", { name: /load/i }).first().click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download sample CSV" }).click();
  await page.setInputFiles("input[type=file]", await (await downloading).path());
  await page.getByRole("button", { name: "Continue to columns" }).click();
  await page.getByText("The first rows can be loaded").waitFor();
  await page.getByRole("button", { name: "Continue to preview" }).click();
  await page.getByRole("region", { name: "First rows: Validated" }).waitFor();
  await page.getByRole("button", { name: "Start dry run" }).click();
  await page.getByRole("button", { name: "Load 12 rows" }).click();
  await page.waitForURL(/\/loads\/[\w-]{16}$/);
  await page.getByRole("button", { name: /^Define \d+ columns/ }).click();
  await page.getByText("Properties defined.").waitFor();
}

/** Of the parka's first option, in the grid, as in a spreadsheet. */
async function editCost(page: Page, cost: string): Promise<void> {
  await openPage(page, /^(All items|Items)$/);
  await page.getByRole("textbox", { name: "Search" }).fill("S-1001-NVY");
  const row = page.getByRole("row").filter({ hasText: "S-1001-NVY" });
  const heading = page.getByRole("columnheader", { name: /cost ?price/i });
  await page.getByText("1 style", { exact: true }).waitFor();
  const cell = row.locator(`td[aria-colindex="${await heading.getAttribute("aria-colindex")}"]`);
  await cell.dblclick();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(cost);
  await page.keyboard.press("Enter");
  await cell.getByText(cost).waitFor();
}

async function seeChange(page: Page, before: string, after: string): Promise<void> {
  await openPage(page, "Changes");
  const change = page
    .getByRole("listitem")
    .filter({ hasText: `${before}` })
    .filter({ hasText: after })
    .first();
  await change.getByRole("button").first().click();
  const diffs = page.getByRole("table").filter({ hasText: "Before" });
  await diffs
    .getByText(new RegExp(`^${before}`))
    .first()
    .waitFor();
  await diffs
    .getByText(new RegExp(`^${after}`))
    .first()
    .waitFor();
}

async function createWebhook(page: Page): Promise<void> {
  await openPage(page, "Webhooks");
  await page.getByRole("button", { name: "New webhook" }).click();
  await page.getByLabel("URL").fill(`${receiver.url}/shop`);
  await page.getByLabel("Description").fill("Shop");
  await page.getByRole("checkbox", { name: "Items: update", exact: true }).check();
  await page.getByRole("button", { name: "Create webhook" }).click();
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("heading", { name: "Shop", level: 1 }).waitFor();
}

/** It creates an external task for each change of an item. */
async function createWorkflow(page: Page): Promise<void> {
  await openPage(page, "Workflows");
  await page.getByRole("button", { name: /Empty workflow/ }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ask the buyer");
  await page.getByRole("status").getByText("No errors").waitFor();
  await page.getByRole("button", { name: "Create workflow" }).click();
  await page.getByRole("heading", { name: "Ask the buyer", level: 1 }).waitFor();
}

async function seeDelivery(page: Page): Promise<void> {
  await openPage(page, "Webhooks");
  await page.getByRole("link", { name: "Shop" }).click();
  await page.getByRole("link", { name: "item|update" }).first().click();
  await page.getByText("Delivered to the receiver.").waitFor();
}

async function completeTask(page: Page): Promise<void> {
  await openPage(page, "Overview");
  await page.getByRole("list", { name: "Pending" }).getByRole("link", { name: /Ask/ }).first().click();
  await page.getByRole("heading", { name: "Waiting for you" }).waitFor();
  await page.getByLabel("Message", { exact: true }).fill("agreed");
  await page.getByRole("button", { name: "Complete task", exact: true }).click();
  await page.getByText("completed").first().waitFor();
}
