import type { Hands, Person } from "../acts.ts";
import { type ConsoleTask, expectSame, openList, openPalette, picturesVisible, rowOf } from "./console-task.ts";

const coat = "Bente Trench Coat";

async function findTrench(person: Person, hands: Hands): Promise<void> {
  const { view } = person;
  await openPalette(person, hands);
  await person.type("mauve trench");
  const hit = view.getByRole("option", { name: new RegExp(coat) });
  if (hands === "mouse") {
    await person.click(hit);
  } else {
    await person.see(hit.locator(":scope[aria-selected=true]"));
    await person.press("Enter");
  }
  await person.see(view.getByRole("heading", { level: 1, name: /Bente Trench Coat.*Mauve/ }));
}

const findAnywhere: ConsoleTask = {
  number: 1,
  name: 'Find "mauve trench" from anywhere',
  actsMax: 3,
  secondsMax: 1,
  async prepare({ goto, page }) {
    await goto("/changes");
    await page.getByRole("heading", { level: 1, name: "Changes" }).waitFor();
  },
  byMouse: (person) => findTrench(person, "mouse"),
  byKeyboard: (person) => findTrench(person, "keyboard"),
  async check({ page, call }) {
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const { name, optionName } = await call("GET", `/items/${id}`);
    expectSame([name, optionName], [coat, "Mauve"]);
  },
};

const pictureCount = 20;

const seePictures: ConsoleTask = {
  number: 2,
  name: "Open Apparel and see 20 pictures",
  actsMax: 1,
  secondsMax: 1.5,
  prepare: findAnywhere.prepare,
  async byMouse(person) {
    await person.click(person.view.getByRole("region", { name: "Catalog" }).getByRole("link", { name: "Apparel" }));
    await person.seeThat(picturesVisible(pictureCount));
  },
  async byKeyboard(person) {
    await openPalette(person, "keyboard");
    await person.type("apparel");
    await person.see(person.view.getByRole("option", { name: "Apparel" }).locator(":scope[aria-selected=true]"));
    await person.press("Enter");
    await person.seeThat(picturesVisible(pictureCount));
  },
  async check({ page }) {
    expectSame(new URL(page.url()).searchParams.get("type"), "item:product:apparel");
  },
};

const openColorways: ConsoleTask = {
  number: 3,
  name: "Open the colorways of a style",
  actsMax: 1,
  secondsMax: 0.5,
  prepare: (stage) => openList(stage),
  async byMouse(person) {
    await person.click(person.view.getByRole("button", { name: "Open Runa V-Neck Pullover" }));
    await person.see(firstColorway(person));
  },
  async byKeyboard(person) {
    await person.press("ArrowRight");
    await person.see(firstColorway(person));
  },
  async check({ page }) {
    const levels = page.locator('tr[aria-level="2"]');
    expectSame(await levels.count(), 6);
  },
};

function firstColorway({ view }: Person) {
  return view.locator('tr[aria-level="2"]').first().locator("img");
}

const peeked = [coat, "Selma Sweatshirt", "Olga Trench Coat", "Rafa Parka"];

function peekAt(person: Person, name: string): Promise<void> {
  return person.see(
    person.view.getByRole("complementary", { name: "Peek" }).getByRole("heading", { name, exact: true }),
  );
}

const peek: ConsoleTask = {
  number: 4,
  name: "Peek at 5 styles",
  actsMax: 6,
  secondsMax: 0.3,
  repeats: 5,
  prepare: (stage) => openList(stage),
  async byMouse(person) {
    await person.click(person.view.getByRole("button", { name: "Peek at Runa V-Neck Pullover" }));
    await peekAt(person, "Runa V-Neck Pullover");
    for (const name of peeked) {
      await person.click(rowOf(person.view, name).locator("td").nth(2));
      await peekAt(person, name);
    }
  },
  async byKeyboard(person) {
    await person.press("Space");
    await peekAt(person, "Runa V-Neck Pullover");
    for (const name of peeked) {
      await person.press("ArrowDown");
      await peekAt(person, name);
    }
  },
  async check({ page, call }) {
    const id = new URL(page.url()).searchParams.get("peek");
    expectSame((await call("GET", `/items/${id}`)).name, "Rafa Parka");
  },
};

export const findingTasks = { findAnywhere, seePictures, openColorways, peek } as const;
