import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, openConsole } from "../testing/console.ts";
import { namesOf, rowNamed } from "../testing/grid-page.ts";

let desk: Console;

beforeAll(async () => {
  desk = await openConsole();
  await call("POST", "/entity-types", {
    typePath: "item:shirt",
    properties: [
      { slug: "fabric", label: "Fabric", propertyType: "string" },
      { slug: "price", label: "Price", propertyType: "number", searchable: true },
      { slug: "note", label: "Note", propertyType: "string" },
    ],
  });
  const shirts = [
    { name: "Alba", fabric: "linen", price: 30, note: "A note that is much longer than the column is wide" },
    { name: "Bruna", fabric: "cotton", price: 20, note: "short" },
    { name: "Clara", fabric: "linen", price: 10, note: "short" },
  ];
  const operations = shirts.map((shirt) => ({ op: "create", object: { ...shirt, typePath: "item:shirt" } }));
  expect((await call("POST", "/items/batch", { operations })).status).toBe(200);
}, 60_000);

afterAll(() => desk.close());

const call = (method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

const columns = encodeURIComponent('["fabric","price","note"]');

async function openShirts(search = `&columns=${columns}`) {
  const opened = await desk.openSignedIn("/entities/items");
  await opened.goto(`/entities/items?type=item:shirt${search}`);
  await rowNamed(opened.page, "Alba").waitFor();
  return opened;
}

const heading = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const headings = (page: Page) => page.getByRole("columnheader").allTextContents();

async function widthOf(page: Page, name: string): Promise<number> {
  return Math.round((await heading(page, name).boundingBox())?.width ?? 0);
}

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await heading(page, name).hover();
  await page.getByRole("button", { name: `Menu of ${name}` }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

test("a column is resized by its edge, moved by its heading, pinned and hidden, and all of it is remembered", async () => {
  const { page, goto, expectAccessible, expectQuiet } = await openShirts();
  const edge = await heading(page, "Fabric").boundingBox();
  if (edge === null) throw new Error("no heading");

  await page.mouse.move(edge.x + edge.width - 3, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width + 77, edge.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(page, "Fabric")).toBe(Math.round(edge.width) + 80);
  await dragHeading(page, "Note", "Fabric");
  await expect.poll(() => headings(page)).toEqual(["Name", "Note", "Fabric", "Price"]);
  await choose(page, "Price", "Pin left");
  await expect.poll(() => headings(page)).toEqual(["Name", "Price", "Note", "Fabric"]);
  await choose(page, "Note", "Hide column");
  await expect.poll(() => headings(page)).toEqual(["Name", "Price", "Fabric"]);
  await expectAccessible();
  // Another address without columns: what this browser remembers.
  await goto("/entities/items?type=item:shirt");
  await rowNamed(page, "Alba").waitFor();

  expect(await headings(page)).toEqual(["Name", "Price", "Fabric"]);
  expect(await widthOf(page, "Fabric")).toBe(Math.round(edge.width) + 80);
  await page.setViewportSize({ width: 700, height: 600 });
  await page.evaluate('document.querySelector("[role$=grid]").parentElement.scrollLeft = 400');
  // The columns follow the new width of the window.
  await expect
    .poll(async () => {
      const [name, price] = [await heading(page, "Name").boundingBox(), await heading(page, "Price").boundingBox()];
      return (price?.x ?? 0) - (name?.x ?? 0) - (name?.width ?? 0);
    })
    .toBe(0);
  expectQuiet();
});

test("columns are resized, moved, fitted and sorted with the keyboard alone", async () => {
  const { page, expectQuiet } = await openShirts();
  const before = await widthOf(page, "Fabric");

  await page.locator('td[tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(() => widthOf(page, "Fabric")).toBe(before + 20);
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await expect.poll(() => headings(page)).toEqual(["Name", "Price", "Fabric", "Note"]);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.evaluate("document.activeElement.getAttribute('data-field')")).toBe("fabric");
  await pick(page, "Sort ascending");
  await page.waitForURL(/order=fabric/);
  await expect.poll(() => page.evaluate("document.activeElement.getAttribute('data-field')")).toBe("fabric");
  await page.keyboard.press("ArrowLeft");
  await pick(page, "Then sort ascending");
  await expect.poll(() => namesOf(page)).toEqual(["Bruna", "Clara", "Alba"]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const narrow = await widthOf(page, "Note");
  await pick(page, "Fit to content");
  await expect.poll(() => widthOf(page, "Note")).toBeGreaterThan(narrow + 50);
  await pick(page, "Filter…");
  await page.getByLabel("Value").fill("short");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Edit filter Note contains short" }).waitFor();

  await expect.poll(() => namesOf(page)).toEqual(["Bruna", "Clara"]);
  expectQuiet();
});

/** Chooses an entry of the menu of the active heading, with the keyboard. */
async function pick(page: Page, entry: string): Promise<void> {
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate("document.activeElement.closest('[role=menu]') !== null")).toBe(true);
  const chosen = () => page.evaluate("document.activeElement.textContent");
  for (let step = 0; step < 12 && (await chosen()) !== entry; step += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("menu").waitFor({ state: "detached" });
}

async function dragHeading(page: Page, name: string, before: string): Promise<void> {
  const [from, to] = [await heading(page, name).boundingBox(), await heading(page, before).boundingBox()];
  if (from === null || to === null) throw new Error("no heading");
  await page.mouse.move(from.x + 20, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 15, { steps: 5 });
  await page.mouse.move(to.x + 10, to.y + 15, { steps: 3 });
  await page.mouse.up();
}
