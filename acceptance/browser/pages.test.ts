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

test("the reference shows every kind, opens the selected one, calls no other host and violates no policy", async () => {
  await page.goto(`${service.address}/api/docs`);

  const kinds = [...new Set(operations.map((operation) => operation.tag))];
  for (const kind of kinds) {
    await page.getByRole("link", { name: kind, exact: true }).first().waitFor();
  }
  await page.getByRole("link", { name: "access", exact: true }).first().click();
  await page.getByText("Read the caller, its permissions and rate limit").first().waitFor();
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] });
});

test.each([
  ["light", 1280, "rgb(255, 255, 255)"],
  ["dark", 360, "rgb(19, 19, 18)"],
] as const)(
  "the reference looks like the guides, %s and %i wide, and leads back to them",
  async (colorScheme, width, paper) => {
    ({ page } = await desk.open({ colorScheme, viewport: { width, height: 800 } }));
    await page.goto(`${service.address}/api/docs`);
    await page.getByRole("heading", { name: "Authentication" }).first().waitFor();

    const look = await page.evaluate(`({
      font: getComputedStyle(document.querySelector(".references-rendered")).fontFamily.split(",")[0],
      hasFont: document.fonts.check("16px 'Inter Variable'"),
      paper: getComputedStyle(document.body).backgroundColor,
      isTooWide: document.documentElement.scrollWidth > innerWidth,
    })`);
    await page.getByRole("link", { name: "Guides", exact: true }).click();

    expect(look).toEqual({ font: '"Inter Variable"', hasFont: true, paper, isTooWide: false });
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Weft's guides");
  },
);

test("each error code has a page, at the address in the problem type", async () => {
  await page.goto(`${service.address}/errors`);

  await page.getByRole("link", { name: "rate-limited" }).click();

  expect(await page.getByRole("heading").first().textContent()).toBe("Too many requests");
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] });
});
