import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { choosePopover, desk, expectNames, list, openCoats, openList, resetCoats } from "../testing/coats-in-groups.ts";
import { cellOf, rowNamed } from "../testing/grid-page.ts";

beforeAll(openCoats, 60_000);
beforeEach(resetCoats);
afterAll(() => desk.close());

test("incomplete styles are listed in two clicks, and a gap is filled in with two acts more", async () => {
  const { page, expectAccessible, expectQuiet } = await openList();
  await rowNamed(page, "Sash").waitFor();

  await choosePopover(page, "Filter", "Only incomplete");
  await expectNames(page, "Slip");
  const percent = await cellOf(page, "Slip", "Complete");
  await waitUntil("the percentage", async () => (await percent.textContent()) === "50%1 missing");
  await percent.getByRole("button", { name: "1 missing: Care. Fill in Care" }).waitFor();
  await expectAccessible();
  await percent.getByRole("button").click();
  await page.locator('[role="treegrid"] input[type="text"], [role="treegrid"] input:not([type])').waitFor();
  await page.keyboard.type("by hand");
  await page.keyboard.press("Enter");

  await waitUntil("the new percentage", async () => (await percent.textContent()) === "100%");
  expect(await (await cellOf(page, "Slip", "Care")).textContent()).toBe("by hand");
  expectQuiet();
});

test("the peek names what is missing, and leads to it by keyboard; types that count nothing have no such column", async () => {
  const { page, goto, expectAccessible, expectQuiet } = await openList(
    `${list}&columns=["completeness"]&order=-completeness`,
  );
  await rowNamed(page, "Slip").waitFor();
  await (await cellOf(page, "Slip", "Complete")).click();
  await page.keyboard.press(" ");

  const gaps = page.getByRole("region", { name: "Missing values" });
  await gaps.getByRole("button", { name: "Care" }).focus();
  await expectAccessible();
  await page.keyboard.press("Enter");
  await page.getByRole("columnheader", { name: "Care" }).waitFor();
  await page.keyboard.type("cold");
  await page.keyboard.press("Enter");
  await gaps.waitFor({ state: "detached" });

  await goto("/entities/custom-entities");
  await rowNamed(page, "Zeta Mill").waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Updated" }).waitFor();
  expect(await page.getByRole("checkbox", { name: "Complete" }).count()).toBe(0);
  expectQuiet();
});
