import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyHeaders } from "../../server/src/testing/test-service.ts";
import { type Console, openConsole } from "../testing/console.ts";

let desk: Console;

beforeAll(async () => {
  desk = await openConsole();
});

afterAll(() => desk.close());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const call = (method: string, path: string, body?: object) =>
  desk.service.call(method, path, body === undefined ? {} : { body });

/** The response status for an access token. */
async function statusOf(accessToken: string, method: string, path: string, body?: object): Promise<number> {
  const headers = { authorization: `bearer ${accessToken}` };
  return (await desk.service.call(method, path, { headers, body })).status;
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

test("an access token of an app is created, copied, can do only what it may, and is rejected once deleted", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/keys?view=tokens");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

  await page.getByText("No access tokens").waitFor();
  await page.getByRole("button", { name: "New access token" }).first().click();
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByText("Select an app or a user.").waitFor();
  await page.getByText("Enter a label, such as its purpose.").waitFor();
  await choose(page, "Owner", "first-app");
  await page.getByRole("textbox", { name: "Label" }).fill("one-off");
  await page.getByRole("radio", { name: "Read only" }).check();
  await choose(page, "Expires after", "1 day");
  await expectAccessible();
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByText("Access token one-off").waitFor();
  await page.getByRole("button", { name: "Copy Access token" }).click();
  await page.getByRole("button", { name: "Copied Access token" }).waitFor();
  const token = String(await page.evaluate("navigator.clipboard.readText()"));
  await expectAccessible();
  await page.getByRole("button", { name: "I have copied it" }).click();

  expect(await statusOf(token, "GET", "/items")).toBe(200);
  expect(await statusOf(token, "POST", "/items", { name: "Parka" })).toBe(403);
  const row = page.getByRole("row", { name: /one-off first-app/ });
  await row.getByText(/^in 2\d hours$|^tomorrow$/).waitFor();
  expect(await page.getByText(token).count()).toBe(0);
  await expectAccessible();
  await row.getByRole("button", { name: "Delete access token one-off" }).click();
  await page.getByRole("dialog").getByText("are rejected within a second").waitFor();
  await page.getByRole("button", { name: "Delete token" }).click();
  await row.waitFor({ state: "detached" });
  await expect.poll(() => statusOf(token, "GET", "/items")).toBe(401);
  expectQuiet();
});

test("an access token of a user acts as that user", async () => {
  const { page, expectQuiet } = await desk.openSignedIn("/keys?view=tokens");

  await page.getByRole("button", { name: "New access token" }).first().click();
  await choose(page, "Owner", desk.service.first.email);
  await page.getByRole("textbox", { name: "Label" }).fill("errand");
  expect(await page.getByRole("dialog").getByRole("radio").count()).toBe(0);
  await page.getByRole("button", { name: "Create token" }).click();
  const token = await page.getByLabel("Access token", { exact: true }).inputValue();
  await page.getByRole("button", { name: "I have copied it" }).click();

  expect(await statusOf(token, "POST", "/items", { name: "Gilet" })).toBe(201);
  await page.getByRole("row", { name: /errand Owner/ }).waitFor();
  expectQuiet();
});

test("the label, permissions, rate limit and expiry of a key are changed and reset", async () => {
  const { body: app } = await call("POST", "/apps", { name: "Warehouse" });
  const { body: made } = await call("POST", "/api-keys", { appId: app.id, label: "test", preset: "read-only" });
  const keyStatus = async (method: string, path: string, body?: object) => {
    const headers = keyHeaders({ apiKey: made.apiKey, orgSlug: desk.service.first.orgSlug });
    return (await desk.service.call(method, path, { headers, body })).status;
  };
  const stored = async () => (await call("GET", `/api-keys/${made.id}`)).body;
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/keys?q=warehouse");
  const open = async (label: string) => {
    await page.getByRole("button", { name: `Actions for key ${label} of Warehouse` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
  };
  const save = () => page.getByRole("button", { name: "Save" }).click();

  await open("test");
  await page.getByRole("textbox", { name: "Label" }).fill("production");
  await page.getByRole("radio", { name: "Custom permissions" }).check();
  await page.getByRole("checkbox", { name: "create" }).check();
  await page.getByRole("button", { name: "Add permission" }).click();
  await page.getByRole("group", { name: "Permission 2" }).getByRole("combobox", { name: "Type" }).fill("");
  await save();
  await page.getByText("Select a type for permission 2, such as item:* or * for all.").waitFor();
  await page.getByRole("button", { name: "Remove permission 2" }).click();
  await choose(page, "Expires", "On a date…");
  await page.getByLabel("Last day").fill("");
  await save();
  await page.getByText("Select a date, or never.").waitFor();
  expect((await stored()).label).toBe("test");
  await page.getByLabel("Last day").fill(day(10));
  await page.getByRole("textbox", { name: "Rate limit (requests per second)" }).fill("2.5");
  await expectAccessible();
  await save();

  const row = page.getByRole("row", { name: /production/ });
  await row.getByText("Read and create item and its subtypes.").waitFor();
  await row.getByText("expiring").waitFor();
  expect(await stored()).toMatchObject({
    label: "production",
    preset: null,
    rights: [{ verbs: ["read", "create"], typePath: "item:*" }],
    ratePerSecond: 2.5,
    expiresOn: `${day(10)}T23:59:59.000Z`,
  });
  await expect.poll(() => keyStatus("POST", "/items", { name: "Parka" })).toBe(201);
  expect(await keyStatus("POST", "/colors", { name: "Moss" })).toBe(403);

  await open("production");
  expect(await page.getByLabel("Last day").inputValue()).toBe(day(10));
  await page.getByRole("radio", { name: "Read only" }).check();
  await choose(page, "Expires", "Never");
  await page.getByRole("textbox", { name: "Rate limit (requests per second)" }).fill("");
  await save();
  await row.getByText("expiring").waitFor({ state: "detached" });
  expect(await stored()).toMatchObject({ preset: "read-only", ratePerSecond: null, expiresOn: null });
  await expect.poll(() => keyStatus("POST", "/items", { name: "Parka" })).toBe(403);
  expectQuiet();
});

test("editing a key that another user changed shows an error, and nothing is overwritten", async () => {
  const { body: app } = await call("POST", "/apps", { name: "Courier" });
  const { body: made } = await call("POST", "/api-keys", { appId: app.id, label: "test", preset: "read-only" });
  const { page, expectQuiet } = await desk.openSignedIn("/keys?q=courier");

  await page.getByRole("button", { name: "Actions for key test of Courier" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Label" }).fill("mine");
  await call("PUT", `/api-keys/${made.id}`, { label: "theirs" });
  await page.getByRole("button", { name: "Save" }).click();

  await page.getByRole("dialog").getByRole("alert").waitFor();
  expect((await call("GET", `/api-keys/${made.id}`)).body.label).toBe("theirs");
  expectQuiet();
});
