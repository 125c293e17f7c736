import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, buildUser, firstOrg } from "../../server/src/testing/builders.ts";
import {
  buildAwaiting,
  buildWorkflow,
  callBack,
  ended,
  processIn,
  start,
} from "../../server/src/workflows/testing/workflow-world.ts";
import { type Console, openConsole } from "../testing/console.ts";

let desk: Console;

beforeAll(async () => {
  desk = await openConsole();
});

afterAll(() => desk.close());

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

async function createItem(object: object): Promise<Json> {
  return (await desk.service.call("POST", "/items", { body: object })).body;
}

test("a workflow is created from a template, triggered by a change, shown as a timeline and completed manually", async () => {
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/workflows");
  const item = await createItem({ name: "Anorak", price: 10 });

  await page.getByRole("heading", { name: "No workflows yet" }).waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: /Approve a price change/ }).click();
  await breakAndFix(page, expectAccessible);
  await page.getByRole("button", { name: "Create workflow" }).click();
  await page.getByRole("heading", { name: "Approve prices", level: 1 }).waitFor();

  await desk.service.call("PUT", `/items/${item.id}`, { body: { price: 12 } });
  await page.goto(`${desk.service.address}/processes`);
  await page.getByRole("link", { name: "Approve prices" }).click();
  await page.getByRole("heading", { name: "Run of Approve prices" }).waitFor();
  await page.getByRole("link", { name: "Anorak" }).waitFor();
  await page.getByRole("button", { name: /^Decide/ }).click();
  await page.getByRole("link", { name: "Complete or fail task" }).click();

  await page.getByRole("heading", { name: "Waiting for you" }).waitFor();
  await expectAccessible();
  await page.getByLabel("Output 1, value").fill("approved");
  await page.getByLabel("Message", { exact: true }).fill("the factory agrees");
  await page.getByRole("button", { name: "Complete task", exact: true }).click();

  await page.getByLabel("Logs of Decide").getByText("the factory agrees").waitFor();
  await page.getByRole("table", { name: "Callbacks" }).getByText("Accepted").waitFor();
  await page.getByRole("link", { name: "Run of Approve prices" }).click();
  await page.getByRole("button", { name: /Note the decision.*completed/ }).click();
  await page.getByRole("link", { name: "View 1 change" }).waitFor();
  await expectAccessible();
  expect((await desk.service.call("GET", `/items/${item.id}`)).body.priceApproval).toBe("approved");
  expectQuiet();
});

/** An error is shown at its field and in the list on top, which links to it; the form and the JSON stay in sync. */
async function breakAndFix(page: Page, expectAccessible: () => Promise<void>): Promise<void> {
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Approve prices");
  const taskName = page.getByRole("region", { name: "Task 1: Decide" }).getByLabel("Task name");
  await taskName.fill("De/cide");
  await page.getByText("Fix 1 error before saving").waitFor();
  expect(await page.getByText("A task name has letters").count()).toBe(2);
  await expectAccessible();
  await page.getByRole("button", { name: "De/cide, name" }).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Decide");
  await page.getByRole("status").getByText("No errors").waitFor();
  await page.getByText("JSON", { exact: true }).click();
  await page.locator(".cm-content").getByText('"Approve prices"').waitFor();
  await page.getByText("Form", { exact: true }).click();
}

test("a new workflow without a name is not sent to the service", async () => {
  const { page, expectQuiet } = await desk.openSignedIn("/workflows");
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });

  await page.goto(`${desk.service.address}/workflows/new?template=blank`);
  await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(refused).toEqual([]);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Named");

  await page.getByRole("status").getByText("No errors").waitFor();
  expect(refused).toEqual([]);
  expectQuiet();
});

test("a completed task shows neither progress nor that it has not started", async () => {
  const { task } = await buildAwaiting(desk.service, { name: "Ask the mill" });
  const { page, goto, expectQuiet } = await desk.openSignedIn("/tasks");
  await callBack(desk.service, { taskId: task.id, status: "PROGRESS", progress: 40 });
  await goto(`/tasks/${task.id}`);
  await page.getByText("40 %").waitFor();

  await callBack(desk.service, { taskId: task.id, status: "SUCCESS" });

  await page.getByText("completed", { exact: true }).first().waitFor();
  await page.getByText("40 %").waitFor({ state: "detached" });
  expect(await page.getByText("has not started").count()).toBe(0);
  expectQuiet();
});

test("tasks are moved with the keyboard, and typed JSON updates the form", async () => {
  const { page, expectQuiet } = await desk.openSignedIn("/workflows/new?template=approve");

  await page.getByRole("button", { name: "Move Decide down" }).press("Enter");
  await page.getByRole("region", { name: "Task 2: Decide" }).waitFor();
  await page.keyboard.press("Alt+ArrowUp");
  await page.getByRole("region", { name: "Task 1: Decide" }).waitFor();
  await page.getByRole("button", { name: "Duplicate Decide" }).click();
  await page.getByRole("region", { name: "Task 2: Decide 2" }).waitFor();
  await page.getByText("JSON", { exact: true }).click();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(
    '{"name":"Typed","triggers":["cron|0 6 * * *"],"tasks":[{"name":"Nap","action":"delay","config":{"seconds":5}}]}',
  );
  await page.getByText("Form", { exact: true }).click();

  expect(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("Typed");
  expect(await page.getByRole("textbox", { name: "Seconds", exact: true }).inputValue()).toBe("5");
  await page.getByRole("region", { name: "Workflow diagram" }).getByText("Every day at 6:00").waitFor();
  expectQuiet();
});

test("a workflow with an inbound webhook trigger, chosen by name, runs when the webhook is called", async () => {
  const { body: other } = await desk.service.call("POST", "/inbound-webhooks", { body: { name: "Orders" } });
  const { body: hook } = await desk.service.call("POST", "/inbound-webhooks", { body: { name: "Stock" } });
  const { page, goto, expectAccessible, expectQuiet } = await desk.openSignedIn("/workflows/new?template=blank");

  await page.getByRole("textbox", { name: "Name", exact: true }).fill("On stock");
  await page.getByRole("button", { name: "Remove trigger 1" }).click();
  await page.getByText("Without triggers, the workflow never runs.").waitFor();
  await page.getByRole("button", { name: "Add trigger" }).click();
  await page.getByRole("menuitem", { name: "An inbound webhook is called" }).click();
  await page.getByRole("group", { name: "Trigger 1" }).getByText("Choose an inbound webhook.").waitFor();
  await page.getByRole("combobox", { name: "Inbound webhook" }).click();
  await page.getByRole("option", { name: "Stock" }).click();
  await page.getByRole("status").getByText("No errors").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Create workflow" }).click();
  await page.getByRole("heading", { name: "On stock", level: 1 }).waitFor();

  const calls = [other, hook].map(({ url, secret }) =>
    fetch(`${desk.service.address}${url}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-webhook-secret": secret },
      body: JSON.stringify({ sku: "P10", left: 3 }),
    }),
  );
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([202, 202]);
  await goto("/processes");
  await page.getByRole("link", { name: "On stock" }).click();
  await page.getByRole("heading", { name: "Run of On stock" }).waitFor();
  const { body: runs } = await desk.service.call("GET", "/event-workflow-processes");
  expect(runs.results.filter(({ triggerKey }: Json) => triggerKey.startsWith("webhook|"))).toMatchObject([
    { triggerKey: `webhook|${hook.id}` },
  ]);
  expectQuiet();
});

test("a failed task is retried, and a run is canceled after confirmation", async () => {
  const workflow = await buildWorkflow(desk.service, {
    name: "Fails",
    tasks: [
      { name: "Break", action: "script", config: { code: "console.log('so far'); throw new Error('no luck');" } },
    ],
  });
  const failed = await ended(desk.service, (await start(desk.service, workflow)).id);
  const { process: waiting } = await buildAwaiting(desk.service, { name: "Waits" });
  const { page, goto, expectAccessible, expectQuiet } = await desk.openSignedIn(`/processes/${failed.id}`);

  await page.getByText("no luck").first().waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Retry Break" }).click();
  await page.getByText("Break restarted.").waitFor();
  await page.getByRole("button", { name: /^Break/ }).click();
  await page.getByLabel("Logs of Break").getByText("so far").nth(1).waitFor();

  await goto(`/processes/${waiting.id}`);
  await page.getByRole("button", { name: "Cancel run" }).click();
  const question = page.getByRole("dialog", { name: "Cancel this run?" });
  await question.getByText("wait (awaiting)").waitFor();
  await question.getByRole("button", { name: "Cancel run" }).click();
  await page.getByText("Run canceled.").waitFor();
  expect((await processIn(desk.service, waiting.id, "canceled")).status).toBe("canceled");

  await goto("/processes?status=failed");
  await page.getByRole("link", { name: "Fails" }).waitFor();
  expect(await page.getByRole("link", { name: "Waits" }).count()).toBe(0);
  await expectAccessible();
  expectQuiet();
});

test("waiting tasks are listed, and failing one manually names the consequences first", async () => {
  const { task } = await buildAwaiting(desk.service, { name: "Quotes" });
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn("/tasks?name=wait");

  await page
    .getByRole("row", { name: /Quotes/ })
    .getByRole("link", { name: "wait" })
    .click();
  await page.getByLabel("Status message").fill("Called them");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByText("Status message updated.").waitFor();
  await page.getByLabel("Message", { exact: true }).fill("the factory is closed");
  await page.getByRole("button", { name: "Fail task…" }).click();
  const question = page.getByRole("dialog", { name: "Fail “wait”?" });
  await question.getByText("Log message: the factory is closed").waitFor();
  await question.getByRole("button", { name: "Fail task" }).click();
  await page.getByText("wait failed").first().waitFor();

  const { body } = await desk.service.call("GET", `/event-workflow-tasks/${task.id}`);
  expect(body).toMatchObject({ status: "failed", subtext: "the factory is closed" });
  await page.goto(`${desk.service.address}/tasks?status=all`);
  await page.getByRole("table").waitFor();
  await expectAccessible();
  expectQuiet();
});

test("a workflow is tested and disabled, and a change by another user is shown before it is overwritten", async () => {
  const workflow = await buildWorkflow(desk.service, {
    name: "By hand",
    tasks: [{ name: "Say", action: "script", config: { code: "return { said: event.word };" } }],
  });
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn(`/workflows/${workflow.id}?tab=try`);

  await page.getByRole("button", { name: "Start run" }).click();
  await page.getByRole("button", { name: /^Say.*completed/ }).waitFor();
  await expectAccessible();
  await page.getByRole("tab", { name: "Definition" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("By my hand");
  await page.getByRole("switch", { name: "By hand enabled" }).click({ force: true });
  await page.getByText("By hand disabled. Active runs continue.").waitFor();
  const theirs = { body: { description: "Theirs" } };
  await desk.service.call("PUT", `/event-workflows/${workflow.id}`, theirs);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Someone else changed this workflow").waitFor();
  await page.getByRole("button", { name: "Overwrite theirs" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "By my hand", level: 1 }).waitFor();

  const { body } = await desk.service.call("GET", `/event-workflows/${workflow.id}`);
  expect(body).toMatchObject({ name: "By my hand", isActive: false });
  await page.goto(`${desk.service.address}/workflows`);
  await page.getByRole("switch", { name: "By my hand enabled" }).waitFor({ state: "attached" });
  await expectAccessible();
  expectQuiet();
});

test("a workflow whose owner is deactivated is shown as stopped and taken over", async () => {
  const org = await firstOrg(desk.service);
  const user = await buildUser(desk.service, org, { role: "editor" });
  const { headers } = await buildKey(desk.service, org, { user });
  const body = { name: "Left behind", triggers: ["manual|left"], tasks: [{ name: "wait", action: "external" }] };
  const { body: workflow } = await desk.service.call("POST", "/event-workflows", { headers, body });
  await desk.service.call("PUT", `/users/${user.id}`, { body: { isActive: false } });
  const { page, expectAccessible, expectQuiet } = await desk.openSignedIn(`/workflows/${workflow.id}`);

  await page.getByText("The user is deactivated.").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Take over" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take over" }).click();
  await page.getByText(/^Owner: .+ \(user\)$/).waitFor();

  const { body: taken } = await desk.service.call("GET", `/event-workflows/${workflow.id}`);
  expect(taken).toMatchObject({ stoppedReason: null, owner: { type: "user" } });
  expectQuiet();
});
