import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../server/src/workflows/testing/receiver.ts";
import { listPictures, type PictureWish } from "../../tools/picture-pages.ts";
import { type Console, openConsole } from "../testing/console.ts";

let desk: Console;
let receiver: Receiver;
let pages: readonly PictureWish[];

/** Pages that the docs have no picture of. */
const others: readonly PictureWish[] = [
  ...["colors", "custom-entities", "size-range-templates", "workspaces", "project-items", "assortment-items"].map(
    (kind) => ({ name: kind, path: `/entities/${kind}`, awaits: "Updated" }),
  ),
  { name: "new item", path: "/entities/items/new", awaits: "New item" },
  { name: "projects", path: "/projects", awaits: "New project" },
  { name: "assortments", path: "/assortments", awaits: "New assortment" },
  { name: "option sets", path: "/option-sets", awaits: "Option sets" },
  { name: "new workflow", path: "/workflows/new", awaits: "From scratch" },
  { name: "runs", path: "/processes", awaits: "awaiting" },
  { name: "tasks", path: "/tasks", awaits: "awaiting" },
  { name: "webhooks", path: "/webhooks", awaits: "ERP" },
  { name: "deliveries", path: "/deliveries", awaits: "item|update" },
  { name: "inbound webhooks", path: "/inbound-webhooks", awaits: "Inbound webhooks" },
  { name: "tokens", path: "/keys?view=tokens", awaits: "Keys" },
  { name: "roles", path: "/roles", awaits: "Roles" },
  { name: "nothing", path: "/no-such-page", awaits: "There is no such page" },
];

/** How much wider the page is than its window, once its parts have found their places. */
const excessWidth = `(async () => {
  const excess = () => document.documentElement.scrollWidth - innerWidth;
  for (let frame = 0; frame < 120 && excess() > 0; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  return excess();
})()`;

beforeAll(async () => {
  receiver = await startReceiver();
  desk = await openConsole({ isFilled: true, settings: { WEFT_OUTBOUND_ALLOW: "127.0.0.0/8" } });
  const { call } = desk.service;
  const body = { url: receiver.url, description: "ERP", events: ["item|update"], auth: { type: "none" } };
  expect((await call("POST", "/webhooks", { body })).status).toBe(201);
  await call("PUT", "/change-consumers/erp", { body: { cursor: "now" } });
  const found = await find('/items?criteria={"role":"family"}');
  await call("PUT", `/items/${found.id}`, { body: { retailPrice: 77 } });
  pages = [...(await listPictures(find)), ...others];
}, 120_000);

afterAll(async () => {
  await desk.close();
  await receiver.close();
});

async function find(path: string) {
  const { results } = (await desk.service.call("GET", path)).body;
  return results[0];
}

test("every page shuts nobody out in either theme, fits a phone, and gives the browser nothing to complain of", async () => {
  const { page, goto, complaints, findBarriers } = await desk.openSignedIn("/keys");

  const faults: string[] = [];
  for (const { path, awaits } of pages) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await goto(path);
    await page.getByText(awaits).first().waitFor();
    const barriers = await findBarriers();
    await page.setViewportSize({ width: 360, height: 740 });
    const excess = Number(await page.evaluate(excessWidth));
    const tooWide = excess > 0 ? [`is ${excess} px wider than a phone`] : [];
    faults.push(...[...barriers, ...complaints.splice(0), ...tooWide].map((fault) => `${path} ${fault}`));
  }

  expect(faults).toEqual([]);
}, 300_000);
