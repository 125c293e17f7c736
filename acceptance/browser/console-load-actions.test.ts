import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdBatches } from "../../server/src/loader/testing/hold-batches.ts";
import { all, ended, start, upload } from "../../server/src/loader/testing/loading.ts";
import { type Console, openConsole } from "../testing/console.ts";

let desk: Console;

beforeAll(async () => {
  desk = await openConsole();
});

afterAll(() => desk.close());

const colors = "Code,Name,Hex\nc1,Ash,b2b2b2\nc2,Rust,a04020\n";

/** Lets a file go on a part of the page, as a hand would. */
async function letGo(page: Page, target: string, { name, text }: { name: string; text: string }): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: "text/csv" }));
    return transfer;
  })()`);
  await page.dispatchEvent(target, "dragover", { dataTransfer });
  await page.locator("section[data-over=true]").waitFor();
  await page.dispatchEvent(target, "drop", { dataTransfer });
}

const becomes = (page: Page, column: string) => page.getByRole("combobox", { name: `What ${column} becomes` });

async function openColumns(page: Page, name: string): Promise<void> {
  await page.setInputFiles("input[type=file]", { name, mimeType: "text/csv", buffer: Buffer.from(colors) });
  await page.getByRole("button", { name: "Continue to the columns" }).click();
  await page.getByRole("switch", { name: "Show the configuration" }).click();
}

test("a file is dropped on its place or beside it, and a faulty one can be mended and chosen again", async () => {
  const { page, goto, expectQuiet } = await desk.openSignedIn("/loads/new");
  const input = page.locator("input[type=file]");

  await letGo(page, "section[aria-label='Drop a CSV file here']", { name: "empty.csv", text: "" });
  await page.getByRole("alert").getByText("This file cannot be loaded yet").waitFor();
  expect(await page.locator("section[data-over=true]").count()).toBe(0);
  await page.setInputFiles("input[type=file]", { name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("") });
  await expect.poll(() => input.inputValue()).toBe("");
  await letGo(page, "h1", { name: "colors.csv", text: colors });
  await page.getByText("3 columns · 2 rows").waitFor();
  await page.getByText("colors.csv").first().waitFor();

  await goto("/loads/new");
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  const stays = await page.evaluate(`document.dispatchEvent(new DragEvent("drop", { cancelable: true }))`);
  expect(stays).toBe(false);
  expectQuiet();
});

test("rows that were copied in a spreadsheet are pasted", async () => {
  const { page, expectQuiet } = await desk.openSignedIn("/loads/new");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(`navigator.clipboard.writeText("Code\\tName\\nc9\\tLead\\n")`);

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Control+V");

  await page.getByText("2 columns · 1 row").waitFor();
  await page.getByRole("cell", { name: "Lead" }).waitFor();
  expectQuiet();
});

test("a configuration is saved, taken for another file, and deleted", async () => {
  const { page, goto, expectAccessible, expectQuiet } = await desk.openSignedIn("/loads/new");
  await openColumns(page, "palette.csv");
  await becomes(page, "Hex").click();
  await page.getByRole("option", { name: "Leave it out" }).click();

  expect(await page.getByRole("textbox", { name: "Save it as" }).inputValue()).toBe("palette");
  await page.getByRole("textbox", { name: "Save it as" }).fill("without hex");
  await page.getByRole("button", { name: "Save the configuration" }).click();
  await page.getByText("Saved as without hex.load.json. Other loads can use it.").waitFor();

  await goto("/loads/new");
  await openColumns(page, "autumn.csv");
  expect(await becomes(page, "Hex").inputValue()).not.toBe("Leave it out");
  const saved = page.getByRole("option", { name: /^without hex\.load\.json/ });
  await page.getByRole("combobox", { name: "Use another configuration" }).click();
  await saved.click();
  await expect.poll(() => becomes(page, "Hex").inputValue()).toBe("Leave it out");
  await page.getByRole("button", { name: "Delete the saved configuration without hex.load.json" }).click();
  await page.getByRole("dialog").getByText("Loads that name this file").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Delete the file" }).click();
  await page.getByText("without hex.load.json is deleted.").waitFor();

  expect(await becomes(page, "Hex").inputValue()).toBe("Leave it out");
  await page.getByRole("combobox", { name: "Use another configuration" }).click();
  await saved.waitFor({ state: "detached" });
  expect((await all(desk.service, "files")).filter(({ fileName }) => fileName.endsWith(".json"))).toEqual([]);
  expectQuiet();
});

test("a load that writes is canceled, says what it has written, and can be undone", async () => {
  const lines = Array.from({ length: 4_100 }, (_, row) => `k${row},Color ${row},b2b2b2`);
  const fileLocation = await upload(desk.service, `federatedId,name,hex\n${lines.join("\n")}\n`, "many.csv");
  const held = await holdBatches(desk.service.database, 2);
  const { id } = (await start(desk.service, { loadType: ["COLOR"], fileLocation })).body;
  await held.areHeld();
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn(`/loads/${id}`);

  await page.getByText(/^Writing/).waitFor();
  await page.getByRole("button", { name: "Cancel the load" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this load" });
  await dialog.getByText(/^It is writing: [\d,]+ rows so far\./).waitFor();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Cancel the load" }).click();
  await page.getByText("The load ends after the rows under way.").waitFor();
  await held.release();
  await page.getByText("canceled", { exact: true }).first().waitFor();

  const load = await ended(desk.service, id);
  expect(load.status).toBe("canceled");
  expect(await page.getByRole("button", { name: "Cancel the load" }).count()).toBe(0);
  await page.getByRole("button", { name: "Undo the load" }).click();
  await page
    .getByRole("dialog")
    .getByText(/color created: they will be deleted/)
    .waitFor();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Undo [\d,]+ changes/ })
    .click();
  await page.getByText(/^[1-9][\d,]+ changes taken back\./).waitFor();
  expect(await all(desk.service, "colors")).toHaveLength(0);
  expectQuiet();
});
