import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestService } from "../../testing/test-service.ts";
import { type ReceivedCall, type Receiver, startReceiver } from "../testing/receiver.ts";
import { run, shareWorkflowService } from "../testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

let service: TestService;
let receiver: Receiver;
let otherPlace: Receiver;

beforeAll(async () => {
  [service, receiver, otherPlace] = await Promise.all([shareWorkflowService(), startReceiver(), startReceiver()]);
});

afterAll(async () => {
  await service.stop();
  await Promise.all([receiver.close(), otherPlace.close()]);
});

let seen: number;

beforeEach(() => {
  receiver.answer(() => ({}));
  seen = receiver.calls.length;
});

/** The calls made by this test. */
const calls = (): readonly ReceivedCall[] => receiver.calls.slice(seen);

const event = { newData: { id: "i1", name: "Parka", price: 99.5, tags: ["a"], isNew: false }, url: "http://10.0.0.1/" };

/** Runs a workflow with one call, optionally with more of its definition. */
function call(config: object, more: object = {}): Promise<Json> {
  const task = { name: "call", action: "http", config: { url: `${receiver.url}/orders`, ...config }, ...more };
  return run(service, { tasks: [task] }, event);
}

describe("the request", () => {
  test("is the event as JSON by POST, with the idempotency key of the task", async () => {
    const process = await call({});

    const [sent] = calls();
    expect(calls()).toHaveLength(1);
    expect(sent).toMatchObject({ method: "POST", path: "/orders", body: process.triggerEvent });
    expect(sent?.headers).toMatchObject({
      "content-type": "application/json",
      "idempotency-key": process.tasks[0].idempotencyKey,
      "user-agent": "weft-workflows",
    });
    expect(JSON.stringify([sent?.headers, sent?.body])).not.toMatch(/callback|x-weft-/i);
    expect(process.tasks[0].input).toEqual({ url: `${receiver.url}/orders` });
  });

  test("can have a custom body, method and headers, with placeholders that keep their types", async () => {
    const process = await call({
      url: `${receiver.url}/items/{newData.id}`,
      method: "PUT",
      headers: { "Content-Type": "application/vnd.erp+json", "X-Price": "{newData.price}", "X-None": "{newData.none}" },
      body: {
        price: "{newData.price}",
        new: "{newData.isNew}",
        tags: "{newData.tags}",
        text: "a {newData.name}",
        no: "{x}",
      },
    });

    const [sent] = calls();
    const body = { price: 99.5, new: false, tags: ["a"], text: "a Parka" };
    expect(sent).toMatchObject({ method: "PUT", path: "/items/i1", body });
    expect(sent?.headers).toMatchObject({ "content-type": "application/vnd.erp+json", "x-price": "99.5" });
    expect(sent?.headers["x-none"]).toBeUndefined();
    expect(process.tasks[0].input).toMatchObject({ body, url: `${receiver.url}/items/i1` });
  });

  test.each([
    ["a text", "{newData.name} is new", "Parka is new", "text/plain; charset=utf-8"],
    ["a list", ["{newData.id}"], '["i1"]', "application/json"],
    ["what is not there", "{newData.none}", "null", "application/json"],
    ["null", null, "null", "application/json"],
  ])("is %s if the body says so", async (_name, body, text, contentType) => {
    await call({ body });

    expect(calls()).toMatchObject([{ text, headers: { "content-type": contentType } }]);
  });

  test("has no body for GET", async () => {
    await call({ method: "GET", url: `${receiver.url}/items?name={newData.name}` });

    const [sent] = calls();
    expect(sent).toMatchObject({ method: "GET", path: "/items?name=Parka", text: "" });
    expect(sent?.headers["content-type"]).toBeUndefined();
    expect(sent?.headers["content-length"]).toBeUndefined();
  });

  test("is signed exactly as sent", async () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    const process = await call({ body: "Größe {newData.name}", auth: { type: "hmac", secret } });

    const [sent] = calls();
    const headers = Object.fromEntries(
      Object.entries(sent?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(headers["webhook-id"]).toBe(process.tasks[0].idempotencyKey);
    const date = new Date(Number(headers["webhook-timestamp"]) * 1000);
    expect(headers["webhook-signature"]).toBe(
      new Webhook(secret).sign(String(headers["webhook-id"]), date, sent?.text ?? ""),
    );
  });

  test("cannot impersonate another task or credential through custom headers", async () => {
    const process = await call({
      headers: { "Idempotency-Key": "forged", "x-erp-key": "forged" },
      auth: { type: "header", name: "X-Erp-Key", value: "real" },
    });

    expect(calls()[0]?.headers).toMatchObject({
      "idempotency-key": process.tasks[0].idempotencyKey,
      "x-erp-key": "real",
    });
  });
});

describe("the response", () => {
  const text = { "content-type": "text/plain" };

  test.each<[string, Json, object]>([
    ["an object of JSON", { body: { order: { number: 7 } } }, { order: { number: 7 } }],
    ["other JSON", { body: [1, 2] }, { status: 200, body: [1, 2] }],
    ["JSON of another name", { body: { a: 1 }, headers: { "content-type": "application/problem+json" } }, { a: 1 }],
    ["text", { body: "done", status: 201, headers: text }, { status: 201, body: "done" }],
    ["broken JSON", { body: "{" }, { status: 200, body: "{" }],
    ["nothing", { body: "", status: 202 }, { status: 202 }],
    ["what no database keeps", { body: '{"a":"\\u0000\\ud800"}' }, { a: "\ufffd\ufffd" }],
    ["text that no database keeps", { body: "a\0b", headers: text }, { status: 200, body: "a\ufffdb" }],
  ])("%s becomes the output", async (_name, answer, output) => {
    receiver.answer(() => answer);

    const process = await call({});

    expect(process).toMatchObject({ status: "completed", taskOutputs: { call: output } });
  });

  test("an endless response is truncated", async () => {
    receiver.answer(() => ({ body: { a: "x".repeat(2_000_000) } }));

    const { taskOutputs } = await call({});

    expect(taskOutputs.call).toMatchObject({ status: 200, isCut: true });
    expect(taskOutputs.call.body).toHaveLength(16_384);
  });

  test("is available to later tasks", async () => {
    receiver.answer(({ path }) => (path === "/first" ? { body: { order: { number: 4711 } } } : {}));
    const tasks = [
      { name: "Send order", action: "http", config: { url: `${receiver.url}/first` } },
      {
        name: "next",
        action: "http",
        config: { url: `${receiver.url}/{tasks.Send order.output.order.number}`, body: "{tasks.Send order.output}" },
      },
    ];

    await run(service, { tasks }, event);

    expect(calls()[1]).toMatchObject({ path: "/4711", body: { order: { number: 4711 } } });
  });

  test.each([400, 404, 409, 410, 500, 503])(
    "with status %i fails the task, which shows the response",
    async (status) => {
      receiver.answer(() => ({ status, body: "no stock\0" }));

      const { status: ended, failure, tasks } = await call({});

      expect([ended, failure.code, failure.message]).toEqual(["failed", "error", `The receiver returned ${status}.`]);
      expect(tasks[0]).toMatchObject({ status: "failed", input: { url: `${receiver.url}/orders` } });
      expect(tasks[0].logs).toEqual([
        expect.stringMatching(new RegExp(`Z The receiver returned ${status}: no stock\ufffd$`)),
      ]);
    },
  );
});

describe("redirects", () => {
  test("are followed, without secrets if the origin changes", async () => {
    otherPlace.answer(() => ({ body: { arrived: true } }));
    receiver.answer(({ path }) =>
      path === "/orders"
        ? { status: 307, headers: { location: "/moved" } }
        : { status: 307, headers: { location: `${otherPlace.url}/far` } },
    );

    const process = await call({ auth: { type: "header", name: "X-Erp-Key", value: "secret" } });

    const far = otherPlace.calls.at(-1);
    expect(process.taskOutputs.call).toEqual({ arrived: true });
    expect(calls().map(({ path, headers }) => [path, headers["x-erp-key"]])).toEqual([
      ["/orders", "secret"],
      ["/moved", "secret"],
    ]);
    expect(far).toMatchObject({ method: "POST", path: "/far", body: process.triggerEvent });
    expect(far?.headers["x-erp-key"]).toBeUndefined();
  });

  test("that never end, or that lead to a forbidden address, fail the task", async () => {
    receiver.answer(({ path }) => ({
      status: 302,
      headers: { location: path === "/circle" ? "/circle" : "http://169.254.169.254/latest/meta-data" },
    }));

    const circle = await call({ url: `${receiver.url}/circle` });
    const forbidden = await call({});

    expect(circle.failure.message).toContain("redirected more than 3 times");
    expect(forbidden.failure.message).toContain("may not reach");
  });
});

describe("a call fails for", () => {
  test.each([
    ["an address inside", "http://10.0.0.1/", "may not reach"],
    ["the metadata address", "http://169.254.169.254/", "may not reach"],
    ["a loopback address that is not allowed", "http://127.0.0.2/", "may not reach"],
    ["a mapped address", "http://[::ffff:10.0.0.1]/", "may not reach"],
    ["a file", "file:///etc/passwd", "https:// or http://"],
    ["credentials", "http://a:b@127.0.0.1/", "user name and password"],
    ["no url", "erp", "Use a full URL"],
    ["nothing", "", "config.url"],
  ])("%s that a placeholder resolves to", async (_name, url, words) => {
    const task = { name: "call", action: "http", config: { url: "{body.url}" } };

    const process = await run(service, { tasks: [task] }, { body: { url } });

    expect(process).toMatchObject({ status: "failed", failure: { code: "error", taskName: "call" } });
    expect(process.failure.message).toContain(words);
  });

  test("a header that a placeholder splits in two", async () => {
    const config = { url: receiver.url, headers: { "X-Name": "{body.name}" } };

    const process = await run(
      service,
      { tasks: [{ name: "call", action: "http", config }] },
      { body: { name: "a\r\nb: c" } },
    );

    expect(process.failure.message).toContain("control character");
    expect(calls()).toEqual([]);
  });

  test("a port without a listener", async () => {
    const gone = await startReceiver();
    await gone.close();

    const process = await call({ url: gone.url });

    expect(process).toMatchObject({ status: "failed", failure: { code: "error" } });
    expect(process.failure.message).toMatch(/127\.0\.0\.1/);
  });
});
