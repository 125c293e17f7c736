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

/** Drops a file on a part of the page. */
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

const becomes = (page: Page, column: string) => page.getByRole("combobox", { name: `Target of ${column}` });

async function openColumns(page: Page, name: string): Promise<void> {
  await page.setInputFiles("input[type=file]", { name, mimeType: "text/csv", buffer: Buffer.from(colors) });
  await page.getByRole("button", { name: "Continue to columns" }).click();
  await page.getByRole("switch", { name: "Show configuration" }).click();
}

test("a file is dropped inside or outside the drop zone, and an invalid one can be corrected and chosen again", async () => {
  const { page, goto, expectQuiet } = await desk.openSignedIn("/loads/new");
  const input = page.locator("input[type=file]");

  await letGo(page, "section[aria-label='Drop a CSV file here']", { name: "empty.csv", text: "" });
  await page.getByRole("alert").getByText("This file cannot be loaded").waitFor();
  expect(await page.locator("section[data-over=true]").count()).toBe(0);
  await page.setInputFiles("input[type=file]", { name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("") });
  await expect.poll(() => input.inputValue()).toBe("");
  await letGo(page, "h1", { name: "colors.csv", text: colors });
  await page.getByText("3 columns · 2 rows").waitFor();
  await page.getByText("colors.csv").first().waitFor();

  await goto("/loads/new");
  await page.getByRole("button", { name: "Choose file" }).waitFor();
  const stays = await page.evaluate(`document.dispatchEvent(new DragEvent("drop", { cancelable: true }))`);
  expect(stays).toBe(false);
  expectQuiet();
});

test("rows copied from a spreadsheet are pasted", async () => {
  const { page, expectQuiet } = await desk.openSignedIn("/loads/new");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(`navigator.clipboard.writeText("Code\\tName\\nc9\\tLead\\n")`);

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Control+V");

  await page.getByText("2 columns · 1 row").waitFor();
  await page.getByRole("cell", { name: "Lead" }).waitFor();
  expectQuiet();
});

test("a configuration is saved, used for another file, and deleted", async () => {
  const { page, goto, expectAccessible, expectQuiet } = await desk.openSignedIn("/loads/new");
  await openColumns(page, "palette.csv");
  await becomes(page, "Hex").click();
  await page.getByRole("option", { name: "Skip column" }).click();

  expect(await page.getByRole("textbox", { name: "File name" }).inputValue()).toBe("palette");
  await page.getByRole("textbox", { name: "File name" }).fill("without hex");
  await page.getByRole("button", { name: "Save configuration" }).click();
  await page.getByText("Saved as without hex.load.json. Other loads can use it.").waitFor();

  await goto("/loads/new");
  await openColumns(page, "autumn.csv");
  expect(await becomes(page, "Hex").inputValue()).not.toBe("Skip column");
  const saved = page.getByRole("option", { name: /^without hex\.load\.json/ });
  await page.getByRole("combobox", { name: "Use another configuration" }).click();
  await saved.click();
  await expect.poll(() => becomes(page, "Hex").inputValue()).toBe("Skip column");
  await page.getByRole("button", { name: "Delete saved configuration without hex.load.json" }).click();
  await page.getByRole("dialog").getByText("Loads that use this file").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Delete file" }).click();
  await page.getByText("without hex.load.json deleted.").waitFor();

  expect(await becomes(page, "Hex").inputValue()).toBe("Skip column");
  await page.getByRole("combobox", { name: "Use another configuration" }).click();
  await saved.waitFor({ state: "detached" });
  expect((await all(desk.service, "files")).filter(({ fileName }) => fileName.endsWith(".json"))).toEqual([]);
  expectQuiet();
});

test("a writing load is canceled, shows what was written, and can be undone", async () => {
  const lines = Array.from({ length: 4_100 }, (_, row) => `k${row},Color ${row},b2b2b2`);
  const fileLocation = await upload(desk.service, `federatedId,name,hex\n${lines.join("\n")}\n`, "many.csv");
  const held = await holdBatches(desk.service.database, 2);
  const { id } = (await start(desk.service, { loadType: ["COLOR"], fileLocation })).body;
  await held.areHeld();
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn(`/loads/${id}`);

  await page.getByText(/^Writing/).waitFor();
  await page.getByRole("button", { name: "Cancel load" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this load?" });
  await dialog.getByText(/^[\d,]+ rows written so far\./).waitFor();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Cancel load" }).click();
  await page.getByText("The load ends after the current batch.", { exact: true }).waitFor();
  await held.release();
  await page.getByText("canceled", { exact: true }).first().waitFor();

  const load = await ended(desk.service, id);
  expect(load.status).toBe("canceled");
  expect(await page.getByRole("button", { name: "Cancel load" }).count()).toBe(0);
  await page.getByRole("button", { name: "Undo load" }).click();
  await page
    .getByRole("dialog")
    .getByText(/colors created: will be deleted/)
    .waitFor();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Undo [\d,]+ changes/ })
    .click();
  await page.getByText(/^[1-9][\d,]+ changes undone\./).waitFor();
  expect(await all(desk.service, "colors")).toHaveLength(0);
  expectQuiet();
});
