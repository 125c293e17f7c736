import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, openConsole } from "../testing/console.ts";

let console: Console;

beforeAll(async () => {
  console = await openConsole();
});

afterAll(() => console.close());

test("somebody signs in with the first credentials, and comes to the page they asked for", async () => {
  const { page, goto, signIn, expectQuiet, expectAccessible } = await console.open();

  await goto("/loads");
  await page.getByRole("heading", { name: "Sign in to Weft" }).waitFor();
  await expectAccessible();
  await signIn();
  await page.getByRole("heading", { name: "Loads" }).waitFor();

  expect(await page.getByRole("banner").textContent()).toContain(console.service.first.orgSlug);
  await expectAccessible();
  expectQuiet();
});

test("a wrong password is refused in words, and what was typed stays", async () => {
  const { page, goto, expectQuiet } = await console.open();
  await goto("/sign-in");

  await page.getByLabel("Organization").fill("demo");
  await page.getByLabel("Email").fill("owner@demo.example");
  await page.getByRole("textbox", { name: "Password" }).fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();

  await page.getByRole("alert").getByText("Sign-in failed").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("owner@demo.example");
  expectQuiet();
});

test("whoever signs out sees nothing more, also not by going back", async () => {
  const { page, expectQuiet } = await console.openSignedIn("/webhooks");

  await page.getByRole("button", { name: "Account of Owner" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in to Weft" }).waitFor();
  await page.goBack();

  await page.getByRole("heading", { name: "Sign in to Weft" }).waitFor();
  expectQuiet();
});

test("a page may load and call only what is the service's own", async () => {
  const answer = await fetch(console.service.address, { headers: { accept: "text/html" } });

  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
  expect(policy).not.toContain("unsafe");
  expect(await answer.text()).toContain(/'nonce-([^']+)'/.exec(policy)?.[1] ?? "no nonce");
});
