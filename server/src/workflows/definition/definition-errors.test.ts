import { afterAll, beforeAll, expect, test } from "vitest";
import { problem } from "../../access/testing/problem.ts";
import { shareTestService, type TestAnswer, type TestService } from "../../testing/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const wait = { name: "wait", action: "external" };

function save(input: object): Promise<TestAnswer> {
  const body = { name: "Workflow", triggers: ["manual|x"], tasks: [wait], ...input };
  return service.call("POST", "/event-workflows", { body });
}

/** A definition with one task that has this config. */
function task(action: string, config: object, more: object = {}) {
  return { tasks: [{ name: "task", action, config, ...more }] };
}

function call(config: object, more: object = {}) {
  return task("http", { url: "https://erp.example/orders", ...config }, more);
}

/** Every error in the response, as its pointer and message. */
function errorsIn({ body }: TestAnswer): string[] {
  const errors: { pointer: string; detail: string }[] = body.errors ?? [];
  return errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

const key = "is not a trigger key. It has two parts, such as item|update or manual|approve.";
const notReachable =
  "address that outbound requests may not reach. The operator can allow it with WEFT_OUTBOUND_ALLOW.";
const secretMissing = "Send the header's value, or the secret to sign with.";

const cases: readonly (readonly [name: string, input: object, pointer: string, words: string])[] = [
  ["an unknown member", { isactive: true }, "#/isactive", "Did you mean isActive?"],
  ["an unknown member of a task", { tasks: [{ ...wait, retries: 3 }] }, "#/tasks/0/retries", "is unknown here."],
  ["an unknown member of a config", call({ methd: "GET" }), "#/tasks/0/config/methd", "Did you mean method?"],
  ["no task", { tasks: [] }, "#/tasks", "Must not be empty."],
  ["an unknown action", task("htp", {}), "#/tasks/0/action", "There is no action htp. Did you mean http?"],
  [
    "an action like no other",
    task("frobnicate", {}),
    "#/tasks/0/action",
    "The actions are http, script, create-entity,",
  ],
  ["a doubled name", { tasks: [wait, wait] }, "#/tasks/1/name", "Task 1 is also named wait."],
  [
    "a name that no placeholder reads",
    { tasks: [{ ...wait, name: "a.b" }] },
    "#/tasks/0/name",
    "letters, digits and _",
  ],
  [
    "a name of JavaScript's own",
    { tasks: [{ ...wait, name: "__proto__" }] },
    "#/tasks/0/name",
    "letters, digits and _",
  ],
  ["a key of one part", { triggers: ["item"] }, "#/triggers/0", `"item" ${key}`],
  ["a key of three parts", { triggers: ["manual|a", "manual|a|b"] }, "#/triggers/1", `"manual|a|b" ${key}`],
  ["an unknown action of a type", { triggers: ["item|updated"] }, "#/triggers/0", "Did you mean item|update?"],
  ["a broken schedule", { triggers: ["cron|61 * * * *"] }, "#/triggers/0", "expected 0 to 59"],
  ["an inbound address that is none", { triggers: ["webhook|erp"] }, "#/triggers/0", "POST /api/inbound-webhooks"],
  [
    "a broken conditional",
    { conditional: "{newData.status} ===" },
    "#/conditional",
    "ends too early (at character 21)",
  ],
  ["a conditional that reaches out", { conditional: "process.exit()" }, "#/conditional", 'The name "process" is not'],
  ["an empty conditional", { conditional: "" }, "#/conditional", "ends too early"],
  ["a broken expression", call({ body: { a: ["={b} +"] } }), "#/tasks/0/config/body/a/0", "ends too early"],
  ["no url", task("http", {}), "#/tasks/0/config/url", "It is required: send a text."],
  ["no whole url", call({ url: "erp/orders" }), "#/tasks/0/config/url", "Use a full URL"],
  ["a file as url", call({ url: "file:///etc/passwd" }), "#/tasks/0/config/url", "starts with https:// or http://"],
  [
    "credentials in the url",
    call({ url: "https://a:b@erp.example" }),
    "#/tasks/0/config/url",
    "user name and password",
  ],
  ["an own address", call({ url: "http://127.0.0.1:80/" }), "#/tasks/0/config/url", notReachable],
  ["an own address in disguise", call({ url: "http://0x7f.1/" }), "#/tasks/0/config/url", notReachable],
  ["the metadata address", call({ url: "http://169.254.169.254/" }), "#/tasks/0/config/url", notReachable],
  [
    "a bad header name",
    call({ headers: { "a/b": "c" } }),
    "#/tasks/0/config/headers/a~1b",
    "can only have letters, digits",
  ],
  ["a header of the connection", call({ headers: { Host: "x" } }), "#/tasks/0/config/headers/Host", "Remove it."],
  ["a header with a line break", call({ headers: { a: "b\r\nc" } }), "#/tasks/0/config/headers/a", "control character"],
  ["a header without value", call({ auth: { type: "header", name: "X" } }), "#/tasks/0/config/auth", secretMissing],
  ["a signature without secret", call({ auth: { type: "hmac" } }), "#/tasks/0/config/auth", secretMissing],
  ["a malformed secret", call({ auth: { type: "hmac", secret: "whsec_x" } }), "#/tasks/0/config/auth/secret", "whsec_"],
  [
    "an unknown auth",
    call({ auth: { type: "basic" } }),
    "#/tasks/0/config/auth/type",
    "Must be one of header, hmac, none.",
  ],
  ["a script without code", task("script", {}), "#/tasks/0/config/code", "It is required: send a text."],
  [
    "a broken script",
    task("script", { code: "const a = 1;\nreturn a +;" }),
    "#/tasks/0/config/code",
    "(line 2, column 11)",
  ],
  ["an external task that is not async", { tasks: [{ ...wait, async: false }] }, "#/tasks/0/async", "always async"],
  ["a heartbeat of a sync task", call({}, { heartbeatSeconds: 5 }), "#/tasks/0/heartbeatSeconds", "Only an async task"],
  [
    "an output for a failure",
    call({}, { timeoutOutput: {} }),
    "#/tasks/0/timeoutOutput",
    'requires onTimeout: "complete"',
  ],
  ["no time at all", { tasks: [{ ...wait, timeoutSeconds: 0 }] }, "#/tasks/0/timeoutSeconds", "Must be at least 1."],
  ["no attempts", { tasks: [{ ...wait, retry: { attempts: 0 } }] }, "#/tasks/0/retry/attempts", "Must be at least 1."],
  [
    "an unknown kind",
    task("create-entity", { entityName: "itm", object: {} }),
    "#/tasks/0/config/entityName",
    "mean item?",
  ],
  [
    "an update of nothing",
    task("update-entity", { entityName: "item", object: {} }),
    "#/tasks/0/config/id",
    "It is required",
  ],
  [
    "a text as fields",
    task("create-entity", { entityName: "item", object: "x" }),
    "#/tasks/0/config/object",
    "placeholder",
  ],
  ["a negative delay", task("delay", { seconds: -1 }), "#/tasks/0/config/seconds", "Must be at least 0."],
  [
    "a delay of no number",
    task("delay", { seconds: "soon" }),
    "#/tasks/0/config/seconds",
    "or a text with a placeholder",
  ],
  ["a load of nothing", task("load", {}), "#/tasks/0/config/config", "configuration of the load"],
  [
    "a publish of nothing",
    task("publish-assortment", {}),
    "#/tasks/0/config/assortmentId",
    "It is required: send a text.",
  ],
];

test.each(cases)("%s is rejected with its pointer", async (_name, input, pointer, words) => {
  const answer = await save(input);

  expect(answer).toMatchObject(problem("invalid-request"));
  expect(errorsIn(answer)).toEqual([expect.stringContaining(`${pointer} `)]);
  expect(errorsIn(answer)[0]).toContain(words);
});

test("all errors are reported at once, and nothing is saved", async () => {
  const answer = await save({
    triggers: ["manual|x", "items|create"],
    conditional: "{a} +",
    tasks: [...task("htp", {}).tasks, { ...wait, async: false }],
  });

  const { body: list } = await service.call("GET", "/event-workflows");
  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    "#/triggers/1",
    "#/conditional",
    "#/tasks/0/action",
    "#/tasks/1/async",
  ]);
  expect(answer.body.detail).toContain("(and 3 more)");
  expect(list.results).toEqual([]);
});

test("values known only at run time are accepted: placeholders, unresolved names, external keys", async () => {
  const inputs = [
    call({ url: "https://{newData.host}/orders", headers: { "X-Item": "{newData.name}" } }),
    call({ url: "https://not-yet.invalid/", auth: { type: "none" } }),
    task("create-entity", { entityName: "{body.kind}", object: "{body.fields}" }),
    task("delay", { seconds: "{body.seconds}" }),
    task("script", { code: "return `{not a placeholder`;", rest: "={event.a}" }),
    { triggers: ["order|shipped", "manual|approve the item"] },
    { triggers: [] },
  ];

  const answers: TestAnswer[] = [];
  for (const [index, input] of inputs.entries()) {
    answers.push(await save({ name: `Accepted ${index}`, ...input }));
  }

  expect(answers.map(({ status, body }) => [status, body.errors])).toEqual(inputs.map(() => [201, undefined]));
});
