import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type Console, type ConsolePage, openConsole } from "../testing/console.ts";

let desk: Console;
let seat: ConsolePage;
let page: Page;

beforeAll(async () => {
  desk = await openConsole();
  seat = await desk.openSignedIn("/reference");
  ({ page } = seat);
});

afterAll(() => desk.close());

const broken = {
  status: 500,
  contentType: "application/problem+json",
  body: JSON.stringify({
    type: "about:blank",
    title: "Out of order",
    status: 500,
    detail: "The disk is full.",
    code: "internal",
  }),
};

const cannotLoad = /Failed to load resource/;

/** Every list: its address, the resource it reads, and its text in a new organization. */
const lists = [
  ["/entities/items", "items", "No items yet"],
  ["/entities/colors", "colors", "No colors yet"],
  ["/entities/items", "entity-types", "No items yet"],
  ["/projects", "projects", "No projects yet"],
  ["/assortments", "assortments", "No assortments yet"],
  ["/types", "entity-types", "Size range template"],
  ["/option-sets", "option-sets", "No option sets yet"],
  ["/changes", "change-history", "No changes yet"],
  ["/consumers", "change-consumers", "No consumers yet"],
  ["/loads", "loader-processes", "No loads yet"],
  ["/workflows", "event-workflows", "No workflows yet"],
  ["/processes", "event-workflow-processes", "No runs yet"],
  ["/tasks", "event-workflow-tasks", "Nothing is pending"],
  ["/webhooks", "webhooks", "No webhooks yet"],
  ["/deliveries", "webhook-deliveries", "No deliveries yet"],
  ["/inbound-webhooks", "inbound-webhooks", "No inbound webhooks yet"],
  ["/keys", "api-keys", "first-app"],
  ["/keys?view=users", "api-keys", "No user keys"],
  ["/keys?view=tokens", "access-tokens", "No access tokens"],
  ["/users", "users", "Owner"],
  ["/roles", "roles", "No custom roles yet."],
] as const;

describe("a list that cannot be read shows the error, and loads on retry", () => {
  test.each(lists)("%s without %s", async (path, resource, words) => {
    const calls = new RegExp(`/api/${resource}(\\?|$)`);
    await page.route(calls, (route) => route.fulfill(broken));
    await seat.goto(path);
    const alert = page.locator("main").getByRole("alert").filter({ hasText: "The disk is full." }).first();
    await alert.waitFor();
    await page.unroute(calls);

    await page.locator("main").getByRole("button", { name: "Try again" }).first().click();

    await page.locator("main").getByText(words).first().waitFor();
    await alert.waitFor({ state: "detached" });
    expect(seat.complaints.splice(0).filter((complaint) => !cannotLoad.test(complaint))).toEqual([]);
  });
});

test("a later page that cannot be read is requested once, and again on retry", async () => {
  const operations = Array.from({ length: 150 }, (_, number) => ({
    op: "create",
    object: { name: `Project ${number}` },
  }));
  await desk.service.call("POST", "/projects/batch", { body: { operations } });
  const calls = /\/api\/projects\?.*nextPageKey/;
  let asked = 0;
  await page.route(calls, (route) => {
    asked += 1;
    return route.fulfill(broken);
  });
  await seat.goto("/projects");
  await page.getByRole("link", { name: "Project 0", exact: true }).waitFor();
  const list = page.getByRole("region", { name: "Projects" });

  await list.focus();
  await page.keyboard.press("End");
  const alert = page.locator("main").getByRole("alert").filter({ hasText: "The disk is full." });
  await alert.waitFor();
  await list.focus();
  await page.keyboard.press("Home");
  await page.getByRole("link", { name: "Project 0", exact: true }).waitFor();
  const failedRequests = asked;
  await page.unroute(calls);
  await page.getByRole("button", { name: "Try again" }).click();
  await alert.waitFor({ state: "detached" });
  await list.focus();
  await waitUntil("the end is in sight", async () => {
    await page.keyboard.press("End");
    return (await page.getByRole("link", { name: "Project 149", exact: true }).count()) > 0;
  });

  expect(failedRequests).toBe(1);
  expect(seat.complaints.splice(0).filter((complaint) => !cannotLoad.test(complaint))).toEqual([]);
});

test("without a network the page says so, and recovers when it is back", async () => {
  await page.route(/\/api\/assortments\?/, (route) => route.abort("internetdisconnected"));
  await seat.goto("/assortments");

  await page.locator("main").getByRole("alert").getByText("No response").waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();

  await page.getByText("No assortments yet").waitFor();
  expect(seat.complaints.splice(0).filter((complaint) => !cannotLoad.test(complaint))).toEqual([]);
});
