import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestService } from "../../testing/test-service.ts";
import { beginTorture } from "../../testing/torture.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { buildWorkflow, ended, start, startWorkflowService } from "../testing/workflow-world.ts";

const torture = beginTorture("secrets of workflows");

let service: TestService;
let erp: Receiver;
let otherPlace: Receiver;

beforeAll(async () => {
  [service, erp, otherPlace] = await Promise.all([startWorkflowService(), startReceiver(), startReceiver()]);
});

afterAll(async () => {
  await service.stop();
  await Promise.all([erp.close(), otherPlace.close()]);
});

const firstKey = "first-key-that-nobody-reads";
const secondKey = "second-key-that-nobody-reads";
const firstSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const secondSecret = "whsec_Zm9yIHRlc3RzIG9ubHksIG5vdGhpbmcgZWxzZSE=";

const header = { type: "header", name: "X-Erp-Key" } as const;
const hmac = { type: "hmac" } as const;

function tasks(headerAuth: object, hmacAuth: object) {
  return [
    { name: "with key", action: "http", config: { url: `${erp.url}/key`, auth: headerAuth } },
    { name: "signed", action: "http", config: { url: `${erp.url}/signed`, auth: hmacAuth } },
  ];
}

const buildBoth = () =>
  buildWorkflow(service, { tasks: tasks({ ...header, value: firstKey }, { ...hmac, secret: firstSecret }) });

/** Runs the workflow and returns the two calls that it made. */
async function callsOf(workflow: { id: string; triggers: string[] }) {
  const before = erp.calls.length;
  const { id } = await start(service, workflow, { a: 1 });
  const process = await ended(service, id);
  expect(process.status).toBe("completed");
  const [withKey, signed] = erp.calls.slice(before);
  return { process, key: withKey?.headers["x-erp-key"], signed };
}

function isSignedBy(secret: string, call: Awaited<ReturnType<typeof callsOf>>["signed"]): boolean {
  try {
    new Webhook(secret).verify(
      call?.text ?? "",
      Object.fromEntries(Object.entries(call?.headers ?? {}).map(([name, value]) => [name, String(value)])),
    );
    return true;
  } catch {
    return false;
  }
}

/** Everything that the database stores about workflows and their history, as text. */
async function storedText(): Promise<string> {
  const tables = [
    "event_workflows",
    "event_workflow_versions",
    "event_workflow_processes",
    "event_workflow_tasks",
    "event_workflow_task_logs",
    "changes",
  ];
  const texts: string[] = [];
  for (const table of tables) {
    const rows = await service.database.db.query({
      text: `select t::text, to_jsonb(t)::text as json from ${table} t`,
      values: [],
    });
    texts.push(JSON.stringify(rows));
  }
  return texts.join("\n");
}

/** The secret as text, and as a bytea column would show it. */
function spellingsOf(secret: string): string[] {
  return [secret, Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64").slice(0, -4)];
}

test("secrets reach the receiver and are not stored or shown anywhere else", async () => {
  const workflow = await buildBoth();

  const { process, key, signed } = await callsOf(workflow);

  const { body: read } = await service.call("GET", `/event-workflows/${workflow.id}`);
  const { body: list } = await service.call("GET", "/event-workflows");
  const { body: history } = await service.call("GET", "/change-history");
  const shown = JSON.stringify([workflow, read, list, history, process]) + service.logLines.join("\n");
  const everything = shown + (await storedText());
  expect(key).toBe(firstKey);
  expect(isSignedBy(firstSecret, signed)).toBe(true);
  expect(read.tasks.map(({ config }: { config: { auth: object } }) => config.auth)).toEqual([header, hmac]);
  for (const secret of [firstKey, firstSecret].flatMap(spellingsOf)) {
    expect(everything).not.toContain(secret);
  }
  torture.verdict(
    `none in answers, history, ${service.logLines.length} log lines and the database, in three spellings`,
  );
});

test("a document that is sent back, unchanged or with a change, keeps its secrets", async () => {
  const workflow = await buildBoth();
  const { body: read } = await service.call("GET", `/event-workflows/${workflow.id}`);

  const same = await service.call("PUT", `/event-workflows/${workflow.id}`, { body: read });
  const renamed = await service.call("PUT", `/event-workflows/${workflow.id}`, { body: { ...read, name: "Renamed" } });
  const changed = await service.call("PUT", `/event-workflows/${workflow.id}`, {
    body: {
      tasks: read.tasks.map((task: { config: object }) => ({ ...task, config: { ...task.config, body: { a: 1 } } })),
    },
  });

  const { key, signed } = await callsOf(changed.body);
  expect([same.body.version, renamed.body.version, changed.body.version]).toEqual([1, 2, 3]);
  expect([key, isSignedBy(firstSecret, signed)]).toEqual([firstKey, true]);
});

test("secrets that are sent again replace the old ones for new processes", async () => {
  const workflow = await buildBoth();

  const saved = await service.call("PUT", `/event-workflows/${workflow.id}`, {
    body: { tasks: tasks({ ...header, value: secondKey }, { ...hmac, secret: secondSecret }) },
  });

  const { key, signed } = await callsOf(saved.body);
  expect(JSON.stringify(saved.body)).not.toContain(secondKey);
  expect(key).toBe(secondKey);
  expect([isSignedBy(firstSecret, signed), isSignedBy(secondSecret, signed)]).toEqual([false, true]);
});

test.each([
  ["another host", (read: { tasks: object[] }) => withUrl(read, `${otherPlace.url}/key`)],
  ["another path", (read: { tasks: object[] }) => withUrl(read, `${erp.url}/echo`)],
  ["another query", (read: { tasks: object[] }) => withUrl(read, `${erp.url}/key?to=me`)],
  ["another method", (read: { tasks: object[] }) => withConfig(read, { method: "PUT" })],
  ["another header", (read: { tasks: object[] }) => withConfig(read, { auth: { ...header, name: "Accept" } })],
  ["a host that the event says", (read: { tasks: object[] }) => withUrl(read, "http://{body.host}/key")],
  ["another name of the task", (read: { tasks: object[] }) => [{ ...read.tasks[0], name: "renamed" }]],
  [
    "another kind of proof",
    (read: { tasks: object[] }) => [{ ...read.tasks[0], config: { url: erp.url, auth: hmac } }],
  ],
])("a stored secret does not apply to %s: it must be sent again", async (_name, change) => {
  const workflow = await buildBoth();

  const answer = await service.call("PUT", `/event-workflows/${workflow.id}`, { body: { tasks: change(workflow) } });

  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject([{ pointer: "#/tasks/0/config/auth" }]);
  expect(answer.body.errors[0].detail).toContain("Send the header's value");
});

function withConfig({ tasks: [first] }: { tasks: object[] }, config: object) {
  return [{ ...first, config: { url: `${erp.url}/key`, auth: header, ...config } }];
}

function withUrl({ tasks: [first] }: { tasks: object[] }, url: string) {
  return [{ ...first, config: { url, auth: header } }];
}

test("braces in a secret are not placeholders", async () => {
  const value = "={a {b} }c";
  const workflow = await buildWorkflow(service, {
    tasks: tasks({ ...header, value }, { ...hmac, secret: firstSecret }),
  });

  const { key } = await callsOf(workflow);

  expect(key).toBe(value);
});

test("a redirect to another origin carries no secret, whatever its header name", async () => {
  const auth = { type: "header", name: "Accept-Language", value: firstKey };
  const workflow = await buildWorkflow(service, {
    tasks: [{ name: "call", action: "http", config: { url: `${erp.url}/moved`, method: "GET", auth } }],
  });
  erp.answer(() => ({ status: 302, headers: { location: `${otherPlace.url}/landed` } }));

  const process = await ended(service, (await start(service, workflow)).id);
  erp.answer(() => ({}));

  expect(process.status).toBe("completed");
  expect(erp.calls.at(-1)?.headers["accept-language"]).toBe(firstKey);
  expect(otherPlace.calls.at(-1)?.path).toBe("/landed");
  expect(JSON.stringify(otherPlace.calls)).not.toContain(firstKey);
});
