import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operations } from "../../contract/src/operations.ts";
import type { TestService } from "../../server/src/testing/test-service.ts";
import { type Console, openConsole } from "../testing/console.ts";

let desk: Console;
let service: TestService;
let page: Page;
let outside: string[];
let complaints: string[];

beforeAll(async () => {
  desk = await openConsole();
  ({ service } = desk);
});

afterAll(() => desk.close());

beforeEach(async () => {
  ({ page } = await desk.open());
  outside = [];
  complaints = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(service.address) && !/^(data|blob):/.test(url)) {
      outside.push(url);
    }
  });
  page.on("console", (message) => {
    if (message.type() === "error") {
      complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => complaints.push(error.message));
});

test("the reference looks like the guides, shows every kind, opens the selected one and calls no other host", async () => {
  await page.goto(`${service.address}/api/docs`);

  // Its script needs seconds of processor time, and more on a busy machine.
  await page.getByRole("link", { name: "items", exact: true }).first().waitFor({ timeout: 120_000 });
  const kinds = [...new Set(operations.map((operation) => operation.tag))];
  for (const kind of kinds) {
    await page.getByRole("link", { name: kind, exact: true }).first().waitFor();
  }
  await page.getByRole("link", { name: "access", exact: true }).first().click();
  await page.getByText("Read the caller, its permissions and rate limit").first().waitFor();
  // On the same page, which takes seconds to load.
  const light = await readLook(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 360, height: 800 });
  const dark = await readLook(page);
  await page.getByRole("link", { name: "Guides", exact: true }).click();

  const look = { font: '"Inter Variable"', isTooWide: false };
  expect(light).toEqual({ ...look, paper: "rgb(255, 255, 255)", ink: "rgb(26, 26, 25)" });
  expect(dark).toEqual({ ...look, paper: "rgb(19, 19, 18)", ink: "rgb(237, 237, 235)" });
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Weft's guides");
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] });
});

/** The font and colors of the reference, which are those of the guides. */
function readLook(of: Page): Promise<unknown> {
  return of.evaluate(`(() => {
    const { fontFamily, color } = getComputedStyle(document.querySelector(".references-rendered h1"));
    return {
      font: fontFamily.split(",")[0],
      ink: color,
      paper: getComputedStyle(document.body).backgroundColor,
      isTooWide: document.documentElement.scrollWidth > innerWidth,
    };
  })()`);
}

test("each error code has a page, at the address in the problem type", async () => {
  await page.goto(`${service.address}/errors`);

  await page.getByRole("link", { name: "rate-limited" }).click();

  expect(await page.getByRole("heading").first().textContent()).toBe("Too many requests");
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] });
});

test("the first scripts of the console have at most 350 kB when compressed", async () => {
  const scripts: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.body());
  });
  await page.goto(`${service.address}/sign-in`);
  await page.getByRole("heading", { name: "Sign in to Weft" }).waitFor();

  const bytes = (await Promise.all(scripts)).map((script) => gzipSync(script).length);

  expect(bytes.length).toBeGreaterThan(0);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(350_000);
});
