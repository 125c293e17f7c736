import type { Person } from "../acts.ts";
import {
  type ConsoleTask,
  expectSame,
  expectStored,
  headingOf,
  listPath,
  openList,
  type TaskStage,
} from "./console-task.ts";

const footwear = "/entities/items?type=item:product:footwear";
const firstShoe = "Juna Lace-Up Boot";
const widerBy = 60;

let widthBefore = 0;

async function widthOf({ page }: TaskStage): Promise<number> {
  return Math.round(
    (await page.getByRole("columnheader", { name: "Category", exact: true }).boundingBox())?.width ?? 0,
  );
}

const arrangeColumns: ConsoleTask = {
  number: 14,
  name: "Resize, pin and hide a column; still so tomorrow",
  actsMax: 5,
  secondsMax: 0.3,
  repeats: 5,
  async prepare(stage) {
    await openList(stage, footwear, firstShoe);
    widthBefore = await widthOf(stage);
  },
  async byMouse(person) {
    const { view } = person;
    await person.drag(headingOf(view, "Category"), { right: widerBy }, 3);
    for (const [menu, entry] of [
      ["Menu of Retail price", "Pin left"],
      ["Menu of Gender", "Hide column"],
    ] as const) {
      await person.click(view.getByRole("button", { name: menu }));
      await person.click(view.getByRole("menu", { name: menu }).getByRole("menuitem", { name: entry }));
    }
    await person.seeGone(headingOf(view, "Gender"));
  },
  async byKeyboard(person) {
    const { view } = person;
    await person.press("ArrowUp");
    await goTo(person, "Category");
    for (let width = 0; width < widerBy; width += 20) await person.press("Alt+ArrowRight");
    await choose(person, "Retail price", "Pin left");
    await choose(person, "Gender", "Hide column");
    await person.seeGone(headingOf(view, "Gender"));
  },
  async check(stage) {
    await stage.goto(footwear);
    await headingOf(stage.page.locator("body"), "Category").textContent();
    const headings = await stage.page.getByRole("columnheader").allTextContents();
    expectSame(headings.slice(0, 4), ["Name", "Retail price", "External ID", "Category"]);
    expectSame([headings.includes("Gender"), (await widthOf(stage)) - widthBefore], [false, widerBy]);
  },
};

async function choose(person: Person, heading: string, entry: string): Promise<void> {
  await goTo(person, heading);
  await person.press("Enter");
  const item = person.view.getByRole("menuitem", { name: entry });
  await person.see(item);
  await person.pressUntil("ArrowDown", item);
  await person.press("Enter");
  await person.seeGone(person.view.getByRole("menu"));
}

/** From heading to heading: from the last one on the left. */
async function goTo(person: Person, heading: string): Promise<void> {
  const wanted = headingOf(person.view, heading);
  if (await person.hasFocus(wanted)) return;
  await person.press("Home");
  await person.pressUntil("ArrowRight", wanted);
}

const viewName = "Over 100";

const saveView: ConsoleTask = {
  number: 13,
  name: "Save a view for everyone, and a colleague opens its address",
  actsMax: 5,
  secondsMax: 1,
  async prepare(stage) {
    const { results } = await stage.call("GET", "/saved-views?limit=100");
    for (const { id } of results) await stage.call("DELETE", `/saved-views/${id}`);
    await stage.colleague();
    const filters = encodeURIComponent('[["retailPrice","gt","100"]]');
    await openList(stage, `${footwear}&filters=${filters}&order=-retailPrice`, firstShoe);
  },
  async byMouse(person, stage) {
    const { view } = person;
    await person.click(view.getByRole("button", { name: "Save view…" }));
    await person.type(viewName, view.getByRole("textbox", { name: "Name" }));
    await person.click(view.getByRole("radio", { name: "Everyone" }));
    await person.click(view.getByRole("button", { name: "Save view", exact: true }));
    await openAsColleague(person, stage);
  },
  async byKeyboard(person, stage) {
    const { view } = person;
    await person.pressUntil("Shift+Tab", view.getByRole("button", { name: "Save view…" }));
    await person.press("Enter");
    await person.type(viewName, view.getByRole("textbox", { name: "Name" }));
    await person.press("Tab");
    await person.pressUntil("ArrowDown", view.getByRole("radio", { name: "Everyone" }));
    await person.press("Enter");
    await openAsColleague(person, stage);
  },
  async check({ colleague, call }) {
    const page = await colleague();
    const names = await page.getByRole("row").getByRole("link").allTextContents();
    const criteria = { typePath: "item:product:footwear", role: "family", retailPrice: { gt: 100 } };
    const { total } = await call("GET", listPath(criteria, 1));
    expectSame(
      [names.length > 0, total],
      [true, Number(await page.locator("[role=treegrid]").getAttribute("aria-rowcount")) - 1],
    );
  },
};

async function openAsColleague(person: Person, { page, colleague }: TaskStage): Promise<void> {
  await person.see(person.view.getByRole("button", { name: `View: ${viewName}` }));
  await person.seeThat('new URL(location.href).searchParams.has("view")');
  const address = new URL(page.url());
  await person.follow(
    await colleague(),
    `${address.origin}${address.pathname}?type=item:product:footwear&view=${address.searchParams.get("view")}`,
  );
  await person.see(person.view.getByRole("button", { name: `View: ${viewName}` }));
  await person.see(person.view.getByRole("row").nth(1).getByRole("link"));
}

const narrowCriteria = {
  ...{ typePath: "item:product:apparel", role: "family", gender: ["women"] },
  ...{ category: ["dresses", "tops"], retailPrice: { lt: 150 } },
};
const typedFilters = ["women", "dresses", "tops", "retail price < 150"];

async function filterBy(person: Person): Promise<void> {
  const { view } = person;
  const column = view.getByRole("combobox", { name: "Column" });
  for (const words of typedFilters) {
    await person.type(words, column);
    await person.see(view.locator("[data-combobox-selected]").getByText(new RegExp(words, "i")));
    await person.press("Enter");
  }
  await person.see(view.getByRole("button", { name: "Edit filter Category is any of Dresses, Tops" }));
  await person.see(view.getByText(/^[1-9]\d? styles/));
}

const narrow: ConsoleTask = {
  number: 11,
  name: "Filter women, and dresses or tops, under 150",
  actsMax: 10,
  secondsMax: 1,
  prepare: (stage) => openList(stage),
  async byMouse(person) {
    await person.click(person.view.getByRole("button", { name: "Filter", exact: true }));
    await filterBy(person);
  },
  async byKeyboard(person) {
    await person.pressUntil("Shift+Tab", person.view.getByRole("button", { name: "Filter", exact: true }));
    await person.press("Enter");
    await filterBy(person);
  },
  async check({ page, call }) {
    const { total } = await call("GET", listPath(narrowCriteria, 1));
    await expectStored(
      async () => (await page.locator("[role=treegrid]").getAttribute("aria-rowcount")) ?? "",
      String(total + 1),
    );
  },
};

export const arrangingTasks = { narrow, saveView, arrangeColumns } as const;
