import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestService } from "../../server/src/testing/test-service.ts";
import { type Console, openConsole } from "../testing/console.ts";

let desk: Console;
let service: TestService;
let axe: string;

beforeAll(async () => {
  [desk, axe] = await Promise.all([
    openConsole(),
    readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
  ]);
  ({ service } = desk);
});

afterAll(() => desk.close());

/** What axe finds, and whether the page or a block of code that does not scroll is wider than its place. */
async function inspect(page: Page): Promise<object> {
  const barriers = await page.evaluate(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))",
  );
  const isTooWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  const hidden = await page.evaluate(`[...document.querySelectorAll("pre:not(.aligned)")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)`);
  return { barriers, isTooWide, hidden };
}

const paths = ["/docs", "/docs/start", "/docs/loads", "/docs/console", "/docs/security", "/docs/decisions"];

test.each([
  ["light", 1280],
  ["dark", 1280],
  ["light", 360],
  ["dark", 360],
] as const)("the guides are accessible, %s and %i wide", async (colorScheme, width) => {
  const { page } = await desk.open({ viewport: { width, height: 800 }, colorScheme });
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(service.address)) complaints.push(`asked ${request.url()}`);
  });

  for (const path of paths) {
    await page.goto(service.address + path);
    // Evaluated by the test and not by the page, whose policy blocks other scripts than its own.
    await page.evaluate(axe);
    expect({ path, ...(await inspect(page)) }).toEqual({ path, barriers: [], isTooWide: false, hidden: [] });
  }
  await page.keyboard.press("/");
  await page.getByRole("combobox").fill("rate limit");
  await page.getByRole("option", { name: /^Rate limits/ }).waitFor();
  expect(await inspect(page)).toEqual({ barriers: [], isTooWide: false, hidden: [] });
  expect(complaints).toEqual([]);
});

test("a reader opens a guide from the index, goes to one of its headings, and on to the next guide", async () => {
  const { page } = await desk.open({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${service.address}/docs`);

  await page.getByRole("link", { name: "Polling", exact: true }).click();
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "By time" }).click();
  const address = new URL(page.url());
  await page.getByRole("link", { name: /^Next/ }).click();

  expect(address.pathname + address.hash).toBe("/docs/polling#by-time");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Change sets");
});

test("a reader finds a heading and opens it, with the keyboard alone", async () => {
  const { page } = await desk.open();
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`${service.address}/docs/files`);
  await page.getByRole("button", { name: "Search" }).waitFor();
  const beforeUse = loaded.filter((path) => path.includes("search"));

  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search the guides" }).waitFor();
  await page.keyboard.type("verify signture");
  const first = page.getByRole("group", { name: "Webhooks" }).getByRole("option").first();
  await first.waitFor();
  const marked = await first.locator("mark").allTextContents();
  const isFirst = await isActive(page, 0);
  await page.keyboard.press("ArrowDown");
  const isSecond = await isActive(page, 1);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/webhooks#verify-signatures");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");

  expect(beforeUse).toEqual([]);
  expect({ isFirst, isSecond }).toEqual({ isFirst: true, isSecond: true });
  expect(marked.slice(0, 2)).toEqual(["Verify", "signatures"]);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

/** Whether this result is the one that Enter opens, for the eye and for a screen reader. */
async function isActive(page: Page, place: number): Promise<boolean> {
  const option = page.getByRole("option").nth(place);
  const active = await page.getByRole("combobox").getAttribute("aria-activedescendant");
  return (await option.getAttribute("aria-selected")) === "true" && (await option.getAttribute("id")) === active;
}

test("a search without results says so, and words in its field do not become markup", async () => {
  const { page, expectQuiet } = await desk.open();
  await page.goto(`${service.address}/docs`);

  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("combobox").fill("<b>zebra</b>");

  await page.getByText("No results. Try fewer or different words.").waitFor();
  expectQuiet();
});

test("copying puts the code on the clipboard as it was written", async () => {
  const { page } = await desk.open({ permissions: ["clipboard-read", "clipboard-write"] });
  const source = await readFile(new URL("../../docs/loads.md", import.meta.url), "utf8");
  const [, code = ""] = /```sh\n([\s\S]+?)```/.exec(source) ?? [];
  await page.goto(`${service.address}/docs/loads`);

  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByRole("button", { name: "Copied" }).waitFor();

  expect(code).toContain("\n");
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(code);
});

test("on paper a guide is its text alone, black on white", async () => {
  const { page } = await desk.open({ colorScheme: "dark" });
  await page.goto(`${service.address}/docs/operating`);
  await page.getByRole("button", { name: "Search" }).waitFor();

  await page.emulateMedia({ media: "print" });

  const shown = await Promise.all(
    ["header", "nav", ".code button", "article footer", "article h1"].map((part) =>
      page.locator(part).first().isVisible(),
    ),
  );
  expect(shown).toEqual([false, false, false, false, true]);
  expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
});
