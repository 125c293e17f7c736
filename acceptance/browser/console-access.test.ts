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

/** What the service answers to a key. */
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

test("a key with chosen rights is made, shown once, does what it may and nothing else, and is refused once revoked", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/keys");

  await page.getByRole("button", { name: "New key", exact: true }).click();
  await page.getByRole("combobox", { name: "App" }).fill("Shop");
  await page.getByRole("textbox", { name: "Label" }).fill("production");
  await page.getByRole("radio", { name: "Chosen rights" }).check();
  await page.getByRole("checkbox", { name: "create" }).check();
  await page.getByRole("combobox", { name: "Type" }).fill("color:*");
  await page.getByText("Read and create color and all below it.").waitFor();
  await page.getByRole("button", { name: "Create the key" }).click();
  await page.getByText("This is shown once").waitFor();
  const apiKey = await page.getByLabel("Key", { exact: true }).inputValue();
  await expectAccessible();
  await page.getByRole("button", { name: "I have copied it" }).click();

  expect(apiKey).toMatch(/^app:/);
  expect(await statusOf(apiKey, "POST", "/colors", { name: "Moss", hex: "4a5d23" })).toBe(201);
  expect(await statusOf(apiKey, "POST", "/items", { name: "Parka" })).toBe(403);

  const row = page.getByRole("row", { name: /production/ });
  await row.getByText("Read and create color and all below it.").waitFor();
  expect(await page.getByText(apiKey).count()).toBe(0);
  await expectAccessible();
  await row.getByRole("button", { name: "Acts on the key production of Shop" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await row.waitFor({ state: "detached" });

  expect(await statusOf(apiKey, "GET", "/colors")).toBe(401);
  await page.getByRole("combobox", { name: "Which keys" }).click();
  await page.getByRole("option", { name: "Ended" }).click();
  await row.getByText("revoked").waitFor();
  expect(page.url()).toContain("show=ended");
  expectQuiet();
});

test("a rotated key goes on beside its successor", async () => {
  const { page, expectQuiet } = await desk.openSignedIn("/keys?view=users");

  await page.getByRole("button", { name: "New key of your own" }).first().click();
  await page.getByLabel("Label").fill("laptop");
  await page.getByRole("button", { name: "Create the key" }).click();
  const old = await page.getByLabel("Key", { exact: true }).inputValue();
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("button", { name: "Acts on the key laptop of Owner (you)" }).click();
  await page.getByRole("menuitem", { name: "Rotate" }).click();
  await page.getByRole("button", { name: "Make the new key" }).click();
  await page.getByText("The new key laptop").waitFor();
  const successor = await page.getByLabel("Key", { exact: true }).inputValue();

  expect(successor).not.toBe(old);
  expect([await statusOf(old, "GET", "/whoami"), await statusOf(successor, "GET", "/whoami")]).toEqual([200, 200]);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("region", { name: "Keys of users" }).getByText("expiring").waitFor();
  expectQuiet();
});

test("a new user signs in elsewhere with a role of the organization's own, and sees no administration", async () => {
  const owner = await desk.openSignedIn("/roles");
  const { page } = owner;

  await page.getByRole("button", { name: "New role" }).click();
  await page.getByLabel("Name").fill("colorists");
  await page.getByRole("combobox", { name: "Type" }).fill("color:*");
  await page.getByRole("button", { name: "Create the role" }).click();
  const role = page.getByRole("region", { name: "The role colorists" });
  await role.getByText("Read color and all below it.").waitFor();
  await role.getByRole("button", { name: "Change the role colorists" }).click();
  await page.getByRole("checkbox", { name: "update" }).check();
  await owner.expectAccessible();
  await page.getByRole("button", { name: "Save" }).click();
  await role.getByText("Read and update color and all below it.").waitFor();
  await page.getByRole("navigation", { name: "Access" }).getByRole("link", { name: "Users" }).click();
  await page.getByRole("button", { name: "New user" }).click();
  await page.getByLabel("Email").fill("ada@demo.example");
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "colorists" }).click();
  await page.getByLabel("First password").fill(password);
  await page.getByRole("button", { name: "Create the user" }).click();
  await page.getByRole("row", { name: /Ada ada@demo.example colorists password/ }).waitFor();
  await owner.expectAccessible();

  const other = await desk.open();
  await signInAs(other, "ada@demo.example", "/users");
  await other.page.getByText("Ask an administrator about users").waitFor();
  await other.expectAccessible();

  const pages = other.page.getByRole("navigation", { name: "Pages" });
  expect(await pages.getByText("Administration").count()).toBe(0);
  await other.goto("/keys");
  await other.page.getByRole("button", { name: "New key of your own" }).first().waitFor();
  owner.expectQuiet();
  other.expectQuiet();
});

test("the last owner stays, and the service says why", async () => {
  const { page, expectQuiet } = await desk.openSignedIn("/users");

  await page.getByRole("button", { name: `Acts on the user ${desk.service.first.email}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();

  await page.getByRole("dialog").getByText("This is the organization's last owner.").waitFor();
  expectQuiet();
});

test("a disabled user is signed out, and a deleted one is gone", async () => {
  const body = { email: "bob@demo.example", role: "editor", password };
  await desk.service.call("POST", "/users", { body });
  const bob = await desk.open();
  await signInAs(bob, body.email, "/assortments");
  const { page, expectQuiet } = await desk.openSignedIn("/users");
  const row = page.getByRole("row", { name: /bob@demo.example/ });

  await page.getByRole("button", { name: "Acts on the user bob@demo.example" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Disable the user" }).click();
  await row.getByText("disabled").waitFor();
  await bob.goto("/projects");
  await bob.page.getByRole("heading", { name: "Sign in to Weft" }).waitFor();
  await page.getByRole("button", { name: "Acts on the user bob@demo.example" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByText("no live keys").waitFor();
  await page.getByRole("button", { name: "Delete the user" }).click();

  await row.waitFor({ state: "detached" });
  expectQuiet();
});

test("the limits page shows the rate, who calls how often, and saves the settings of the organization", async () => {
  await waitUntil("calls are counted", async () => {
    const { body } = await desk.service.call("GET", "/statistics/rate");
    return body.totals.calls > 0;
  });
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/limits");

  await page.getByText("100 calls a second with your session, and 200 at once").waitFor();
  await page.getByRole("button", { name: /^first-app/ }).waitFor();
  await page.getByText(/RateLimit-Policy: .*q=200/).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Weft & Daughters");
  await page.getByRole("combobox", { name: "Time zone" }).fill("Europe/Berl");
  await page.getByRole("option", { name: "Europe/Berlin" }).click();
  await page.getByRole("button", { name: "Limit a type" }).click();
  await page.getByRole("combobox", { name: "Type of line 1" }).click();
  await page.getByRole("option", { name: "color", exact: true }).click();
  await page.getByRole("textbox", { name: "Days of line 1" }).fill("90");
  await expectAccessible();
  await page.getByRole("button", { name: "Save the settings" }).click();
  await page.getByText("The settings are saved.").waitFor();

  const { body } = await desk.service.call("GET", "/org");
  expect(body).toMatchObject({ name: "Weft & Daughters", timeZone: "Europe/Berlin", retention: { color: 90 } });
  expectQuiet();
});

test("single sign-on is set up here, and an organization without it is told so before the browser leaves", async () => {
  const anonymous = await desk.open();
  await anonymous.goto("/sign-in?org=demo");
  await anonymous.page.getByRole("button", { name: "Use the single sign-on of demo" }).click();
  await anonymous.page.getByRole("alert").getByText("There is no single sign-on for demo").waitFor();
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/sso");

  expect(await page.getByRole("textbox", { name: "Redirect address" }).inputValue()).toBe(
    `${desk.service.address}/api/sso/callback`,
  );
  await page.getByLabel("Issuer").fill(provider.issuer);
  await page.getByLabel("Client id").fill(provider.clientId);
  await page.getByRole("textbox", { name: "Client secret" }).fill(provider.clientSecret);
  await page.getByRole("combobox", { name: "Role of newcomers" }).click();
  await page.getByRole("option", { name: /^viewer/ }).click();
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("enabled", { exact: true }).waitFor();
  await page.getByText("One is stored, and never shown.").waitFor();
  expect(await page.getByRole("textbox", { name: "Client secret" }).inputValue()).toBe("");
  await expectAccessible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("button", { name: "Turn it off" }).click();
  await page.getByText("disabled", { exact: true }).waitFor();

  expect((await desk.service.call("GET", "/org")).body.sso).toBeNull();
  expectQuiet();
  anonymous.expectQuiet();
});

test("somebody signs in at the provider, and comes to the page they asked for", async () => {
  const { org } = await buildSignOnOrg({ service: desk.service, provider }, { defaultRole: "viewer" });
  const account = addAccount({ provider }, { name: "Grace" });
  const { page, goto, complaints, expectQuiet } = await desk.open();

  await goto("/assortments?q=core");
  await page.getByLabel("Organization").fill(org.slug);
  await page.getByRole("button", { name: `Use the single sign-on of ${org.slug}` }).click();
  await page.locator('input[name="login"]').fill(account.sub);
  await page.locator('input[name="password"]').fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).waitFor();
  // The provider's own pages are of another host, and ask for fonts.
  complaints.splice(0);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Assortments" }).waitFor();

  expect(page.url()).toBe(`${desk.service.address}/assortments?q=core`);
  expect(await page.getByRole("banner").textContent()).toContain(org.slug);
  expect(complaints.splice(0).filter((complaint) => !complaint.includes(provider.issuer))).toEqual([]);
  await goto("/projects");
  await page.getByRole("heading", { name: "Projects" }).waitFor();
  expectQuiet();
});
