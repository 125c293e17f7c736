import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, buildSignOnOrg } from "../../server/src/access/sign-on/testing/sign-on-world.ts";
import { startTestProvider, type TestProvider } from "../../server/src/access/sign-on/testing/test-provider.ts";
import { keyHeaders } from "../../server/src/testing/test-service.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type Console, type ConsolePage, openConsole } from "../testing/console.ts";

let desk: Console;
let provider: TestProvider;

beforeAll(async () => {
  desk = await openConsole({ settings: { WEFT_OUTBOUND_ALLOW: "127.0.0.0/8,::1/128", WEFT_RATE_LIMIT: "100" } });
  provider = await startTestProvider({ redirectUris: [`${desk.service.address}/api/sso/callback`] });
});

afterAll(async () => {
  await provider.stop();
  await desk.close();
});

const password = "correct horse battery";

/** The response status for a key. */
async function statusOf(apiKey: string, method: string, path: string, body?: object): Promise<number> {
  const headers = keyHeaders({ apiKey, orgSlug: desk.service.first.orgSlug });
  return (await desk.service.call(method, path, { headers, body })).status;
}

async function signInAs({ page, goto }: ConsolePage, email: string, path: string): Promise<void> {
  await goto(`/sign-in?next=${encodeURIComponent(path)}`);
  await page.getByLabel("Organization").fill(desk.service.first.orgSlug);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation", { name: "Pages" }).waitFor({ state: "attached" });
}

test("a key with custom permissions is shown once, can do only what it may, and is rejected once revoked", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/keys");

  await page.getByRole("button", { name: "New key", exact: true }).click();
  await page.getByRole("combobox", { name: "App" }).fill("Shop");
  await page.getByRole("textbox", { name: "Label" }).fill("production");
  await page.getByRole("radio", { name: "Custom permissions" }).check();
  await page.getByRole("checkbox", { name: "create" }).check();
  await page.getByRole("combobox", { name: "Type" }).fill("color:*");
  await page.getByText("Read and create color and its subtypes.").waitFor();
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText("Shown only once").waitFor();
  const apiKey = await page.getByLabel("Key", { exact: true }).inputValue();
  await expectAccessible();
  await page.getByRole("button", { name: "I have copied it" }).click();

  expect(apiKey).toMatch(/^app:/);
  expect(await statusOf(apiKey, "POST", "/colors", { name: "Moss", hex: "4a5d23" })).toBe(201);
  expect(await statusOf(apiKey, "POST", "/items", { name: "Parka" })).toBe(403);

  const row = page.getByRole("row", { name: /production/ });
  await row.getByText("Read and create color and its subtypes.").waitFor();
  expect(await page.getByText(apiKey).count()).toBe(0);
  await expectAccessible();
  await row.getByRole("button", { name: "Actions for key production of Shop" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await row.waitFor({ state: "detached" });

  expect(await statusOf(apiKey, "GET", "/colors")).toBe(401);
  await page.getByRole("combobox", { name: "Key status" }).click();
  await page.getByRole("option", { name: "Inactive" }).click();
  await row.getByText("revoked").waitFor();
  expect(page.url()).toContain("show=ended");
  expectQuiet();
});

test("a rotated key stays valid beside its successor", async () => {
  const { page, expectQuiet } = await desk.openSignedIn("/keys?view=users");

  await page.getByRole("button", { name: "New personal key" }).first().click();
  await page.getByLabel("Label").fill("laptop");
  await page.getByRole("button", { name: "Create key" }).click();
  const old = await page.getByLabel("Key", { exact: true }).inputValue();
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("button", { name: "Actions for key laptop of Owner (you)" }).click();
  await page.getByRole("menuitem", { name: "Rotate" }).click();
  await page.getByRole("button", { name: "Create new key" }).click();
  await page.getByText("New key laptop").waitFor();
  const successor = await page.getByLabel("Key", { exact: true }).inputValue();

  expect(successor).not.toBe(old);
  expect([await statusOf(old, "GET", "/whoami"), await statusOf(successor, "GET", "/whoami")]).toEqual([200, 200]);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("region", { name: "User keys" }).getByText("expiring").waitFor();
  expectQuiet();
});

test("a new user with a custom role signs in elsewhere, and sees no administration", async () => {
  const owner = await desk.openSignedIn("/roles");
  const { page } = owner;

  await page.getByRole("button", { name: "New role" }).click();
  await page.getByLabel("Name").fill("colorists");
  await page.getByRole("combobox", { name: "Type" }).fill("color:*");
  await page.getByRole("button", { name: "Create role" }).click();
  const role = page.getByRole("region", { name: "Role colorists" });
  await role.getByText("Read color and its subtypes.").waitFor();
  await role.getByRole("button", { name: "Edit role colorists" }).click();
  await page.getByRole("checkbox", { name: "update" }).check();
  await owner.expectAccessible();
  await page.getByRole("button", { name: "Save" }).click();
  await role.getByText("Read and update color and its subtypes.").waitFor();
  await page.getByRole("navigation", { name: "Access" }).getByRole("link", { name: "Users" }).click();
  await page.getByRole("button", { name: "New user" }).click();
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("ada@demo.example");
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "colorists" }).click();
  await page.getByLabel("First password").fill(password);
  await page.getByRole("button", { name: "Create user" }).click();
  await page.getByRole("row", { name: /Ada ada@demo.example colorists password/ }).waitFor();
  await owner.expectAccessible();

  const other = await desk.open();
  await signInAs(other, "ada@demo.example", "/users");
  await other.page.getByText("Ask an administrator about users").waitFor();
  await other.expectAccessible();

  const pages = other.page.getByRole("navigation", { name: "Pages" });
  await pages.getByRole("button", { name: "Settings" }).click();
  await pages.getByRole("link", { name: "Types" }).waitFor();
  expect(await pages.getByRole("link", { name: /People|Roles|Keys|Sign-on|Audit log/ }).count()).toBe(0);
  await other.goto("/keys");
  await other.page.getByRole("button", { name: "New personal key" }).first().waitFor();
  owner.expectQuiet();
  other.expectQuiet();
});

test("the last owner cannot be deleted, and the dialog shows the reason", async () => {
  const { page, expectQuiet } = await desk.openSignedIn("/users");

  await page.getByRole("button", { name: `Actions for user ${desk.service.first.email}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();

  await page.getByRole("dialog").getByText("This is the organization's last owner.").waitFor();
  expectQuiet();
});

test("a disabled user is signed out, and a deleted user is removed", async () => {
  const body = { email: "bob@demo.example", role: "editor", password };
  await desk.service.call("POST", "/users", { body });
  const bob = await desk.open();
  await signInAs(bob, body.email, "/assortments");
  const { page, expectQuiet } = await desk.openSignedIn("/users");
  const row = page.getByRole("row", { name: /bob@demo.example/ });

  await page.getByRole("button", { name: "Actions for user bob@demo.example" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Disable user" }).click();
  await row.getByText("disabled").waitFor();
  await bob.goto("/projects");
  await bob.page.getByRole("heading", { name: "Sign in to Weft" }).waitFor();
  await page.getByRole("button", { name: "Actions for user bob@demo.example" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByText("no active keys").waitFor();
  await page.getByRole("button", { name: "Delete user" }).click();

  await row.waitFor({ state: "detached" });
  expectQuiet();
});

test("the limits page shows the rate limits and usage, and saves the settings of the organization", async () => {
  await waitUntil("calls are counted", async () => {
    const { body } = await desk.service.call("GET", "/statistics/rate");
    return body.totals.calls > 0;
  });
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/limits");

  await page.getByText("100 requests per second with your session, with bursts of up to 200").waitFor();
  await page.getByRole("button", { name: /^first-app/ }).waitFor();
  await page.getByText(/RateLimit-Policy: .*q=200/).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Weft & Daughters");
  await page.getByRole("combobox", { name: "Time zone" }).fill("Europe/Berl");
  await page.getByRole("option", { name: "Europe/Berlin" }).click();
  await expectAccessible();
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Settings saved.").waitFor();

  const { body } = await desk.service.call("GET", "/org");
  expect(body).toMatchObject({ name: "Weft & Daughters", timeZone: "Europe/Berlin" });
  expectQuiet();
});

test("retention is validated, saved after what expires is confirmed, and a conflict keeps what was typed", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/limits");
  const section = page.getByRole("region", { name: "Retention" });
  const days = (label: string) => section.getByRole("textbox", { name: `${label} (days)` });
  const save = section.getByRole("button", { name: "Save retention" });

  await days("Unused files").fill("3");
  await save.click();
  await section.getByText("Enter whole days from 7 to 36,500.").waitFor();
  await days("Unused files").fill("30");
  await days("Runs that have ended").fill("365");
  await section.getByRole("button", { name: "Add type" }).click();
  await section.getByRole("combobox", { name: "Type of row 1" }).click();
  await page.getByRole("option", { name: "color", exact: true }).click();
  await section.getByRole("textbox", { name: "Days of row 1" }).fill("90");
  await expectAccessible();
  await save.click();
  const dialog = page.getByRole("dialog", { name: "Delete expired data" });
  await dialog.getByText(/^Changes: color: before /).waitFor();
  await dialog.getByText(/^Unused files: before /).waitFor();
  expect(await dialog.getByRole("listitem").count()).toBe(2);
  await dialog.getByRole("button", { name: "Save and delete" }).click();
  await page.getByText("Retention saved.").waitFor();
  const { body: saved } = await desk.service.call("GET", "/org");

  await desk.service.call("PUT", "/org", { body: { dataRetention: { loads: 500 } } });
  await days("Runs that have ended").fill("400");
  await save.click();
  await section.getByText("Someone else saved first").waitFor();
  expect(await days("Runs that have ended").inputValue()).toBe("400");
  await section.getByRole("button", { name: "Overwrite theirs" }).click();
  await section.getByText("Someone else saved first").waitFor({ state: "detached" });
  const retention = async () => (await desk.service.call("GET", "/org")).body.dataRetention;
  await waitUntil("theirs is overwritten", async () => (await retention()).runs === 400);

  expect(saved).toMatchObject({ retention: { color: 90 }, dataRetention: { runs: 365, unusedFiles: 30 } });
  expect(await retention()).toEqual({ runs: 400, unusedFiles: 30 });
  expectQuiet();
});

test("single sign-on is set up, and an organization without it shows an error before the redirect", async () => {
  const anonymous = await desk.open();
  await anonymous.goto("/sign-in?org=demo");
  await anonymous.page.getByRole("button", { name: "Use single sign-on for demo" }).click();
  await anonymous.page.getByRole("alert").getByText("There is no single sign-on for demo").waitFor();
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/sso");

  expect(await page.getByRole("textbox", { name: "Redirect URL" }).inputValue()).toBe(
    `${desk.service.address}/api/sso/callback`,
  );
  await page.getByLabel("Issuer").fill(provider.issuer);
  await page.getByLabel("Client id").fill(provider.clientId);
  await page.getByRole("textbox", { name: "Client secret" }).fill(provider.clientSecret);
  await page.getByRole("combobox", { name: "Default role" }).click();
  await page.getByRole("option", { name: /^viewer/ }).click();
  await page.getByRole("button", { name: "Enable" }).click();
  await page.getByText("enabled", { exact: true }).waitFor();
  await page.getByText("Stored, and never shown.").waitFor();
  expect(await page.getByRole("textbox", { name: "Client secret" }).inputValue()).toBe("");
  await expectAccessible();
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Disable single sign-on" }).click();
  await page.getByText("disabled", { exact: true }).waitFor();

  expect((await desk.service.call("GET", "/org")).body.sso).toBeNull();
  expectQuiet();
  anonymous.expectQuiet();
});

test("signing in at the provider opens the requested page", async () => {
  const { org } = await buildSignOnOrg({ service: desk.service, provider }, { defaultRole: "viewer" });
  const account = addAccount({ provider }, { name: "Grace" });
  const { page, goto, complaints, expectQuiet } = await desk.open();

  await goto("/assortments?q=core");
  await page.getByLabel("Organization").fill(org.slug);
  await page.getByRole("button", { name: `Use single sign-on for ${org.slug}` }).click();
  await page.locator('input[name="login"]').fill(account.sub);
  await page.locator('input[name="password"]').fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).waitFor();
  // The provider's pages are on another host, and load fonts.
  complaints.splice(0);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Assortments" }).waitFor();

  expect(page.url()).toBe(`${desk.service.address}/assortments?q=core`);
  expect(await page.getByRole("banner").textContent()).toContain(org.slug);
  expect(complaints.splice(0).filter((complaint) => !complaint.includes(provider.issuer))).toEqual([]);
  await goto("/projects");
  await page.getByRole("heading", { name: "Seasons" }).waitFor();
  expectQuiet();
});
