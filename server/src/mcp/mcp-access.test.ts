import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, sessionOf, signIn, writingSessionOf } from "../access/testing/sign-in.ts";
import { buildKey, buildOrg, buildUser } from "../testing/builders.ts";
import { keyHeaders, startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { callTool, type McpAnswer, postMcp } from "./testing/mcp-client.ts";

const publicUrl = "https://weft.example.com";
const partner = "https://partner.example";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ WEFT_PUBLIC_URL: publicUrl, WEFT_CORS_ORIGINS: partner });
});

afterAll(() => service.stop());

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const find = { ...list, method: "tools/call", params: { name: "find", arguments: { kind: "item" } } };
const create = { kind: "item", operations: [{ op: "create", object: { name: "Parka" } }], dryRun: false };

describe("authentication", () => {
  test("a request without credentials is rejected, as anywhere in the API", async () => {
    const without = await postMcp(service, list, {});
    const wrong = await postMcp(service, list, { "x-api-key": "app:weft_wrong", "x-api-org": service.first.orgSlug });

    for (const { status, body, headers } of [without, wrong]) {
      expect(status).toBe(401);
      expect(body.code).toBe("unauthenticated");
      expect(headers.get("www-authenticate")).toBeTruthy();
    }
  });

  test("a bearer token works, also for the calls of its tools", async () => {
    const org = await buildOrg(service);
    const token = bearer(await signIn(service, org, await buildUser(service, org, { role: "editor" })));

    const { written } = await callTool(service, "write", create, token);

    expect(written).toMatchObject([{ outcome: "created", name: "Parka" }]);
  });

  test("a session requires its CSRF token", async () => {
    const org = await buildOrg(service);
    const user = await buildUser(service, org, { role: "editor" });
    const session = await signIn(service, org, user, { grant: "session" });

    const without = await postMcp(service, find, sessionOf(session));
    const withToken = await postMcp(service, find, writingSessionOf(session));

    expect([without.status, without.body.code]).toEqual([403, "csrf-token-missing"]);
    expect(withToken.body.result.structuredContent.results).toEqual([]);
  });
});

describe("permissions", () => {
  test("a tool reads nothing of another organization", async () => {
    await callTool(service, "write", create);
    const { headers } = await buildKey(service, await buildOrg(service));

    expect(await callTool(service, "find", { kind: "item" }, headers)).toMatchObject({ results: [] });
  });

  test("a read-only key is denied writes, also in a dry run", async () => {
    const { headers } = await buildKey(service, await buildOrg(service), { preset: "read-only" });

    for (const dryRun of [true, false]) {
      const { error } = await callTool(service, "write", { ...create, dryRun }, headers);
      expect(error.errors).toMatchObject([{ pointer: "#/operations/0" }]);
      expect(error.code).toBe("batch-failed");
      expect(error.detail).toMatch(/may not/);
    }
    expect(await callTool(service, "find", { kind: "item" }, headers)).toMatchObject({ results: [] });
  });

  test("fields that a key may not read are omitted", async () => {
    const org = await buildOrg(service);
    const all = await buildKey(service, org);
    const operations = [{ op: "create", object: { name: "Cape", cost: 12 } }];
    await callTool(service, "write", { kind: "item", operations, dryRun: false }, all.headers);
    const some = await buildKey(service, org, { rights: [{ verbs: ["read"], typePath: "item", fields: ["name"] }] });

    const { results } = await callTool(service, "find", { kind: "item" }, some.headers);
    const { error } = await callTool(service, "find", { kind: "item", criteria: { cost: 12 } }, some.headers);

    expect(results).toMatchObject([{ name: "Cape" }]);
    expect(results[0]).not.toHaveProperty("cost");
    expect(error.code).toBe("invalid-request");
  });
});

describe("pages of other origins", () => {
  const postFrom = (origin: string) => postMcp(service, list, { ...keyHeaders(service.first), origin });

  test("may not call, whatever host name points to this address", async () => {
    const { status, body } = await postFrom("http://rebound.example");

    expect([status, body.code]).toEqual([403, "forbidden"]);
    expect(body.detail).toContain("WEFT_CORS_ORIGINS");
  });

  test("may call if the operator allows them, and from this machine", async () => {
    const answers = await Promise.all([publicUrl, partner, "http://localhost:6274"].map(postFrom));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe("rate limits", () => {
  test("count each message and each tool call, and reject those over the limit", async () => {
    const limited = await startTestService({ WEFT_RATE_LIMIT: "1" });
    const { headers } = await buildKey(limited, await buildOrg(limited), { ratePerSecond: 1 });
    const answers: McpAnswer[] = [];

    await waitUntil("a message and a tool call are rejected", async () => {
      answers.push(await postMcp(limited, list, headers), await postMcp(limited, find, headers));
      return answers.some(isRefused) && answers.some(isFailed);
    });
    await limited.stop();

    expect(answers[0]?.headers.get("ratelimit")).toBeTruthy();
    expect(answers.find(isRefused)?.body.code).toBe("rate-limited");
    expect(answers.find(isFailed)?.body.result.structuredContent.error).toMatchObject({
      code: "rate-limited",
      next: expect.stringMatching(/^Wait \d+ seconds/),
    });
  });

  const isRefused = ({ status }: McpAnswer) => status === 429;
  const isFailed = ({ body }: McpAnswer) => body?.result?.isError === true;
});
