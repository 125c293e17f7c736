import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, openConsole } from "../testing/console.ts";

let desk: Console;
let rootWorkspaceId: string;
let itemIds: string[];

beforeAll(async () => {
  desk = await openConsole();
  const project = await desk.service.call("POST", "/projects", { body: { name: "Autumn 2026", identifier: "aw26" } });
  rootWorkspaceId = project.body.rootWorkspaceId;
  const operations = ["Parka", "Vest", "Scarf", "Beanie"].map((name) => ({ op: "create", object: { name } }));
  const items = await desk.service.call("POST", "/items/batch", { body: { operations } });
  itemIds = items.body.results.map(({ id }: { id: string }) => id);
});

afterAll(() => desk.close());

/** An assortment with the parka and the vest. */
async function buildAssortment(name: string): Promise<string> {
  const body = { name, workspaceId: rootWorkspaceId };
  const { id } = (await desk.service.call("POST", "/assortments", { body })).body;
  await desk.service.call("POST", `/assortments/${id}/items`, { body: { itemIds: itemIds.slice(0, 2) } });
  return id;
}

test("a project is created, and its configuration shows and copies the values for loads", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/projects", {
    permissions: ["clipboard-read", "clipboard-write"],
  });

  await page.getByRole("link", { name: "Autumn 2026" }).waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "New project" }).click();
  await page.getByLabel("Name").fill("Spring 2027");
  await page.getByLabel("Identifier").fill("ss27");
  await page.getByRole("button", { name: "Create project" }).click();
  await page.getByRole("heading", { name: "Spring 2027" }).waitFor();
  await page.getByRole("tab", { name: "Workspaces" }).click();
  await page.getByRole("region", { name: "Workspaces" }).getByRole("link", { name: "Spring 2027" }).waitFor();
  await page.getByRole("tab", { name: "Configuration" }).click();
  await page.getByRole("button", { name: "Copy identifier", exact: true }).click();

  expect(await page.evaluate("navigator.clipboard.readText()")).toBe("ss27");
  expect(await page.getByLabel("identifier", { exact: true }).inputValue()).toBe("ss27");
  const snippet = await page.getByRole("region", { name: "Items and project items" }).textContent();
  expect(JSON.parse(snippet ?? "")).toMatchObject({
    loadType: ["ITEM", "PROJECT_ITEM"],
    workspaceIdentifier: "ss27",
  });
  expect(page.url()).toContain("tab=configuration");
  await expectAccessible();
  expectQuiet();
});

test("an assortment is created, items are added and removed, and each change is a publish with its diff", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/assortments");

  await page.getByRole("button", { name: "New assortment" }).first().click();
  await page.getByLabel("Name").fill("Core range");
  await page.getByRole("combobox", { name: "Workspace" }).click();
  await page.getByRole("option", { name: "Autumn 2026" }).click();
  await page.getByRole("button", { name: "Create assortment" }).click();
  await page.getByText("No members yet").waitFor();
  await page.getByRole("button", { name: "Add items" }).first().click();
  await page.getByRole("dialog").getByLabel("Search items").fill("parka");
  await page.getByRole("dialog").getByText("Vest").waitFor({ state: "detached" });
  await page.getByRole("checkbox", { name: "Parka" }).check();
  await page.getByRole("button", { name: "Add 1 item and publish" }).click();
  await page.getByRole("link", { name: "Parka" }).waitFor();
  await page.getByText("Up to date").waitFor();
  await expectAccessible();
  await page.getByRole("checkbox", { name: "Select Parka" }).check();
  await page.getByRole("button", { name: "Remove 1 item" }).click();
  await page.getByRole("button", { name: "Remove 1 item and publish" }).click();
  await page.getByText("No members yet").waitFor();
  await page.getByRole("tab", { name: "Publish history" }).click();

  const publishes = page.getByRole("region", { name: "Publishes" }).getByRole("link");
  await expect.poll(() => publishes.count()).toBe(2);
  await publishes.first().click();
  const changed = page.getByRole("region", { name: "Changes" });
  await changed.getByText("removed").waitFor();
  await changed.getByRole("link", { name: "Parka" }).waitFor();
  await expectAccessible();
  expectQuiet();
});

test("unpublished changes are previewed before a publish, and are in the history afterwards", async () => {
  const id = await buildAssortment("Press capsule");
  const criteria = encodeURIComponent(JSON.stringify({ assortmentId: id, itemId: itemIds[0] }));
  const [parka] = (await desk.service.call("GET", `/assortment-items?criteria=${criteria}`)).body.results;
  await desk.service.call("PUT", `/assortment-items/${parka.id}`, { body: { rank: 7 } });
  await desk.service.call("POST", "/assortment-items", { body: { assortmentId: id, itemId: itemIds[2] } });
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn(`/assortments/${id}`);

  await page.getByText("Unpublished changes").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish Press capsule" });
  await dialog.getByText("rank: empty → 7").waitFor();
  await dialog.getByRole("row", { name: /added Scarf/ }).waitFor();
  expect(await dialog.getByText("Vest").count()).toBe(0);
  await expectAccessible();
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Up to date").waitFor();
  await page.getByRole("tab", { name: "Publish history" }).click();
  await page.getByRole("region", { name: "Publishes" }).getByRole("link").first().click();
  await page.getByText("1 added, 1 changed, 0 removed").waitFor();
  await page.getByRole("button", { name: "Show properties of Parka" }).click();
  await page.getByRole("table", { name: "Member properties" }).getByText("rank").waitFor();
  await page.keyboard.press("Escape");

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download published members" }).click();
  const lines = (await readFile((await (await download).path()) ?? "", "utf8")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).itemId).sort()).toEqual(itemIds.slice(0, 3).sort());
  expectQuiet();
});

test("members are found by item name, also on a phone", async () => {
  const id = await buildAssortment("Phone range");
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn(`/assortments/${id}`, {
    viewport: { width: 360, height: 740 },
  });

  await page.getByRole("link", { name: "Vest" }).waitFor();
  await page.getByLabel("Search by item").fill("parka");
  await page.getByRole("link", { name: "Vest" }).waitFor({ state: "detached" });

  expect(await page.getByRole("link", { name: "Parka" }).count()).toBe(1);
  await expect.poll(() => page.url()).toContain("q=parka");
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  await expectAccessible();
  expectQuiet();
});

test("a missing assortment shows an error", async () => {
  const { page } = await desk.openSignedIn("/assortments/0000000000000000");

  await page.getByRole("alert").getByText("Not found").waitFor();
});
