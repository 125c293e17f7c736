import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, openConsole } from "../testing/console.ts";

let desk: Console;

const viewer = { email: "viewer@demo.example", password: "a long pass phrase", role: "viewer" };

beforeAll(async () => {
  desk = await openConsole();
  const types = ["product", "product:apparel", "product:footwear"].map((path) => `item:${path}`);
  for (const typePath of [...types, "custom-entity:supplier"]) await describeType(typePath);
  await desk.service.call("POST", "/items", { body: { name: "Parka", typePath: "item:product:apparel" } });
  await desk.service.call("POST", "/items", { body: { name: "Boot", typePath: "item:product:footwear" } });
  expect((await desk.service.call("POST", "/users", { body: viewer })).status).toBe(201);
});

afterAll(() => desk.close());

async function describeType(typePath: string): Promise<void> {
  const label = typePath.replace(/^.*:(\w)/, (_, first: string) => first.toUpperCase());
  const { status, body } = await desk.service.call("POST", "/entity-types", { body: { typePath, label } });
  expect(status, JSON.stringify(body)).toBe(201);
}

function menuOf(page: Page) {
  return page.getByRole("navigation", { name: "Pages" });
}

function catalogOf(page: Page) {
  return menuOf(page).getByRole("region", { name: "Catalog" });
}

test("the catalog lists the types of the organization, each with its own list", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/entities/items");
  const links = catalogOf(page).getByRole("link");

  await links.filter({ hasText: "Apparel" }).waitFor();
  expect(await links.allTextContents()).toEqual(["All items", "Apparel", "Footwear", "Colors", "Supplier"]);
  expect(await catalogOf(page).locator("[aria-current=page]").allTextContents()).toEqual(["All items"]);
  await links.filter({ hasText: "Apparel" }).click();

  await page.waitForURL((url) => url.searchParams.get("type") === "item:product:apparel");
  await page.getByRole("link", { name: "Parka" }).waitFor();
  await page.getByRole("link", { name: "Boot" }).waitFor({ state: "detached" });
  expect(await catalogOf(page).locator("[aria-current=page]").allTextContents()).toEqual(["Apparel"]);
  await expectAccessible();
  expectQuiet();
});

test("each user arranges the catalog, and the order is kept", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/changes");

  await catalogOf(page).getByRole("button", { name: "Arrange the catalog" }).click();
  await page.getByRole("button", { name: "Pin to the top: Supplier" }).click();
  await page.getByRole("button", { name: "Move down: All items" }).click();
  await expectAccessible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();

  const links = catalogOf(page).getByRole("link");
  await links.filter({ hasText: "Apparel" }).waitFor();
  expect(await links.allTextContents()).toEqual(["Supplier", "Apparel", "All items", "Footwear", "Colors"]);
  expectQuiet();
});

/** Presses Ctrl K and these keys before the browser paints again. */
function pressAtOnce(keys: string): string {
  return `(async () => {
    for (const key of ${JSON.stringify(["k", ...keys])}) {
      const init = { key, code: "Key" + key.toUpperCase(), ctrlKey: key === "k", bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", init));
      await null;
    }
  })()`;
}

test("what is typed before the search appears is in the search, and does nothing on the page", async () => {
  const { page, expectQuiet } = await desk.openSignedIn("/entities/items");
  await page.getByRole("gridcell", { name: /^Boot/ }).first().click();

  await page.evaluate(pressAtOnce("par"));
  const search = page.getByRole("combobox", { name: "Search or go to" });
  await search.and(page.locator(":focus")).waitFor();
  await page.keyboard.type("ka");

  expect(await search.inputValue()).toBe("parka");
  await page.getByRole("option", { name: "Parka" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Boot" }).waitFor();
  expect(await page.getByRole("gridcell").getByRole("textbox").count()).toBe(0);
  expectQuiet();
});

test("the menu of a viewer has no page that refuses them", async () => {
  const { page, goto, signIn, expectQuiet } = await desk.open();
  await goto("/sign-in?next=/reference");
  await signIn(viewer);
  await menuOf(page).getByRole("button", { name: "Settings" }).click();

  const hrefs = await menuOf(page)
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(hrefs).not.toContain("/webhooks");
  expect(hrefs).not.toContain("/operations");
  for (const href of hrefs) {
    await goto(href);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    expect(await page.getByText("Ask an administrator").count(), href).toBe(0);
  }
  expectQuiet();
});

test("a question mark shows the shortcuts, but not in a field", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/loads");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await menuOf(page).waitFor();

  await page.keyboard.press("?");
  await dialog.getByRole("table", { name: "Grid" }).getByText("Edit the cell").first().waitFor();
  await expectAccessible();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await menuOf(page).getByRole("button", { name: "Help" }).click();
  await menuOf(page).getByRole("button", { name: "Shortcuts" }).click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.goto(`${desk.service.address}/entities/items`);
  await page.getByRole("textbox", { name: "Search" }).focus();
  await page.keyboard.type("?");

  expect(await page.getByRole("textbox", { name: "Search" }).inputValue()).toBe("?");
  expect(await dialog.count()).toBe(0);
  expectQuiet();
});

test("the keyboard reaches the grid in few steps", async () => {
  const { page, expectQuiet } = await desk.openSignedIn("/entities/items");
  await page.getByRole("link", { name: "Parka" }).waitFor();

  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  let steps = 2;
  const isInGrid = "document.activeElement.closest('[role$=grid] td, [role$=grid] tbody') !== null";
  while (!(await page.evaluate(isInGrid)) && steps < 60) {
    await page.keyboard.press("Tab");
    steps += 1;
  }

  expect(steps).toBeLessThanOrEqual(22);
  expectQuiet();
});
