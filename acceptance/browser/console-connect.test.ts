import { createServer, type Server } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeIn, exchange, register, requestFor } from "../../server/src/access/oauth/testing/oauth-world.ts";
import { type Console, type ConsolePage, openConsole } from "../testing/console.ts";

let console: Console;
let application: Server;
let callback: string;
let clientId: string;

beforeAll(async () => {
  console = await openConsole();
  application = createServer((_request, response) => response.setHeader("content-type", "text/html").end("Connected."));
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  const address = application.address();
  callback = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/callback`;
  clientId = await register(console.service, { redirect_uris: [callback] });
});

afterAll(async () => {
  application.close();
  await console.close();
});

type Changes = Parameters<typeof requestFor>[1];

function authorizePath(changes: Changes = {}): string {
  return `/oauth/authorize?${requestFor(clientId, { redirect_uri: callback, scope: "read write", ...changes })}`;
}

async function openConsent(changes: Changes = {}): Promise<ConsolePage> {
  const opened = await console.openSignedIn("/limits");
  await opened.goto(authorizePath(changes));
  return opened;
}

async function returnOf(page: Page): Promise<URL> {
  await page.waitForURL(`${callback}?**`);
  return new URL(page.url());
}

async function scopeGranted(back: URL): Promise<string> {
  const { status, body } = await exchange(console.service, clientId, codeIn(back), { redirect_uri: callback });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.scope;
}

const focusedText = 'document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent ?? ""';

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = async () => String(await page.evaluate(focusedText));
  for (let step = 0; step < 20 && !name.test(await focused()); step += 1) await page.keyboard.press("Tab");
  expect(await focused()).toMatch(name);
}

test("a user signs in, sees who asks for what, and connects with fewer permissions than requested", async () => {
  const { page, goto, complaints, expectAccessible } = await console.open();
  const { orgSlug, email, password } = console.service.first;
  await goto(authorizePath());
  await page.getByRole("heading", { name: "Sign in to Weft" }).waitFor();
  await page.getByLabel("Organization").fill(orgSlug);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await page.getByRole("heading", { name: /^Claude wants to connect to / }).waitFor();
  const text = (await page.getByRole("main").textContent()) ?? "";
  expect(text).toContain(email);
  expect(text).toContain("The name “Claude” is not verified");
  expect(text).toContain(`a program on this computer (${new URL(callback).host})`);
  expect(text).toContain("never gets administrator permissions");
  expect(await page.getByRole("radio", { name: "Read and change" }).isChecked()).toBe(true);
  await expectAccessible();

  await page.getByRole("radio", { name: "Read", exact: true }).check();
  await page.getByRole("button", { name: "Connect" }).click();
  const back = await returnOf(page);

  expect(back.searchParams.get("state")).toBe("a state");
  expect(back.searchParams.get("iss")).toBe(console.service.address);
  expect(await scopeGranted(back)).toBe("read");
  expect(complaints.filter((complaint) => !complaint.includes(new URL(callback).host))).toEqual([]);
});

test("by keyboard: the user chooses with an arrow key, and connects with Enter", async () => {
  const { page } = await openConsent({ scope: "read" });
  await page.getByRole("heading", { name: /wants to connect/ }).waitFor();

  await tabTo(page, /^Read$/);
  await page.keyboard.press("ArrowDown");
  await tabTo(page, /^Connect$/);
  await page.keyboard.press("Enter");

  expect(await scopeGranted(await returnOf(page))).toBe("read write");
});

test("without a requested scope, the user grants only reading unless they choose otherwise", async () => {
  const { page } = await openConsent({ scope: undefined });

  expect(await page.getByRole("radio", { name: "Read", exact: true }).isChecked()).toBe(true);
});

test("Cancel gives the application no access", async () => {
  const { page } = await openConsent();

  await page.getByRole("button", { name: "Cancel" }).click();
  const back = await returnOf(page);

  expect(back.searchParams.get("error")).toBe("access_denied");
  expect(back.searchParams.has("code")).toBe(false);
});

test("values that look like numbers arrive unchanged, also after signing in", async () => {
  const { page } = await openConsent({ state: "1.0" });
  await page.getByRole("button", { name: "Connect" }).click();

  expect((await returnOf(page)).searchParams.get("state")).toBe("1.0");
});

test.each([
  ["an unknown application", { client_id: "unknown" }, "not registered here"],
  ["a redirect URI of someone else", { redirect_uri: "https://evil.example/" }, "do not continue"],
  ["a request without PKCE", { code_challenge: undefined }, "PKCE"],
] as const)("%s is refused on the page, without a way to continue", async (_, changes, reason) => {
  const { page, expectQuiet, expectAccessible } = await openConsent(changes);

  await page.getByRole("alert").getByText(reason).waitFor();

  await page.getByRole("heading", { name: "This application cannot be connected" }).waitFor();
  expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
  expect(await page.getByRole("main").getByRole("link").count()).toBe(0);
  await expectAccessible();
  expectQuiet();
});

test("an incomplete link says so", async () => {
  const { page, goto } = await console.openSignedIn("/limits");

  await goto("/connect");

  await page.getByText("The link is incomplete.").waitFor();
});

test("a long name and a long host fit into a narrow window", async () => {
  const redirect = `https://${"long-".repeat(11)}host.example/callback`;
  const id = await register(console.service, { client_name: "W".repeat(100), redirect_uris: [redirect] });
  const { page, goto } = await console.openSignedIn("/limits", { viewport: { width: 320, height: 640 } });

  await goto(`/oauth/authorize?${requestFor(id, { redirect_uri: redirect })}`);
  await page.getByRole("button", { name: "Connect" }).waitFor();

  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  expect(await page.getByRole("main").textContent()).toContain(`the website ${new URL(redirect).host}`);
});

test("the page cannot be shown in a frame of another page", async () => {
  const answer = await fetch(`${console.service.address}/connect`, { headers: { accept: "text/html" } });

  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(answer.headers.get("x-frame-options")).toBe("DENY");
});

test("the access tokens show the application and what it may do", async () => {
  const { page: consent } = await openConsent({ scope: "read" });
  await consent.getByRole("button", { name: "Connect" }).click();
  await scopeGranted(await returnOf(consent));

  const { page, expectQuiet } = await console.openSignedIn("/keys?view=tokens");
  const row = page.getByRole("row").filter({ hasText: "connected application" }).first();
  await row.waitFor();

  expect(await row.textContent()).toContain("Claude");
  expect(await row.textContent()).toMatch(/Read(?: and change)?, as the user/);
  expect(await row.textContent()).toContain("after 30 days without use");
  expectQuiet();
});
