import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type Console, type ConsolePage, openConsole } from "../testing/console.ts";
import { namesOf, rowNamed } from "../testing/grid-page.ts";

let desk: Console;
const password = "correct horse battery";
const list = "/entities/items?type=item:boot";

beforeAll(async () => {
  desk = await openConsole();
  await call("POST", "/entity-types", {
    typePath: "item:boot",
    label: "Boot",
    presentation: { pluralLabel: "Boots" },
    properties: [
      { slug: "price", label: "Price", propertyType: "number" },
      { slug: "lining", label: "Lining", propertyType: "string" },
    ],
  });
  const operations = [10, 20, 30].map((price) => ({
    op: "create",
    object: { name: `Boot ${price}`, typePath: "item:boot", price, lining: "wool" },
  }));
  expect((await call("POST", "/items/batch", { operations })).status).toBe(200);
  for (const role of ["editor", "viewer"]) {
    await call("POST", "/users", { email: `${role}@demo.example`, name: `Ada ${role}`, role, password });
  }
}, 60_000);

afterAll(() => desk.close());

const call = (method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

async function openList(path: string, options?: BrowserContextOptions): Promise<ConsolePage> {
  const opened = await desk.openSignedIn("/entities/items", options);
  await opened.goto(path);
  return opened;
}

async function signInAs(role: "editor" | "viewer", path: string): Promise<ConsolePage> {
  const opened = await desk.open();
  await opened.goto(`/sign-in?next=${encodeURIComponent(path)}`);
  await opened.signIn({ email: `${role}@demo.example`, password });
  return opened;
}

async function save(view: object): Promise<{ readonly id: string; readonly version: number }> {
  const { status, body } = await call("POST", "/saved-views", { viewedType: "item:boot", scope: "everyone", ...view });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const viewButton = ({ page }: ConsolePage, name: RegExp | string = /^View: /) => page.getByRole("button", { name });

async function act(opened: ConsolePage, name: string | RegExp): Promise<void> {
  await viewButton(opened).click();
  await opened.page.getByRole("menuitem", { name }).click();
}

async function expectNames({ page }: ConsolePage, names: readonly string[]): Promise<void> {
  await waitUntil(names.join(), async () => (await namesOf(page)).join() === names.join());
}

test("a view is saved for everyone in four acts, and a colleague opens it with one more", async () => {
  const owner = await openList(`${list}&filters=[["price","gt","15"]]&order=-price`);
  const { page } = owner;
  await page.getByRole("heading", { level: 1, name: "Boots" }).waitFor();
  await expectNames(owner, ["Boot 30", "Boot 20"]);

  await page.getByRole("button", { name: "Save view…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Over 15");
  await page.getByRole("radio", { name: "Everyone" }).check();
  await owner.expectAccessible();
  await page.getByRole("button", { name: "Save view", exact: true }).click();
  await viewButton(owner, "View: Over 15").waitFor();
  await page.waitForURL(/view=/);
  const viewer = await signInAs("viewer", list);
  await act(viewer, "Over 15");

  await viewButton(viewer, "View: Over 15").waitFor();
  await expectNames(viewer, ["Boot 30", "Boot 20"]);
  await viewButton(viewer).click();
  await viewer.expectAccessible();
  expect(await viewer.page.getByRole("menuitem", { name: /Delete|Rename|Lock|default/ }).count()).toBe(0);
  owner.expectQuiet();
  viewer.expectQuiet();
});

test("changes of a view stay in the browser until they are saved or reset", async () => {
  const { id } = await save({ name: "Wool", columns: [{ field: "name" }, { field: "lining", width: 200 }] });
  const owner = await openList(`${list}&view=${id}`);
  const { page, goto, expectQuiet } = owner;
  await viewButton(owner, "View: Wool").waitFor();
  await page.getByRole("columnheader", { name: "Lining" }).waitFor();
  expect(await page.getByRole("columnheader", { name: "Price" }).count()).toBe(0);

  await page.getByRole("textbox", { name: "Search" }).fill("Boot 20");
  await viewButton(owner, "View: Wool, changed").waitFor();
  await goto(`${list}&view=none`);
  await expectNames(owner, ["Boot 10", "Boot 20", "Boot 30"]);
  await goto(`${list}&view=${id}`);
  await viewButton(owner, "View: Wool, changed").waitFor();
  await expectNames(owner, ["Boot 20"]);
  await act(owner, "Reset");
  await viewButton(owner, "View: Wool").waitFor();
  await expectNames(owner, ["Boot 10", "Boot 20", "Boot 30"]);

  await page.getByRole("button", { name: "Sort" }).click();
  await page.getByRole("menuitem", { name: "Lining" }).click();
  await page.getByRole("menuitem", { name: "Lining, ascending" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await viewButton(owner, "View: Wool").waitFor();
  expect((await call("GET", `/saved-views/${id}`)).body).toMatchObject({
    order: [{ orderField: "lining", order: "desc" }],
    columns: [{ field: "name" }, { field: "lining", width: 200 }],
    q: null,
  });
  expectQuiet();
});

test("another user of the same browser does not see unsaved changes of a view", async () => {
  const { id } = await save({ name: "Lined" });
  const editor = await signInAs("editor", `${list}&view=${id}`);
  await editor.page.getByRole("textbox", { name: "Search" }).fill("Boot 20");
  await viewButton(editor, "View: Lined, changed").waitFor();
  await editor.page.getByRole("button", { name: /^Account/ }).click();
  await editor.page.getByRole("menuitem", { name: "Sign out" }).click();
  await editor.page.getByRole("button", { name: "Sign in" }).waitFor();
  await editor.goto(`/sign-in?next=${encodeURIComponent(`${list}&view=${id}`)}`);
  await editor.signIn({ email: "viewer@demo.example", password });

  await viewButton(editor, "View: Lined").waitFor();
  await expectNames(editor, ["Boot 10", "Boot 20", "Boot 30"]);
});

test("relative filters stay relative", async () => {
  const owner = await openList(`${list}&filters=[["updatedOn","last","7"]]`);
  const { page } = owner;
  await page.getByRole("button", { name: "Save view…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Recent");
  await page.keyboard.press("Enter");
  await viewButton(owner, "View: Recent").waitFor();
  const { results } = (await call("GET", `/saved-views?limit=100`)).body;

  await owner.goto(`${list}&view=${new URL(page.url()).searchParams.get("view")?.replaceAll('"', "")}`);
  await page.getByText("Updated is within the last 7 days").waitFor();
  // The key of an app does not see the private view of a user.
  expect(results.map(({ name }: { name: string }) => name)).not.toContain("Recent");
});

test("the default view opens first; it is renamed, locked and deleted by those who may", async () => {
  const { id } = await save({ name: "Start", criteria: { price: 30 } });
  const owner = await openList(`${list}&view=${id}`);
  await viewButton(owner, "View: Start").waitFor();

  await act(owner, "Make default");
  await owner.page.getByText('"Start" opens first for everyone.').waitFor();
  await act(owner, "Lock");
  await owner.page.getByText('View "Start" locked.').waitFor();
  await act(owner, "Rename or share…");
  await owner.page.getByRole("textbox", { name: "Name" }).fill("Start here");
  await owner.page.getByRole("button", { name: "Save view", exact: true }).click();
  await viewButton(owner, "View: Start here").waitFor();
  const editor = await signInAs("editor", list);
  await viewButton(editor, "View: Start here").waitFor();
  await expectNames(editor, ["Boot 30"]);
  await editor.page.getByRole("textbox", { name: "Search" }).fill("boot");
  await viewButton(editor, "View: Start here, changed").click();
  expect(await editor.page.getByRole("menuitem", { name: /^Save$|Delete|Rename|Unlock/ }).count()).toBe(0);
  await editor.page.getByRole("menuitem", { name: "All", exact: true }).click();
  await viewButton(editor, "View: all").waitFor();
  await expectNames(editor, ["Boot 10", "Boot 20", "Boot 30"]);
  await act(owner, "Delete…");
  await owner.page.getByRole("button", { name: "Delete view" }).click();
  await viewButton(owner, "View: all").waitFor();

  expect((await call("GET", `/saved-views/${id}`)).status).toBe(404);
  owner.expectQuiet();
  editor.expectQuiet();
});

test("a view that was deleted, and parts that no longer work, are named, and the list opens", async () => {
  await call("POST", "/entity-types", {
    typePath: "item:clog",
    properties: [{ slug: "sole", label: "Sole", propertyType: "string" }],
  });
  await call("POST", "/items", { name: "Clog", typePath: "item:clog" });
  const { body: broken } = await call("POST", "/saved-views", {
    ...{ name: "Soles", viewedType: "item:clog", scope: "everyone" },
    columns: [{ field: "sole" }, { field: "updatedOn" }],
    criteria: { sole: { exists: true } },
  });
  await call("PUT", "/entity-types/item:clog", { properties: [] });
  const owner = await openList(`/entities/items?type=item:clog&view=${broken.id}`);
  const { page, goto, expectAccessible, expectQuiet } = owner;

  await page.getByText('Parts of the view "Soles" no longer work').waitFor();
  await rowNamed(page, "Clog").waitFor();
  expect(await page.getByRole("columnheader").allTextContents()).not.toContain("Sole");
  await expectAccessible();
  await goto("/entities/items?type=item:clog&view=AAAAAAAAAAAAAAAA");
  await page.getByText("The view in this address was deleted, or is not shared with you.").waitFor();
  await rowNamed(page, "Clog").waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.waitForURL((url) => !url.search.includes("view="));
  expectQuiet();
});

test("a view that another user saved first is not overwritten without a decision", async () => {
  const { id } = await save({ name: "Shared" });
  const editor = await signInAs("editor", `${list}&view=${id}`);
  const owner = await openList(`${list}&view=${id}`);
  await viewButton(owner, "View: Shared").waitFor();
  await editor.page.getByRole("textbox", { name: "Search" }).fill("Boot 10");
  await editor.page.getByRole("button", { name: "Save", exact: true }).click();
  await viewButton(editor, "View: Shared").waitFor();

  await owner.page.getByRole("textbox", { name: "Search" }).fill("Boot 30");
  await owner.page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = owner.page.getByRole("dialog", { name: '"Shared" was saved by someone else' });
  await dialog.getByText(/^Ada editor saved this view/).waitFor();
  await owner.expectAccessible();
  await dialog.getByRole("button", { name: "Discard my changes and reload" }).click();
  await viewButton(owner, "View: Shared").waitFor();
  await expectNames(owner, ["Boot 10"]);

  expect((await call("GET", `/saved-views/${id}`)).body.q).toBe("Boot 10");
  owner.expectQuiet();
});

test("a view is saved and opened by keyboard alone, on a phone", async () => {
  const owner = await openList(`${list}&order=-price`, { viewport: { width: 390, height: 844 } });
  const { page } = owner;
  await rowNamed(page, "Boot 30").waitFor();

  await page.getByRole("button", { name: "Save view…" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Name" }).waitFor();
  await page.keyboard.type("By price");
  await page.keyboard.press("Enter");
  await viewButton(owner, "View: By price").waitFor();
  await viewButton(owner).focus();
  await page.keyboard.press("Enter");
  await page.locator('[role="menuitem"]:focus', { hasText: "All" }).waitFor();
  await page.keyboard.press("Enter");
  await viewButton(owner, "View: all").waitFor();

  await expectNames(owner, ["Boot 10", "Boot 20", "Boot 30"]);
  await owner.expectAccessible();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  owner.expectQuiet();
});
