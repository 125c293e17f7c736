import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type Receiver, startReceiver } from "../../server/src/workflows/testing/receiver.ts";
import { type Console, openConsole } from "../testing/console.ts";

let console: Console;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  console = await openConsole();
});

afterAll(async () => {
  await console.close();
  await receiver.close();
});

function callsOf(path: string) {
  return receiver.calls.filter((call) => call.path === path);
}

function headersOf(call: Receiver["calls"][number] | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(call?.headers ?? {}).map(([name, value]) => [name, String(value)]));
}

test("a webhook is created, tested and notified of a change, and its delivery is replayed", async () => {
  const { page, expectQuiet, expectAccessible } = await console.openSignedIn("/webhooks");
  await page.getByText("No webhooks yet").waitFor();
  await expectAccessible();

  await page.getByRole("button", { name: "New webhook" }).click();
  await page.getByLabel("URL").fill(`${receiver.url}/shop`);
  await page.getByLabel("Description").fill("Shop");
  await page.getByRole("checkbox", { name: "Colors: create" }).check();
  await expectAccessible();
  await page.getByRole("button", { name: "Create webhook" }).click();
  const shown = page.getByRole("dialog", { name: "Webhook created" });
  const secret = await shown.getByRole("textbox", { name: "Secret" }).inputValue();
  await expectAccessible();
  const copy = await shown.getByRole("button", { name: /^Copy: Verify/ }).boundingBox();
  const frame = await shown.boundingBox();
  expect(copy?.width).toBeGreaterThan(35);
  expect((copy?.x ?? 0) + (copy?.width ?? 0)).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0) - 8);
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("heading", { name: "Shop", level: 1 }).waitFor();
  await page.getByText("No deliveries yet").waitFor();
  await expectAccessible();

  await page.getByRole("button", { name: "Send test" }).click();
  await page.getByRole("dialog").getByText("The receiver returned 200 after").waitFor();
  await expectAccessible();
  await page.getByRole("dialog").getByText("Close", { exact: true }).click();

  await console.service.call("POST", "/colors", { body: { name: "Madder", hex: "#a0302a" } });
  await page.getByRole("link", { name: "color|create" }).click();
  await page.getByText("Delivered to the receiver.").waitFor();
  await page.getByRole("button", { name: /^Attempt 1 response 200/ }).waitFor();
  await page.getByRole("region", { name: "JSON" }).getByText('"name": "Madder"').waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByRole("button", { name: /^Attempt 2 response 200/ }).waitFor();

  const [, first, second] = callsOf("/shop");
  expect(new Webhook(secret).verify(first?.text ?? "", headersOf(first))).toMatchObject({ type: "color|create" });
  expect(second?.text).toBe(first?.text);
  expect(await page.content()).not.toContain(secret);
  expectQuiet();
});

test("a failing receiver is reported with each attempt and response, and parked messages are replayed", async () => {
  receiver.answer(({ path }) => (path === "/broken" ? { status: 500, body: { why: "out of order" } } : {}));
  const { id } = await createWebhook("/broken", { description: "Broken ERP", auth: { type: "hmac" } });
  const { page, expectQuiet, expectAccessible } = await console.openSignedIn(`/webhooks/${id}`);
  await console.service.call("POST", "/items", { body: { name: "Parka" } });

  await page.getByText("Deliveries are failing").waitFor({ timeout: 20_000 });
  await expectAccessible();
  await page.getByRole("link", { name: "item|create" }).click();
  await page.getByRole("button", { name: /^Attempt 1 response 500/ }).waitFor();
  await page.getByText("out of order").first().waitFor();
  await page.getByText("Next attempt:").waitFor();
  await page.getByRole("link", { name: "Broken ERP" }).click();
  // Pending messages are parked.
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Enable" }).click();
  await page.getByRole("button", { name: "Disable" }).waitFor();
  await waitUntil("it is parked", async () => (await deliveriesOf(id, "parked")) === 1);
  receiver.answer(() => ({}));
  await page.getByRole("button", { name: "More actions for the webhook" }).click();
  await page.getByRole("menuitem", { name: "Replay since…" }).click();
  await page.getByRole("button", { name: "Replay 1 delivery" }).click();
  await waitUntil("it is delivered", async () => (await deliveriesOf(id, "delivered")) === 1);
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "delivered" }).click();
  await page.waitForURL("**?status=delivered");

  await page.getByRole("link", { name: "item|create" }).waitFor();
  expectQuiet();
});

test("a URL that the service may not call is explained once, at its field", async () => {
  const { page, expectQuiet } = await console.openSignedIn("/webhooks");
  await page.getByRole("button", { name: "New webhook" }).click();
  await page.getByLabel("URL").fill("http://10.0.0.1/shop");
  await page.getByRole("checkbox", { name: "Colors: create" }).check();

  await page.getByRole("button", { name: "Create webhook" }).click();

  const form = page.getByRole("dialog", { name: "New webhook" });
  await form.locator("[aria-invalid=true]").waitFor();
  await expect.poll(() => form.getByText(/10\.0\.0\.1.*private|private.*10\.0\.0\.1|not allowed/i).count()).toBe(1);
  expect(await form.getByRole("alert").count()).toBe(0);
  expectQuiet();
});

test("a secret is rotated, and shown once", async () => {
  const { id, secret } = await createWebhook("/rotated", { auth: { type: "hmac" } });
  const { page, expectQuiet } = await console.openSignedIn(`/webhooks/${id}`);

  await page.getByRole("button", { name: "More actions for the webhook" }).click();
  await page.getByRole("menuitem", { name: "Rotate secret" }).click();
  await page.getByRole("button", { name: "Create new secret" }).click();
  const made = await page.getByRole("textbox", { name: "Secret" }).inputValue();
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByText(/, expires/).waitFor();

  expect(made).toMatch(/^whsec_/);
  expect(made).not.toBe(secret);
  expectQuiet();
});

test("a webhook is edited, and validation errors are shown at their fields before it is saved", async () => {
  const { id } = await createWebhook("/edited", { description: "Edited", auth: { type: "none" } });
  const { page, expectQuiet } = await console.openSignedIn(`/webhooks/${id}`);

  await page.getByRole("button", { name: "More actions for the webhook" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByLabel("Filter").fill("{newData.name} ===");
  await page
    .getByText(/filter|expression/i)
    .nth(2)
    .waitFor();
  await page.getByLabel("URL").fill("http://10.0.0.1/weft");
  await page.getByLabel("Filter").fill("{newData.name} === 'Parka'");
  await page.getByText("outbound requests may not reach").waitFor();
  await page.getByLabel("URL").fill(`${receiver.url}/moved`);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Webhook saved.").waitFor();

  const { body } = await console.service.call("GET", `/webhooks/${id}`);
  expect(body).toMatchObject({ url: `${receiver.url}/moved`, filter: "{newData.name} === 'Parka'" });
  expectQuiet();
});

test("a webhook is deleted after its deliveries are counted", async () => {
  const { id } = await createWebhook("/doomed", { description: "Doomed", auth: { type: "none" } });
  await console.service.call("POST", `/webhooks/${id}/test`);
  const { page, expectQuiet, expectAccessible } = await console.openSignedIn("/webhooks");

  await page.getByRole("link", { name: "Doomed" }).click();
  await page.getByRole("button", { name: "More actions for the webhook" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByText("its log: 1 delivery").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();

  await page.getByRole("link", { name: "Doomed" }).waitFor({ state: "detached" });
  expect((await console.service.call("GET", `/webhooks/${id}`)).status).toBe(404);
  await expectAccessible();
  expectQuiet();
});

test("deliveries of all webhooks are filtered, and the filter is in the address", async () => {
  const { page, expectQuiet, expectAccessible } = await console.openSignedIn("/deliveries?type=color%7Ccreate");

  await page.getByRole("link", { name: "color|create" }).first().waitFor();
  expect(await page.getByRole("link", { name: "webhook|test" }).count()).toBe(0);
  await expectAccessible();
  await page.getByRole("combobox", { name: "Event" }).fill("shop|nothing");
  await page.getByText("No matching deliveries").waitFor();

  expect(page.url()).toContain("type=shop");
  expectQuiet();
});

test("an inbound webhook is created with a URL and a secret, called, given a new secret, and deleted", async () => {
  const { page, expectQuiet, expectAccessible } = await console.openSignedIn("/inbound-webhooks");
  await page.getByText("No inbound webhooks yet").waitFor();

  await page.getByRole("button", { name: "New inbound webhook" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Shop orders");
  await page.getByRole("button", { name: "Create inbound webhook" }).click();
  const address = await page.getByRole("textbox", { name: "URL" }).inputValue();
  const secret = await page.getByRole("textbox", { name: "Secret" }).inputValue();
  await expectAccessible();
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByText("Shop orders").waitFor();
  const called = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", "x-webhook-secret": secret },
    body: "{}",
  });
  await expectAccessible();
  await page.getByRole("button", { name: "More actions for Shop orders" }).click();
  await page.getByRole("menuitem", { name: "Rotate secret" }).click();
  await expectAccessible();
  await page.getByRole("button", { name: "Create new secret" }).click();
  await page.getByRole("dialog", { name: "New secret" }).waitFor();
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("button", { name: "More actions for Shop orders" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByText("No workflow uses it.").waitFor();
  await page.getByRole("button", { name: "Delete inbound webhook" }).click();

  await page.getByText("No inbound webhooks yet").waitFor();
  expect(called.status).toBe(202);
  expectQuiet();
});

test("at phone width nothing overflows the page", async () => {
  const { page, goto } = await console.openSignedIn("/webhooks", { viewport: { width: 360, height: 740 } });
  const { body } = await console.service.call("GET", "/webhook-deliveries?limit=1");
  const [delivery] = body.results;

  for (const path of [
    "/webhooks",
    `/webhooks/${delivery.webhookId}`,
    "/deliveries",
    `/deliveries/${delivery.id}`,
    "/inbound-webhooks",
  ]) {
    await goto(path);
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(360);
  }
});

async function createWebhook(path: string, input: Readonly<Record<string, unknown>>) {
  const body = { url: `${receiver.url}${path}`, events: ["item|create"], ...input };
  return (await console.service.call("POST", "/webhooks", { body })).body;
}

async function deliveriesOf(webhookId: string, status: string): Promise<number> {
  const criteria = encodeURIComponent(JSON.stringify({ webhookId, status }));
  return (await console.service.call("GET", `/webhook-deliveries?criteria=${criteria}`)).body.results.length;
}
