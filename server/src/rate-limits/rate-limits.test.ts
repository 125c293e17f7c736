import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatKey } from "../access/credential.ts";
import type { OrgRow } from "../access/org-store.ts";
import { makeSecret } from "../access/secret.ts";
import { problem } from "../access/testing/problem.ts";
import { sessionOf, signIn } from "../access/testing/sign-in.ts";
import { sql } from "../platform/database/sql.ts";
import { type BuiltKey, buildKey, buildOrg, buildUser } from "../testing/builders.ts";
import { startTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";

const settings = { WEFT_RATE_LIMIT: "2", WEFT_ORG_RATE_LIMIT: "off", TRUST_PROXY: "127.0.0.1" };

let service: TestService;
let org: OrgRow;
let administrator: BuiltKey;

beforeAll(async () => {
  service = await startTestService(settings);
  org = await buildOrg(service);
  administrator = await buildKey(service, org, { ratePerSecond: 100_000 });
});

afterAll(() => service.stop());

type Headers = Readonly<Record<string, string>>;

// Each test uses its own addresses.
let addresses = 0;
const buildAddress = (): Headers => ({ "x-forwarded-for": `10.0.0.${++addresses}` });
const buildWrongKey = (): Headers => ({ "x-api-key": formatKey("app", makeSecret()), "x-api-org": org.slug });
const whoami = (headers: Headers, node = service) => node.call("GET", "/whoami", { headers });
const times = <Item>(count: number, build: () => Item) => Array.from({ length: count }, build);
const rateOf = ({ headers }: TestAnswer) => [headers.get("ratelimit-policy"), headers.get("ratelimit")];

/** The responses to concurrent calls, and how many more than the burst their duration allows. */
async function callTogether(count: number, call: () => Promise<TestAnswer>) {
  const startMs = performance.now();
  const answers = await Promise.all(times(count, call));
  const refused = answers.filter(({ status }) => status === 429);
  return { refused, allowed: count - refused.length, seconds: (performance.now() - startMs) / 1000 };
}

describe("every response contains", () => {
  test("the policy and what is left of it, in the syntax of the draft", async () => {
    const { headers } = await buildKey(service, org);

    const first = await whoami(headers);
    const second = await whoami(headers);

    expect(rateOf(first)).toEqual(['"key";q=4;w=2', '"key";r=3;t=1']);
    expect(rateOf(second)).toEqual(['"key";q=4;w=2', expect.stringMatching(/^"key";r=[23];t=1$/)]);
    expect(first.body.rate).toEqual({ requestsPerSecond: 2, burst: 4 });
  });

  test("also for an error, an empty response and a rejected write", async () => {
    const { headers } = administrator;
    const user = await buildUser(service, org, { role: "admin" });
    const session = sessionOf(await signIn(service, org, user, { grant: "session" }));
    const { id } = await buildKey(service, org);

    const answers = [
      await service.call("GET", "/apps/AAAAAAAAAAAAAAAA", { headers }),
      await service.call("GET", "/apps?limit=0", { headers }),
      await service.call("POST", "/apps", { headers, body: "{" }),
      await service.call("DELETE", `/api-keys/${id}`, { headers }),
      await service.call("POST", "/apps", { headers: session, body: { name: "Mine" } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 204, 403]);
    for (const answer of answers) {
      expect(rateOf(answer)).toEqual([expect.stringMatching(/^"key";q=\d+;w=2$/), expect.stringMatching(/^"key";r=/)]);
    }
  });

  test("before the caller is known, the policy of the address", async () => {
    const wrong = await whoami({ ...buildWrongKey(), ...buildAddress() });
    const open = await service.call("POST", "/login", { headers: buildAddress(), body: {} });

    expect([wrong.status, open.status]).toEqual([401, 400]);
    expect(rateOf(wrong)).toEqual(['"address";q=4;w=2', '"address";r=3;t=1']);
    expect(rateOf(open)).toEqual(['"address";q=4;w=2', '"address";r=3;t=1']);
  });
});

describe("a key", () => {
  test("over its rate is rejected with the time to wait, and continues after that", async () => {
    const { headers } = await buildKey(service, org);

    const { refused, allowed, seconds } = await callTogether(20, () => whoami(headers));
    const startMs = performance.now();
    await waitUntil("the key may call again", async () => (await whoami(headers)).status === 200, 5_000);

    expect(allowed).toBeGreaterThanOrEqual(4);
    expect(allowed).toBeLessThanOrEqual(4 + Math.ceil(2 * seconds));
    for (const answer of refused) {
      const wait = answer.headers.get("retry-after");
      expect(answer).toMatchObject(problem("rate-limited", { "violated-policies": ["key"] }));
      expect(answer.body.detail).toContain(`Retry after ${wait} s`);
      expect(rateOf(answer)).toEqual(['"key";q=4;w=2', `"key";r=0;t=${wait}`]);
      expect(wait).toBe("1");
    }
    expect((performance.now() - startMs) / 1000).toBeLessThan(2);
  });

  test("may have its own rate, which applies as soon as it is changed", async () => {
    const { id, headers } = await buildKey(service, org, { ratePerSecond: 30 });

    const before = await whoami(headers);
    const { allowed } = await callTogether(20, () => whoami(headers));
    await service.call("PUT", `/api-keys/${id}`, { headers: administrator.headers, body: { ratePerSecond: 0.5 } });
    const after = await whoami(headers);

    expect(rateOf(before)).toEqual(['"key";q=60;w=2', '"key";r=59;t=1']);
    expect(before.body.rate).toEqual({ requestsPerSecond: 30, burst: 60 });
    expect(allowed).toBe(20);
    expect(rateOf(after)[0]).toBe('"key";q=1;w=2');
  });

  test("does not use the rate of another key of the same app from the same address", async () => {
    const address = buildAddress();
    const { body: app } = await service.call("POST", "/apps", {
      headers: administrator.headers,
      body: { name: "ERP" },
    });
    const issue = async (): Promise<Headers> => {
      const body = { appId: app.id, preset: "read-only" };
      const answer = await service.call("POST", "/api-keys", { headers: administrator.headers, body });
      return { "x-api-key": answer.body.apiKey, "x-api-org": org.slug, ...address };
    };
    const [busy, quiet] = [await issue(), await issue()];

    const { refused } = await callTogether(10, () => whoami(busy));
    const answer = await whoami(quiet);

    expect(refused.length).toBeGreaterThan(0);
    expect(rateOf(answer)[1]).toBe('"key";r=3;t=1');
  });

  test("shares nothing with the sessions of its user, which share one rate", async () => {
    const user = await buildUser(service, org);
    const sessions = [
      sessionOf(await signIn(service, org, user, { grant: "session" })),
      sessionOf(await signIn(service, org, user, { grant: "session" })),
    ];
    const key = await buildKey(service, org, { user });

    const answers = [await whoami(sessions[0] ?? {}), await whoami(sessions[1] ?? {}), await whoami(key.headers)];

    const left = answers.map((answer) => Number(/r=(\d)/.exec(rateOf(answer)[1] ?? "")?.[1]));
    expect(left[0]).toBe(3);
    expect(left[2]).toBe(3);
    expect(answers[1]?.headers.get("ratelimit")).toMatch(/^"key";r=[23];t=1$/);
  });
});

describe("an address", () => {
  test("that sends wrong credentials too often is rejected, whatever it sends, and others are not", async () => {
    const address = buildAddress();

    const { refused, allowed, seconds } = await callTogether(20, () => whoami({ ...buildWrongKey(), ...address }));
    const elsewhere = await whoami({ ...buildWrongKey(), ...buildAddress() });

    expect(allowed).toBeGreaterThanOrEqual(4);
    expect(allowed).toBeLessThanOrEqual(4 + Math.ceil(2 * seconds));
    for (const answer of refused) {
      expect(answer).toMatchObject(problem("rate-limited", { "violated-policies": ["address"] }));
      expect(rateOf(answer)).toEqual(['"address";q=4;w=2', '"address";r=0;t=1']);
      expect(answer.headers.get("retry-after")).toBe("1");
    }
    expect(elsewhere.status).toBe(401);
  });

  test("that has used its rate does not block a valid key, even when credentials have just changed", async () => {
    const address = buildAddress();
    const good = { ...(await buildKey(service, org, { ratePerSecond: 1_000 })).headers, ...address };
    const useUp = () => callTogether(10, () => whoami({ ...buildWrongKey(), ...address }));
    await whoami(good);

    await useUp();
    const before = await whoami(good);
    await service.call("POST", "/roles", { headers: administrator.headers, body: { name: "tailors", rights: [] } });
    await useUp();
    const after = await whoami(good);

    expect([before.status, after.status]).toEqual([200, 200]);
  });

  test("is counted for calls without a credential, which does not affect its keys", async () => {
    const address = buildAddress();
    const good = { ...(await buildKey(service, org)).headers, ...address };
    await whoami(good);

    const { refused } = await callTogether(20, () => service.call("POST", "/login", { headers: address, body: {} }));

    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject(problem("rate-limited", { "violated-policies": ["address"] }));
    expect((await whoami(good)).status).toBe(200);
  });
});

describe("disabled", () => {
  let unlimited: TestService;

  beforeAll(async () => {
    unlimited = await startTestService({}, service);
  });

  afterAll(() => unlimited.stop());

  test("no response contains rate headers, however many are sent", async () => {
    const { headers } = await buildKey(service, org);

    const { refused } = await callTogether(20, () => whoami(headers, unlimited));
    const good = await whoami(headers, unlimited);
    const wrong = await whoami(buildWrongKey(), unlimited);

    expect(refused).toEqual([]);
    expect([...rateOf(good), ...rateOf(wrong)]).toEqual([null, null, null, null]);
    expect(good.body.rate).toBeNull();
  });

  test("a key with its own rate still has it", async () => {
    const { headers } = await buildKey(service, org, { ratePerSecond: 1 });

    const answer = await whoami(headers, unlimited);

    expect(rateOf(answer)).toEqual(['"key";q=2;w=2', '"key";r=1;t=1']);
  });
});

describe("two nodes on one database", () => {
  const rate = 20;
  const burst = 2 * rate;
  // docs/decisions/0005-rate-limit-leases.md: each node may owe as much as its share of the burst.
  const overshoot = burst;

  let secondNode: TestService;

  beforeAll(async () => {
    secondNode = await startTestService(settings, service);
    await waitUntil("each node knows of the other", async () => {
      const nodes = await service.database.db.query<{ knows: boolean }>(sql`
        select seen_on >= (select max(started_on) from nodes) as knows from nodes`);
      return nodes.length === 2 && nodes.every(({ knows }) => knows);
    });
  });

  afterAll(() => secondNode.stop());

  /** Calls a node in small waves until it rejects; a slow machine refills meanwhile. */
  async function useUp(node: TestService, headers: Headers): Promise<{ allowed: number; seconds: number }> {
    const startMs = performance.now();
    let allowed = 0;
    await waitUntil("the rate is used up", async () => {
      const wave = await callTogether(5, () => whoami(headers, node));
      allowed += wave.allowed;
      return wave.refused.length > 0;
    });
    return { allowed, seconds: (performance.now() - startMs) / 1000 };
  }

  test("tokens used on one are used on the other", async () => {
    const { headers } = await buildKey(service, org, { ratePerSecond: rate });

    const first = await useUp(service, headers);
    const second = await useUp(secondNode, headers);

    expect(first.allowed).toBeGreaterThanOrEqual(burst / 2);
    expect(second.allowed).toBeLessThanOrEqual(overshoot / 2 + Math.ceil(rate * second.seconds));
  });

  test("both together let through at most the burst, the rate, and an owed share", async () => {
    const { headers } = await buildKey(service, org, { ratePerSecond: rate });
    const startMs = performance.now();

    let allowed = 0;
    await waitUntil("a second has passed", async () => {
      const waves = await Promise.all(
        [service, secondNode].map((node) => callTogether(5, () => whoami(headers, node))),
      );
      allowed += waves.reduce((sum, wave) => sum + wave.allowed, 0);
      return performance.now() - startMs > 1_200;
    });

    const seconds = (performance.now() - startMs) / 1000;
    expect(allowed).toBeGreaterThanOrEqual(burst);
    expect(allowed).toBeLessThanOrEqual(burst + Math.ceil(rate * seconds) + overshoot);
  });
});
