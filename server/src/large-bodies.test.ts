import { afterAll, beforeAll, expect, test } from "vitest";
import { keyHeaders, startTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeAll(async () => {
  // One org may use half of it.
  service = await startTestService({ WEFT_LARGE_BODIES_BYTES_MAX: String(4 * 1_048_576) });
});

afterAll(() => service.stop());

function itemOf(bytes: number) {
  // The maximum text is 1 MiB.
  const note = "x".repeat(bytes / 4);
  return { typePath: "item", name: "Large", note, note2: note, note3: note, note4: note };
}

test("a body larger than the limit of the node is rejected, and the error names the setting", async () => {
  const { status, body } = await service.call("POST", "/items", { body: itemOf(3_000_000) });

  expect(status).toBe(413);
  expect(body.detail).toContain("WEFT_LARGE_BODIES_BYTES_MAX");
});

test("large bodies wait for each other, and small ones do not wait", async () => {
  const large = Array.from({ length: 3 }, () => service.call("POST", "/items", { body: itemOf(1_800_000) }));
  const small = Array.from({ length: 6 }, () => service.call("POST", "/items", { body: itemOf(40) }));

  const answers = await Promise.all([...large, ...small]);

  expect(answers.filter(({ status }) => status !== 201).map(({ body }) => body)).toEqual([]);
});

/** Sends the body in two parts, without a length. */
function sendInParts(bytes: Buffer): Promise<Response> {
  const half = bytes.length / 2;
  return fetch(`${service.address}/api/items`, {
    method: "POST",
    headers: { "content-type": "application/json", ...keyHeaders(service.first) },
    body: ReadableStream.from([bytes.subarray(0, half), bytes.subarray(half)]),
    duplex: "half",
  });
}

test("a large body of unknown length is also accepted", async () => {
  const answer = await sendInParts(Buffer.from(JSON.stringify(itemOf(1_500_000))));

  expect(answer.status).toBe(201);
});

test("a body of unknown length that exceeds the limit of the node is rejected as well", async () => {
  const answer = await sendInParts(Buffer.from(JSON.stringify(itemOf(3_000_000))));
  const body = JSON.parse(await answer.text());

  expect(answer.status).toBe(413);
  expect(body.detail).toContain("WEFT_LARGE_BODIES_BYTES_MAX");
});

test("memory held by requests is free after their responses", async () => {
  for (let index = 0; index < 5; index += 1) {
    const { status } = await service.call("POST", "/items", { body: `{"name":"${"x".repeat(1_800_000)}"` });
    expect(status).toBe(400);
  }

  const { status } = await service.call("POST", "/items", { body: itemOf(1_800_000) });

  expect(status).toBe(201);
});
