import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../server/src/workflows/testing/receiver.ts";
import { listPictures, type PictureInput } from "../../tools/picture-pages.ts";
import { type Console, type ConsolePage, openConsole } from "../testing/console.ts";

let desk: Console;
let receiver: Receiver;
let pages: readonly PictureInput[];

/** Pages without a picture in the docs. */
const others: readonly PictureInput[] = [
  ...["colors", "custom-entities", "size-range-templates", "workspaces", "project-items", "assortment-items"].map(
    (kind) => ({ name: kind, path: `/entities/${kind}`, awaits: "Updated" }),
  ),
  { name: "projects", path: "/projects", awaits: "New project" },
  { name: "assortments", path: "/assortments", awaits: "New assortment" },
  { name: "option sets", path: "/option-sets", awaits: "Option sets" },
  { name: "new workflow", path: "/workflows/new", awaits: "Empty workflow" },
  { name: "runs", path: "/processes", awaits: "awaiting" },
  { name: "tasks", path: "/tasks", awaits: "awaiting" },
  { name: "webhooks", path: "/webhooks", awaits: "ERP" },
  { name: "deliveries", path: "/deliveries", awaits: "item|update" },
  { name: "inbound webhooks", path: "/inbound-webhooks", awaits: "Inbound webhooks" },
  { name: "tokens", path: "/keys?view=tokens", awaits: "Keys" },
  { name: "roles", path: "/roles", awaits: "Roles" },
  { name: "nothing", path: "/no-such-page", awaits: "Page not found" },
];

/** How much wider the page is than its window, once the layout is stable. */
const excessWidth = `(async () => {
  const excess = () => document.documentElement.scrollWidth - innerWidth;
  for (let frame = 0; frame < 120 && excess() > 0; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  return excess();
})()`;

beforeAll(async () => {
  receiver = await startReceiver();
  desk = await openConsole({ isFilled: true });
  const { call } = desk.service;
  const body = { url: receiver.url, description: "ERP", events: ["item|update"], auth: { type: "none" } };
  expect((await call("POST", "/webhooks", { body })).status).toBe(201);
  await call("PUT", "/change-consumers/erp", { body: { cursor: "now" } });
  const found = await find('/items?criteria={"role":"family"}');
  await call("PUT", `/items/${found.id}`, { body: { retailPrice: 77 } });
  pages = [...(await listPictures(find)), ...others];
}, 300_000);

afterAll(async () => {
  await desk.close();
  await receiver.close();
});

async function find(path: string) {
  const { results } = (await desk.service.call("GET", path)).body;
  return results[0];
}

/** The pages that a user who may read only items can use. */
const openToReader = new Set([
  ...[
    "overview",
    "entities",
    "gallery",
    "board",
    "groups",
    "peek",
    "entity",
    "entity-history",
    "compare",
    "types",
    "type",
    "option-set",
    "option sets",
  ],
  ...["changes", "consumers", "keys", "tokens", "limits", "reference", "nothing"],
]);

const closedToViewer = new Set([
  ...["new-item", "new-load", "new workflow", "users", "roles", "sso", "operations"],
  ...["webhooks", "webhook", "deliveries", "delivery", "inbound webhooks"],
]);

/** Every user may manage personal keys, consumers and private views. */
const writes =
  /^(?!New personal key$|Delete consumer |Save view…$)(New|Create|Edit|Change|Delete|Load|Undo|Cancel|Publish|Add|Remove|Save|Start|Retry|Complete|Fail|Test|Replay|Define)\b/;

interface Tab extends ConsolePage {
  /** The failed requests so far. */
  readonly refused: string[];
}

async function openTab(options: BrowserContextOptions = {}): Promise<Tab> {
  const opened = await desk.open(options);
  const refused: string[] = [];
  opened.page.on("response", (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });
  return { ...opened, refused };
}

/** Two tabs of a new user with this role. */
async function openAs(role: string): Promise<Tab[]> {
  const person = { email: `${role}@demo.example`, password: "a long pass phrase" };
  expect((await desk.service.call("POST", "/users", { body: { ...person, role } })).status).toBe(201);
  const first = await openTab();
  await first.goto("/sign-in?next=/reference");
  await first.signIn(person);
  await first.page.getByText("API reference").first().waitFor();
  first.refused.splice(0);
  return [first, await openTab({ storageState: await first.page.context().storageState() })];
}

/** Shows each page in one of the tabs, and returns the errors, each with the path of its page. */
async function visitAll<T extends ConsolePage>(
  tabs: readonly T[],
  visited: readonly PictureInput[],
  visit: (tab: T, page: PictureInput) => Promise<string[]>,
): Promise<string[]> {
  const remaining = [...visited];
  const errors: string[] = [];
  const work = async (tab: T) => {
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) {
      const { path } = next;
      await tab.goto(path);
      errors.push(...(await visit(tab, next)).map((error) => `${path} ${error}`));
    }
  };
  await Promise.all(tabs.map(work));
  return errors;
}

/** Enabled buttons and links that would change something. */
async function writingControls({ page }: ConsolePage): Promise<string[]> {
  const controls = page.locator("main").locator("button:enabled:visible:not([role=tab]), a:visible");
  const names = await controls.evaluateAll((found) =>
    found.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent),
  );
  return names.filter((name) => writes.test(name));
}

/** Pages that a user may not open say so; the others show the same text to all, apart from some buttons. */
function wordsFor(name: string, awaits: string, isOpen: boolean): string {
  const others: Readonly<Record<string, string>> = {
    keys: "New personal key",
    projects: "Root workspace",
    assortments: "Core range",
  };
  return isOpen ? (others[name] ?? awaits) : "Ask an administrator";
}

/** The problems of the pages for a user: controls for denied actions, failed requests, and errors of the browser. */
function findErrors(tabs: readonly Tab[], isOpen: (name: string) => boolean): Promise<string[]> {
  return visitAll(tabs, pages, async (tab, { name, awaits }) => {
    await tab.page
      .getByText(wordsFor(name, awaits, isOpen(name)))
      .first()
      .waitFor();
    return [...(await writingControls(tab)), ...tab.complaints.splice(0), ...tab.refused.splice(0)];
  });
}

test("a user who may read only items is shown whom to ask on every other page, and no denied actions", async () => {
  const rights = [{ verbs: ["read"], typePath: "item:*" }];
  await desk.service.call("POST", "/roles", { body: { name: "item-reader", rights } });
  const reader = await openAs("item-reader");

  expect(await findErrors(reader, (name) => openToReader.has(name))).toEqual([]);
}, 900_000);

test("a user who may read everything and change nothing is shown no denied actions", async () => {
  const viewer = await openAs("viewer");

  expect(await findErrors(viewer, (name) => !closedToViewer.has(name))).toEqual([]);
}, 900_000);

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const smallest = { width: 360, height: 740 };

test("every page is accessible in both themes, on a desk and on a phone, and causes no browser errors", async () => {
  const options = { viewport: wide };
  const tabs = [await desk.openSignedIn("/keys", options), await desk.openSignedIn("/keys", options)];

  const errors = await visitAll(tabs, pages, async ({ page, complaints, findBarriers }, { name, awaits }) => {
    await page.getByText(awaits).first().waitFor();
    // The shell is the same on every page.
    const part = name === "overview" ? "page" : "content";
    const onDesk = await findBarriers(part);
    await page.setViewportSize(phone);
    const onPhone = (await findBarriers(part)).map((barrier) => `on a phone, ${barrier}`);
    await page.setViewportSize(smallest);
    const excess = Number(await page.evaluate(excessWidth));
    await page.setViewportSize(wide);
    const tooWide = excess > 0 ? [`is ${excess} px wider than a phone`] : [];
    return [...onDesk, ...onPhone, ...complaints.splice(0), ...tooWide];
  });

  expect(errors).toEqual([]);
}, 900_000);
