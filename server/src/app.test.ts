import { readFileSync } from "node:fs";
import { errorsOf, type Operation, operations, problemSchema } from "@weft/contract";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "./app.ts";
import { parseConfig } from "./config/config.ts";
import { pathsOf } from "./platform/http/register-routes.ts";
import { expectProblem } from "./platform/http/testing/expect-problem.ts";
import { type Answer, sendRequest } from "./platform/http/testing/send-request.ts";
import { createServices } from "./services.ts";
import {
  type ArbitraryRequest,
  arbitraryRequest,
  type Components,
  type DescribedOperation,
} from "./testing/arbitrary-request.ts";
import { buildKey, buildUser, firstOrg } from "./testing/builders.ts";
import { keyHeaders, shareTestService, type TestService, testSecret } from "./testing/test-service.ts";
import { beginTorture } from "./testing/torture.ts";
import { createRoutes } from "./wiring.ts";

const torture = beginTorture("request fuzz");
const runs = torture.runs(1200, 400);
const operationsById = new Map(operations.map((operation) => [operation.id, operation]));
const committed = readFileSync(new URL("../../contract/openapi.json", import.meta.url), "utf8");

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

function operationWith(id: string): Operation {
  const found = operationsById.get(id);
  if (found === undefined) {
    throw new Error(`There is no operation ${id}.`);
  }
  return found;
}

function urlOf(operation: Operation, id = "a".repeat(16)): string {
  return `${service.address}/api${operation.path.replaceAll(/\{\w+\}/g, id)}`;
}

/** The methods and paths in the tree that Fastify prints: each line continues the path of its parent line. */
function addressesOf(tree: string): string[] {
  const parts: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] = /^(.*?)── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    parts.splice(Math.floor(indent.length / 4), Number.POSITIVE_INFINITY, part);
    return methods === "" ? [] : methods.split(", ").map((method) => `${method} ${parts.join("")}`);
  });
}

/** The standard defines its routes; each must require a credential. */
const isOfScim = (address: string) => address.includes(" /api/scim/");

describe("the routes", () => {
  test("are those of the contract, plus openapi.json, docs and SCIM", async () => {
    const { connectionString } = service.database;
    const config = parseConfig({ DATABASE_URL: connectionString, WEFT_SECRET: testSecret, WEFT_RATE_LIMIT: "off" });
    const logger = pino({ level: "silent" });
    const services = await createServices({ config, connectionString, secrets: [testSecret], log: logger });

    const bound = createRoutes(services).map(({ operation }) => operation);
    const app = await createApp({ config, services, logger, consoleFolder: "", whyNotReady: async () => undefined });
    await app.ready();
    const found = addressesOf(app.printRoutes()).filter((address) => address.includes(" /api"));
    const [scim, others] = [found.filter(isOfScim), found.filter((address) => !isOfScim(address))];
    await app.close();
    await services.close();

    const patched = operations.filter(({ method }) => method === "PATCH").map(({ path }) => path);
    const expected = operations.map((operation) => {
      const put = patched.includes(operation.path) ? "PUT" : "PUT, PATCH";
      const methods = { GET: "GET, HEAD", PUT: put, PATCH: "PATCH", POST: "POST", DELETE: "DELETE" }[operation.method];
      const paths = pathsOf(operation).map((path) => path.replaceAll(/\{(\w+)\}/g, ":$1").replace(/\/$/, ""));
      return methods.split(", ").flatMap((name) => paths.map((path) => `${name} /api${path}`));
    });
    const ofPage = ["*", "scalar.js", "start.js", "openapi.json", "openapi.yaml"].map((name) => `/api/docs/${name}`);
    const described = ["/api/openapi.json", "/api/docs", ...ofPage];
    const beside = described.flatMap((path) => [`GET ${path}`, `HEAD ${path}`]);
    expect(new Set(bound)).toEqual(new Set(operations));
    expect(others.sort()).toEqual([...expected.flat(), ...beside].sort());
    expect(scim.length).toBeGreaterThan(20);
    for (const [method, path] of scim.map((address) => address.split(" "))) {
      const answer = await fetch(`${service.address}${path?.replace(":id", "nobody")}`, { method: method ?? "" });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  });

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    "%s exists, and requires a credential unless it is open; the operator's are disabled by default",
    async (_, operation) => {
      const answer = await sendRequest(urlOf(operation), { method: operation.method });

      const { code } = problemSchema.parse(answer.body);
      expect(code === "unauthenticated").toBe(operation.access === "any" || operation.access === "task");
      expect(code === "not-found" || operation.access !== "operator").toBe(true);
      expect(errorsOf(operation)).toContain(code);
    },
  );
});

describe("the reference", () => {
  test("the committed document is served, without its line breaks", async () => {
    const answer = await fetch(`${service.address}/api/openapi.json`);

    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await answer.text()).toBe(JSON.stringify(JSON.parse(committed)));
  });

  test("the browsable reference is served without external resources", async () => {
    const page = await fetch(`${service.address}/api/docs`);
    const text = await page.text();

    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(text.match(/(?:src|href)="(?:https?:)?\/\/[^"]*"/g)).toBeNull();
    const [, script = ""] = /<script[^>]* src="([^"]+)"/.exec(text) ?? [];
    expect((await fetch(new URL(script, page.url))).headers.get("content-type")).toContain("javascript");
  });

  test.each(["/", "/api/docs/", "/docs", "/docs/api", "/errors", "/errors/not-found"])(
    "the page %s runs no inline script",
    async (path) => {
      const page = await sendRequest(service.address + path, { headers: { accept: "text/html" } });

      expect(page.headers.get("content-type")).toContain("text/html");
      const policy = page.headers.get("content-security-policy") ?? "";
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1];
      expect(["'self'", "'none'"]).toContain(scripts);
      expect(page.body).not.toMatch(/<script(?![^>]* src=")|\son\w+=|javascript:/i);
    },
  );

  test.each(["/api/docs/nowhere", "/errors/nowhere"])("%s is not found", async (path) => {
    expectProblem(await sendRequest(service.address + path), "not-found");
  });
});

/** Fails unless the contract defines the response for the operation. */
function requireAgreed(operation: Operation, answer: Answer): void {
  expect(answer.status).toBeLessThan(500);
  if (answer.status < 400) {
    const agreed = operation.answers[answer.status];
    expect(agreed, `${operation.id} answered ${answer.status}`).toBeDefined();
    expect(agreed?.body?.safeParse(answer.body).error).toBeUndefined();
    return;
  }
  expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  const { code, status } = problemSchema.parse(answer.body);
  // Errors of any request are not listed per operation, and a parameter may lead to another path.
  const general = ["invalid-json", "unsupported-media-type"];
  const elsewhere = operation.params === undefined ? [] : ["not-found", "method-not-allowed", "unknown-entity-type"];
  expect([...errorsOf(operation), ...general, ...elsewhere]).toContain(code);
  expect(status).toBe(answer.status);
}

test("responses match the contract, from the first request to the deletion of each entity", async () => {
  const headers = { ...keyHeaders(service.first), "content-type": "application/json" };
  const call = async (operationId: string, entityId?: string, body?: object): Promise<Answer> => {
    const operation = operationWith(operationId);
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await sendRequest(urlOf(operation, entityId), { method: operation.method, headers, ...sent });
    requireAgreed(operation, answer);
    return answer;
  };

  const { email, password, orgSlug } = service.first;
  const { body: lasting } = await call("create-app", undefined, { name: "a lasting app" });
  const drafts = {
    user: { email: "someone@users.example" },
    role: { name: "tester", rights: [{ verbs: ["read"], typePath: "item" }] },
    app: { name: "a passing app" },
    "access-token": { appId: lasting.id, preset: "callback" },
    "api-key": { appId: lasting.id, preset: "read-only" },
  };
  const statuses = [
    await call("whoami"),
    await call("login", undefined, { email, password, orgSlug }),
    await call("get-org"),
    await call("update-org", undefined, { timeZone: "Europe/Berlin" }),
  ].map(({ status }) => status);
  for (const [kind, draft] of Object.entries(drafts)) {
    const created = await call(`create-${kind}`, undefined, draft);
    const { id } = created.body;
    const lived = [
      await call(`get-${kind}`, id),
      await call(`list-${kind}s`),
      await call(`update-${kind}`, id, {}),
      ...(kind === "api-key" ? [await call("rotate-api-key", id, {}), await call("revoke-api-key", id)] : []),
      await call(`delete-${kind}`, id),
    ];
    statuses.push(created.status, ...lived.map(({ status }) => status));
  }

  expect(statuses.filter((status) => status >= 300)).toEqual([]);
});

/** The random end; the first characters of a key are public. */
function unmistakable(secret: string): string {
  return secret.slice(-36);
}

/** The secrets shown once, in the response to their creator. */
function secretsIn({ apiKey, accessToken }: { readonly apiKey?: string; readonly accessToken?: string }): string[] {
  return [apiKey, accessToken].filter((secret) => secret !== undefined);
}

test("no request makes the service fail or violate the contract", {
  timeout: torture.times(60_000),
}, async () => {
  const document: { paths: Record<string, Record<string, DescribedOperation>>; components: Components } =
    JSON.parse(committed);
  const org = await firstOrg(service);
  const viewer = await buildKey(service, org, { user: await buildUser(service, org) });
  const created = await service.call("POST", "/apps", { body: { name: "for the fuzz" } });
  const ids: string[] = [created.body.id, viewer.id];
  const sentSecrets = [service.first.apiKey, service.first.password, viewer.apiKey].map(unmistakable);
  const madeSecrets: string[] = [];
  const credentials = [
    keyHeaders(service.first),
    keyHeaders(service.first),
    viewer.headers,
    {},
    { authorization: "x" },
  ];
  // Building a generator takes longer than a request, so there is one per operation.
  const makers = operations.map((operation) => {
    const described = document.paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
    return { id: operation.id, requests: arbitraryRequest(operation, described, document.components) };
  });
  const creators = makers.filter(({ id }) => id.startsWith("create-"));
  const request = fc.oneof(fc.constantFrom(...makers), fc.constantFrom(...creators)).chain(({ requests }) => requests);

  const send = async ({ operationId, params, query, headers, body }: ArbitraryRequest, credential: object) => {
    const operation = operationWith(operationId);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = params[name];
      return typeof value === "number" ? (ids[value % ids.length] ?? "") : (value ?? "");
    });
    const search = query.length === 0 ? "" : `?${new URLSearchParams([...query])}`;
    const sent = {
      method: operation.method,
      headers: { ...headers, ...credential },
      ...(body === undefined ? {} : { body }),
    };
    return sendRequest(`${service.address}/api${path}${search}`, sent);
  };

  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, fc.constantFrom(...credentials), async (asked, credential) => {
      const answer = await send(asked, credential);

      // A request for selected fields gets less than the whole shape.
      if (!(answer.status === 200 && asked.query.some(([name]) => name === "fields"))) {
        requireAgreed(operationWith(asked.operationId), answer);
      }
      const shown = `${JSON.stringify(answer.body)} ${[...answer.headers]}`;
      expect(sentSecrets.filter((secret) => shown.includes(secret))).toEqual([]);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      if (answer.status === 201) {
        // Operations that start workflows return their processes, possibly none.
        const made: { readonly id: string }[] = answer.body.results ?? [answer.body];
        ids.push(...made.map(({ id }) => id));
        madeSecrets.push(...secretsIn(answer.body).map(unmistakable));
      }
    }),
    runs,
  );
  // The fuzz test would prove little if authentication rejected everything.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404]));
  expect(service.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  const log = service.logLines.join("");
  expect([...sentSecrets, ...madeSecrets].filter((secret) => log.includes(secret))).toEqual([]);
  const reported = [...seen].map(([status, count]) => `${count} × ${status}`).join(", ");
  torture.verdict(`${runs.numRuns} requests for ${operations.length} operations, none failed: ${reported}`);
  torture.verdict(
    `no secret of a caller in responses and ${service.logLines.length} log lines, nor of ${madeSecrets.length} new keys in these`,
  );
});
