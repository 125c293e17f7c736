import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
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
    // Evaluated by the test and not by the page, whose policy blocks scripts.
    await page.evaluate(axe);
    const barriers = await page.evaluate(
      "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))",
    );
    const isTooWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect({ path, barriers, isTooWide }).toEqual({ path, barriers: [], isTooWide: false });
  }
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
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Callbacks");
});
