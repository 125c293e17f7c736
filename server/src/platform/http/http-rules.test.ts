import { errorCodes } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyHeaders, shareTestService, type TestService } from "../../testing/test-service.ts";
import { expectProblem } from "./testing/expect-problem.ts";
import { type Answer, type RequestParts, sendRequest } from "./testing/send-request.ts";

let service: TestService;
let key: Record<string, string>;

beforeAll(async () => {
  service = await shareTestService();
  key = keyHeaders(service.first);
});

afterAll(() => service.stop());

function send(path: string, parts: RequestParts = {}): Promise<Answer> {
  return sendRequest(service.address + path, parts);
}

function whoami(headers: RequestParts["headers"] = {}): Promise<Answer> {
  return send("/api/whoami", { headers: { ...key, ...headers } });
}

describe("request ids", () => {
  test.each(["a", "job-7_B.3", "x".repeat(64)])("a caller's id %s is returned and logged", async (id) => {
    const answer = await whoami({ "x-request-id": id });

    expect(answer.headers.get("x-request-id")).toBe(id);
    expect(service.logLines.some((line) => JSON.parse(line).requestId === id)).toBe(true);
  });

  test.each(["", "two words", "x".repeat(65), "Ä", 'a"b', "a/b", "a, b"])("the id %j is replaced", async (id) => {
    const answer = await whoami({ "x-request-id": Buffer.from(id).toString("latin1") });

    expect(answer.headers.get("x-request-id")).toMatch(/^[\w-]{16}$/);
  });

  test("every request without an id gets a new one, even if it is rejected", async () => {
    const answers = await Promise.all([whoami(), send("/api/whoami"), send("/nowhere"), send("/api/%zz"), send("/")]);

    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    expect(new Set(ids).size).toBe(5);
    expect(ids).not.toContain(null);
  });
});

describe("paths and methods", () => {
  test.each(["/api/whoami/", "/api/whoami?", "/api/whoami/?", "/api/whoami#top", "/api/who%61mi"])(
    "%s is /api/whoami",
    async (path) => {
      const answer = await send(path, { headers: key });

      expect(answer.status).toBe(200);
      expect(answer.body.org.slug).toBe(service.first.orgSlug);
    },
  );

  test.each(["/nowhere", "/api", "/api//whoami", "/api/whoami/more", "/API/whoami", "/health"])(
    "%s is not found",
    async (path) => {
      const answer = await send(path, { headers: key });

      expect(expectProblem(answer, "not-found").instance).toBe(path);
    },
  );

  test.each([
    ["/api/itms", "Did you mean /api/items?"],
    ["/api/colour/1", "Did you mean /api/colors?"],
    ["/api/nowhere", "There is no kind of entity at /api/nowhere."],
  ])("%s is not a kind, and the closest one is suggested", async (path, advice) => {
    const answer = await send(path, { headers: key });

    expect(expectProblem(answer, "unknown-entity-type").detail).toContain(advice);
  });

  test.each([
    ["DELETE", "/api/whoami", "GET, HEAD"],
    ["GET", "/api/login", "POST"],
    ["POST", "/api/org/", "GET, HEAD, PUT, PATCH"],
    ["PUT", "/api/users", "GET, HEAD, POST"],
    ["POST", `/api/users/${"a".repeat(16)}`, "GET, HEAD, PUT, PATCH, DELETE"],
    ["PROPFIND", "/health/live", "GET, HEAD"],
    ["POST", "/", "GET, HEAD"],
  ])("%s %s is rejected with the supported methods", async (method, path, allow) => {
    const answer = await send(path, { method });

    expectProblem(answer, "method-not-allowed");
    expect(answer.headers.get("allow")).toBe(allow);
  });

  test("HEAD returns the headers of GET and no body", async () => {
    const get = await whoami();

    const head = await send("/api/whoami", { method: "HEAD", headers: key });

    expect(head).toMatchObject({ status: 200, body: "" });
    for (const name of ["content-type", "content-length", "cache-control"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test.each([
    ["PUT", "application/json"],
    ["PATCH", "application/merge-patch+json"],
  ])("%s updates the fields that are sent", async (method, contentType) => {
    const name = `Renamed by ${method}`;

    const answer = await send("/api/org", {
      method,
      headers: { ...key, "content-type": contentType },
      body: JSON.stringify({ name }),
    });

    expect(answer.body).toMatchObject({ name, slug: service.first.orgSlug, timeZone: "UTC" });
  });

  test.each(["/api/users/%ff", "/api/users/%zz", "/api/%", "/%e0%a4%a"])("the path %s is rejected", async (path) => {
    const answer = await send(path, { headers: key });

    expect(expectProblem(answer, "invalid-request").instance).toBe(path);
  });

  test("a URL may have 16 KiB and not a byte more", async () => {
    const path = `/health/live?${"x".repeat(16_384 - "/health/live?".length)}`;

    const longest = await send(path, { headers: key });
    const tooLong = await send(`${path}x`, { headers: key });

    expect(longest.status).toBe(200);
    expect(expectProblem(tooLong, "url-too-long").detail).toContain("16384");
  });

  test("neither responses nor the log contain the query, which may contain a code or a token", async () => {
    const answer = await send("/nowhere?code=s3cret-c0de#s3cret-c0de");

    expect(JSON.stringify(answer.body)).not.toContain("s3cret-c0de");
    expect(service.logLines.join("")).not.toContain("s3cret-c0de");
  });
});

describe("the Accept header", () => {
  test.each([
    "application/json",
    "*/*",
    "application/*",
    "text/plain, application/json;q=0.5",
    "application/problem+json",
  ])("%s is accepted", async (accept) => {
    expect((await whoami({ accept })).status).toBe(200);
  });

  test.each(["text/plain", "image/png", "application/xml"])("%s is not acceptable below /api", async (accept) => {
    expectProblem(await whoami({ accept }), "not-acceptable");
  });

  test.each(["/health/live", "/metrics", "/errors"])("%s ignores it", async (path) => {
    expect((await send(path, { headers: { accept: "image/png" } })).status).toBe(200);
  });
});

test.each(errorCodes)("the code %s has a page", async (code) => {
  const answer = await send(`/errors/${code}`);

  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.body).toContain(`<code>${code}</code>`);
});

test("the log never contains a key", () => {
  expect(service.logLines.length).toBeGreaterThan(50);
  expect(service.logLines.join("")).not.toContain(service.first.apiKey.slice("app:weft_".length));
});
