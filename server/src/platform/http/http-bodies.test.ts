import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyHeaders, startTestService, type TestService } from "../../testing/test-service.ts";
import { expectProblem } from "./testing/expect-problem.ts";
import { type Answer, type RequestParts, readAnswer, sendBytes, sendRequest } from "./testing/send-request.ts";

const bodyBytesMax = 2048;

let service: TestService;
let key: Record<string, string>;

beforeAll(async () => {
  service = await startTestService({ WEFT_BODY_BYTES_MAX: String(bodyBytesMax) });
  key = keyHeaders(service.first);
});

afterAll(() => service.stop());

/** Creates an app, which requires a name and accepts a description. */
function post(body: RequestParts["body"], headers: RequestParts["headers"] = {}): Promise<Answer> {
  return sendRequest(`${service.address}/api/apps`, {
    method: "POST",
    headers: { ...key, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

async function appNames(): Promise<string[]> {
  const { body } = await service.call("GET", "/apps?limit=1000");
  return body.results.map(({ name }: { name: string }) => name);
}

function nest(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

test.each([
  ["application/json", "application/json"],
  ["capitals and a charset", "Application/JSON; charset=UTF-8"],
  ["a JSON of its own", "application/vnd.weft+json"],
])("a body with the media type of %s is accepted", async (name, contentType) => {
  const answer = await post(JSON.stringify({ name, description: "Größe 𝒳, 😀 and \u0001" }), {
    "content-type": contentType,
  });

  expect(answer).toMatchObject({ status: 201, body: { name, description: "Größe 𝒳, 😀 and \u0001" } });
});

test.each([
  ["text", "name=x", "Expected a value"],
  ["a value cut short", '{"name":"x"', 'Expected "," or "}" after a member, found the end (line 1, column 12).'],
  ["a comma at the end", '{"name":"x",}', "(line 1, column 13)"],
  ["a repeated key", '{"name":"x","name":"y"}', 'The key "name" is duplicated'],
  ["the key __proto__", '{"name":"x","__proto__":{"isAdmin":true}}', 'The key "__proto__" is not allowed'],
  ["a number beyond doubles", '{"name":1e400}', 'The number "1e400" is outside'],
  ["an integer beyond 2^53", '{"name":9007199254740993}', "send it as a string"],
  ["half a surrogate pair, escaped", '{"name":"\\ud83d"}', "half of a surrogate pair"],
  ["NUL, escaped", '{"name":"a\\u0000b"}', "NUL"],
  ["NUL, bare", '{"name":"a\0b"}', "control character"],
  ["nesting of 65 levels", nest(65), "deeper than 64 levels"],
  ["nothing but whitespace", " \n ", "The body is empty"],
])("a body with %s is rejected with a position or a reason", async (_, body, detail) => {
  const answer = await post(body);

  expect(expectProblem(answer, "invalid-json").detail).toContain(detail);
});

test.each([
  ["half a surrogate pair", [0xed, 0xa0, 0xbd]],
  ["an overlong NUL", [0xc0, 0x80]],
  ["Latin-1", [0xe9]],
  ["a character cut short", [0xe2, 0x82]],
])("a body with %s in its bytes is rejected", async (_, bytes) => {
  const answer = await post(Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]));

  expect(expectProblem(answer, "invalid-json").detail).toBe("The body is not valid UTF-8; encode it as UTF-8.");
});

test("nesting of 64 levels is parsed, and then validated against the contract", async () => {
  const answer = await post(nest(64));

  expect(expectProblem(answer, "invalid-request").errors?.map(({ pointer }) => pointer)).toEqual(["#/name", "#/a"]);
});

test("every error is listed with its location, not only the first", async () => {
  const answer = await post('{"name":7,"descripton":"x","description":false,"a/b~c":1}');

  const problem = expectProblem(answer, "invalid-request");
  expect(problem.detail).toContain("(and 3 more)");
  expect(problem.errors?.map(({ pointer, code }) => [pointer, code])).toEqual([
    ["#/name", "invalid-type"],
    ["#/description", "invalid-type"],
    ["#/descripton", "unknown-member"],
    ["#/a~1b~0c", "unknown-member"],
  ]);
});

test("the errors of a query are listed by parameter", async () => {
  const answer = await service.call("GET", "/apps?limit=0&offset=5");

  expect(expectProblem(answer, "invalid-request").errors?.map(({ pointer }) => pointer)).toEqual(["limit", "offset"]);
});

test.each([
  ["none", undefined],
  ["an empty one", ""],
])("if a body is required, %s is rejected", async (_, body) => {
  const answer = await post(body);

  expect(expectProblem(answer, "invalid-request").errors).toMatchObject([{ pointer: "#" }]);
});

test.each(["null", "[]", '"x"', "7"])("if an object is required, %s is rejected", async (body) => {
  expectProblem(await post(body), "invalid-request");
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "json",
  "",
])("a body with the media type %j is rejected", async (contentType) => {
  expectProblem(await post('{"name":"x"}', { "content-type": contentType }), "unsupported-media-type");
});

test("a body without a media type is rejected", async () => {
  const answer = await sendRequest(`${service.address}/api/apps`, { method: "POST", headers: key, body: "{}" });

  expectProblem(answer, "unsupported-media-type");
});

test.each([
  ["with Content-Length", {}],
  ["without Content-Length", { "transfer-encoding": "chunked" }],
])("a body %s may have the maximum number of bytes and not one more", async (name, headers) => {
  const largest = await post(JSON.stringify({ name }).padEnd(bodyBytesMax), headers);
  const tooLarge = await post(JSON.stringify({ name: "too large" }).padEnd(bodyBytesMax + 1), headers);

  expect(largest.status).toBe(201);
  expect(expectProblem(tooLarge, "body-too-large").detail).toContain(`${bodyBytesMax} bytes`);
});

test("a body with a Content-Length above the limit is rejected before it is sent, and the connection closed", async () => {
  const head = [
    "POST /api/apps HTTP/1.1",
    "Host: weft.example",
    ...Object.entries(key).map(([name, value]) => `${name}: ${value}`),
    "Content-Type: application/json",
    "Content-Length: 99999999999",
  ].join("\r\n");

  const received = await sendBytes(service.address, `${head}\r\n\r\n{`);

  expectProblem(readAnswer(received), "body-too-large");
});

test.each([
  ["with Content-Length", (bytes: number) => [`Content-Length: ${bytes}`, ""]],
  ["without Content-Length", (bytes: number) => ["Transfer-Encoding: chunked", `${bytes.toString(16)}\r\n`]],
])("a client that sends a whole body above the limit first %s still receives the response", async (_, frame) => {
  const bytes = 20 * 1024 * 1024;
  const [header, start] = frame(bytes);
  const lines = Object.entries({ ...key, "content-type": "application/json" }).map(
    ([name, text]) => `${name}: ${text}`,
  );
  const socket = connect(Number(new URL(service.address).port), "127.0.0.1").setEncoding("latin1");
  const answered = once(socket, "data");

  socket.write(["POST /api/apps HTTP/1.1", "Host: x", ...lines, header, "", start].join("\r\n"));
  await new Promise<void>((resolve, reject) => {
    socket.write(Buffer.alloc(bytes, " "), (error) => (error ? reject(error) : resolve()));
  });

  expect(String(await answered)).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test("a caller without write permission is rejected before the body is read", async () => {
  const answer = await sendRequest(`${service.address}/api/apps`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: "x".repeat(bodyBytesMax * 2),
  });

  expectProblem(answer, "unauthenticated");
});

test("nothing of a rejected body is stored", async () => {
  const names = await appNames();

  expect(names).toEqual([
    "first-app",
    "application/json",
    "capitals and a charset",
    "a JSON of its own",
    "with Content-Length",
    "without Content-Length",
  ]);
});

test("nothing of a rejected body is logged", async () => {
  const answer = await post('{"hunter2":1,"hunter2":2}');

  expectProblem(answer, "invalid-json");
  expect(service.logLines.join("")).not.toContain("hunter2");
});
