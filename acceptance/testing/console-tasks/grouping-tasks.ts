import type { Person } from "../acts.ts";
import { type ConsoleTask, expectSame, expectStored, openList, rowOf } from "./console-task.ts";

const footwear = "/entities/items?type=item:product:footwear";
const shoe = "Juna Lace-Up Boot";
const composition = "100% recycled leather";
const inFamilies = { typePath: "item:product:apparel", role: "family" };

const groupByCategory: ConsoleTask = {
  number: 12,
  name: "Group by category, with counts",
  actsMax: 2,
  secondsMax: 1,
  prepare: (stage) => openList(stage),
  async byMouse(person) {
    await person.click(person.view.getByRole("button", { name: "Group" }));
    await person.click(person.view.getByRole("menuitem", { name: "Category", exact: true }));
    await seeGroups(person);
  },
  async byKeyboard(person) {
    await person.pressUntil("Shift+Tab", person.view.getByRole("button", { name: "Group" }));
    await person.press("Enter");
    await person.pressUntil("ArrowDown", person.view.getByRole("menuitem", { name: "Category", exact: true }));
    await person.press("Enter");
    await seeGroups(person);
  },
  async check({ page, call }) {
    const criteria = encodeURIComponent(JSON.stringify({ ...inFamilies, category: "outerwear" }));
    const { total } = await call("GET", `/items?criteria=${criteria}&limit=1&includeTotal=true`);
    const counts = await page.locator("tr[data-group]").filter({ hasText: "Outerwear" }).textContent();
    expectSame(counts?.includes(`${total} styles`), true);
  },
};

async function seeGroups(person: Person): Promise<void> {
  await person.see(
    person.view
      .locator("tr[data-group]")
      .filter({ hasText: "Outerwear" })
      .getByText(/^\d+ styles · /),
  );
}

const fillGap: ConsoleTask = {
  number: 15,
  name: "List incomplete footwear, and fill in a missing value",
  actsMax: 5,
  secondsMax: 1,
  async prepare(stage) {
    await stage.call("PUT", `/items/${await shoeId(stage.call)}`, { composition: null });
    await openList(stage, footwear, shoe);
  },
  async byMouse(person) {
    const { view } = person;
    await person.click(view.getByRole("button", { name: "Filter", exact: true }));
    await person.click(view.getByRole("button", { name: "Only incomplete" }));
    await person.click(rowOf(view, shoe).getByRole("button", { name: /^1 missing/ }));
    await typeComposition(person);
  },
  async byKeyboard(person) {
    const { view } = person;
    await person.pressUntil("Shift+Tab", view.getByRole("button", { name: "Filter", exact: true }));
    await person.press("Enter");
    await person.pressUntil("Shift+Tab", view.getByRole("button", { name: "Only incomplete" }));
    await person.press("Enter");
    await person.see(rowOf(view, shoe).getByRole("button", { name: /^1 missing/ }));
    await person.pressUntil("Tab", view.locator('td[tabindex="0"]'));
    await person.pressUntil("ArrowDown", rowOf(view, shoe));
    await person.press("Space");
    await person.pressUntil("Tab", view.getByRole("region", { name: "Missing values" }).getByRole("button"));
    await person.press("Enter");
    await typeComposition(person);
  },
  check: ({ call }) =>
    expectStored<unknown>(async () => (await call("GET", `/items/${await shoeId(call)}`)).composition, composition),
};

async function typeComposition(person: Person): Promise<void> {
  await person.type(composition, person.view.locator("[role=treegrid] input:not([type=checkbox])"));
  await person.press("Enter");
  await person.see(rowOf(person.view, shoe).getByText("100%"));
}

async function shoeId(call: (method: string, path: string) => Promise<{ results: { id: string }[] }>): Promise<string> {
  const criteria = encodeURIComponent(JSON.stringify({ name: shoe, role: "family" }));
  const { results } = await call("GET", `/items?criteria=${criteria}&limit=1`);
  return results[0]?.id ?? "";
}

export const groupingTasks = { groupByCategory, fillGap } as const;
