import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOrg, buildUser } from "../../server/src/testing/builders.ts";
import { testPassword } from "../../server/src/testing/test-service.ts";
import { type Console, openConsole } from "../testing/console.ts";

let console: Console;

beforeAll(async () => {
  console = await openConsole();
});

afterAll(() => console.close());

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

test("signing in with the first credentials opens the requested page", async () => {
  const { page, goto, signIn, expectQuiet, expectAccessible } = await console.open();

  await goto("/loads");
  await page.getByRole("heading", { name: "Sign in to Weft" }).waitFor();
  await expectAccessible();
  await signIn();
  await page.getByRole("heading", { name: "Imports" }).waitFor();

  expect(await page.getByRole("banner").textContent()).toContain(console.service.first.orgSlug);
  expect(await page.getByText(/^Weft \d+\.\d+\.\d+/).count()).toBe(1);
  await expectAccessible();
  expectQuiet();
});

test("a wrong password shows an error and keeps the typed values", async () => {
  const { page, goto, expectQuiet } = await console.open();
  const { orgSlug, email } = console.service.first;
  await goto("/sign-in");

  await page.getByLabel("Organization").fill(orgSlug);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();

  await page.getByRole("alert").getByText("Sign-in failed").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  expectQuiet();
});

test("after signing out nothing is visible, not even by going back", async () => {
  const { page, goto, signIn, expectQuiet } = await console.open();
  await goto("/sign-in?next=/webhooks");
  await signIn();

  await signOut(page);
  await page.getByRole("heading", { name: "Sign in to Weft" }).waitFor();
  await page.goBack();

  await page.getByRole("heading", { name: "Sign in to Weft" }).waitFor();
  expectQuiet();
});

test("another user who signs in in another tab sees nothing of the previous user, in either tab", async () => {
  const item = await console.service.call("POST", "/items", { body: { name: "Secret parka" } });
  expect(item.status).toBe(201);
  const org = await buildOrg(console.service);
  const { email } = await buildUser(console.service, org, { role: "admin" });
  const { page, goto, signIn, expectQuiet } = await console.open();
  await goto("/sign-in?next=/entities/items");
  await signIn();
  await page.getByRole("link", { name: "Secret parka" }).waitFor();

  const tab = await page.context().newPage();
  await tab.goto(`${console.service.address}/sign-in?next=/entities/items`);
  await tab.getByLabel("Organization").fill(org.slug);
  await tab.getByLabel("Email").fill(email);
  await tab.getByRole("textbox", { name: "Password" }).fill(testPassword);
  await tab.getByRole("button", { name: "Sign in", exact: true }).click();

  for (const each of [tab, page]) {
    await each.getByRole("banner").getByText(org.slug).waitFor();
    await each.getByText("No items yet").waitFor();
    expect(await each.getByText("Secret parka").count()).toBe(0);
  }
  await signOut(tab);
  await page.getByRole("heading", { name: "Sign in to Weft" }).waitFor();
  expectQuiet();
});

test("an address of another host is not opened after the sign-in", async () => {
  const { page, goto, signIn, expectQuiet } = await console.open();

  await goto(`/sign-in?next=${encodeURIComponent("/\\evil.example/")}`);
  await signIn();

  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(page.url()).toBe(`${console.service.address}/`);
  expectQuiet();
});

test("copying works where the service is reached by name and without TLS", async () => {
  const { body: item } = await console.service.call("POST", "/items", { body: { name: "Copied parka" } });
  const { page, signIn, complaints } = await console.open({ baseURL: addressByName() });
  await page.goto(`/sign-in?next=${encodeURIComponent(`/entities/items/${item.id}?tab=data`)}`);
  await signIn();

  await page
    .getByRole("button", { name: `copy ${item.id}` })
    .first()
    .click();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "Search or go to" });
  await palette.press("Control+v");

  await expect.poll(() => palette.inputValue()).toBe(item.id);
  expect(await page.evaluate("isSecureContext")).toBe(false);
  // Without TLS a browser ignores Cross-Origin-Opener-Policy, and logs that.
  expect(complaints.filter((complaint) => !complaint.startsWith("The Cross-Origin-Opener-Policy"))).toEqual([]);
});

/** Every name resolves to this machine. */
function addressByName(): string {
  return console.service.address.replace("127.0.0.1", "weft.example");
}

test("a page may load and call only the service itself", async () => {
  const answer = await fetch(console.service.address, { headers: { accept: "text/html" } });

  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
  expect(policy).not.toContain("unsafe");
  expect(await answer.text()).toContain(/'nonce-([^']+)'/.exec(policy)?.[1] ?? "no nonce");
});
