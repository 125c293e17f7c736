import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, openConsole } from "../testing/console.ts";
import { namesOf } from "../testing/grid-page.ts";

let desk: Console;

beforeAll(async () => {
  desk = await openConsole();
});

afterAll(() => desk.close());

test("20,000 rows are scrolled through to the end without gaps, with few of them in the page", async () => {
  for (const first of [0, 10_000]) {
    const operations = Array.from({ length: 10_000 }, (_, row) => ({
      op: "create",
      object: { name: `Color ${first + row}` },
    }));
    expect((await desk.service.call("POST", "/colors/batch", { body: { operations } })).status).toBe(200);
  }
  const { page, expectQuiet } = await desk.openSignedIn("/entities/colors");
  const grid = page.getByRole("grid", { name: "Colors" });
  await page.getByText("20,000 colors, 200 loaded").waitFor();

  await grid.locator("td[tabindex='0']").focus();
  await page.keyboard.press("Control+End");
  await page.getByRole("link", { name: "Color 19999" }).waitFor({ timeout: 20_000 });
  const inPage = await page.getByRole("row").count();
  const last = await namesOf(page);
  await page.keyboard.press("Control+Home");
  await page.getByRole("link", { name: "Color 0", exact: true }).waitFor();
  await scrollTo(page, "Color 600");
  await page.getByRole("link", { name: "Color 600", exact: true }).waitFor();
  await page.getByRole("link", { name: "Color 600", exact: true }).click();
  await page.waitForURL(/colors\/[\w-]{16}$/);
  await page.goBack();
  await page.getByRole("link", { name: "Color 600", exact: true }).waitFor();
  const gaps = await page.evaluate(`Array.from(document.querySelectorAll("tr[aria-busy]")).length`);

  expect(inPage).toBeLessThan(200);
  expect(last.slice(-5)).toEqual([19995, 19996, 19997, 19998, 19999].map((row) => `Color ${row}`));
  expect(gaps).toBe(0);
  expect(await grid.getAttribute("aria-rowcount")).toBe("20001");
  expectQuiet();
}, 60_000);

/** Screen by screen; the calling test checks what becomes visible. */
/** Screen by screen, until the name is in the page. */
async function scrollTo(page: Page, name: string): Promise<void> {
  await page.evaluate(`(async () => {
    const box = document.querySelector("[role$=grid]").parentElement;
    const isThere = () => [...box.querySelectorAll("a")].some(({ textContent }) => textContent === "${name}");
    const isLoading = () => box.querySelector("tr[aria-busy]") !== null;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let screen = 0; screen < 200 && !isThere(); screen += 1) {
      box.scrollTop += box.clientHeight;
      for (await frame(), await frame(); isLoading(); ) await frame();
    }
  })()`);
}
