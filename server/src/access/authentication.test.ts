import { whoamiSchema } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { type BuiltKey, buildKey, buildOrg, buildUser } from "../testing/builders.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { beginTorture } from "../testing/torture.ts";
import { formatKey, formatSession, formatToken } from "./credential.ts";
import type { OrgRow } from "./org-store.ts";
import { makeSecret } from "./secret.ts";
import { callWithLines, type HeaderLines } from "./testing/call-with-lines.ts";
import { lastingPartsOf, problem } from "./testing/problem.ts";
import { signIn } from "./testing/sign-in.ts";
import type { UserRow } from "./user-store.ts";

const torture = beginTorture("secrets of callers");

let service: TestService;
let org: OrgRow;
let otherOrg: OrgRow;
let otherKey: BuiltKey;
let user: UserRow;
let inactiveUser: UserRow;
let appKey: BuiltKey;
let userKey: BuiltKey;
let inactiveKey: BuiltKey;
let expiredKey: BuiltKey;
let revokedKey: BuiltKey;
let token: string;
let expiredToken: string;
let revokedToken: string;
let inactiveToken: string;
let cookie: string;

beforeAll(async () => {
  service = await shareTestService();
  org = await buildOrg(service);
  otherOrg = await buildOrg(service);
  otherKey = await buildKey(service, otherOrg);
  appKey = await buildKey(service, org);
  await buildUsers();
  expiredKey = await buildKey(service, org, { expiresOn: new Date(Date.now() - 1000) });
  revokedKey = await buildKey(service, org);
  await service.call("POST", `/api-keys/${revokedKey.id}/revoke`, { headers: appKey.headers });
  await buildTokens();
});

afterAll(() => service.stop());

async function buildUsers(): Promise<void> {
  user = await buildUser(service, org);
  userKey = await buildKey(service, org, { user });
  const signedIn = await signIn(service, org, user, { grant: "session" });
  cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  inactiveUser = await buildUser(service, org, { password: null });
  inactiveKey = await buildKey(service, org, { user: inactiveUser });
  await service.database.db.query(sql`update users set is_active = false where id = ${inactiveUser.id}`);
}

async function buildTokens(): Promise<void> {
  const issue = async (body: object) =>
    (await service.call("POST", "/access-tokens", { headers: appKey.headers, body })).body;
  token = (await issue({ preset: "read-only" })).accessToken;
  inactiveToken = (await issue({ userId: inactiveUser.id })).accessToken;
  const expired = await issue({ preset: "read-only" });
  const revoked = await issue({ preset: "read-only" });
  expiredToken = expired.accessToken;
  revokedToken = revoked.accessToken;
  await service.database.db.query(sql`
    update access_tokens set expires_on = now() - interval '1 second' where id = ${expired.id}`);
  await service.database.db.query(sql`update access_tokens set revoked_on = now() where id = ${revoked.id}`);
}

const whoami = (lines: HeaderLines) => callWithLines(`${service.address}/api/whoami`, lines);
const key = (apiKey: string, slug = org.slug): HeaderLines => [
  ["X-Api-Key", apiKey],
  ["X-Api-Org", slug],
];
const bearer = (text: string): HeaderLines => [["Authorization", `bearer ${text}`]];
const mistyped = (secret: string) => secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0");

describe("a valid credential", () => {
  const good: [string, () => HeaderLines, string][] = [
    ["an app's key", () => key(appKey.apiKey), "app-key"],
    ["a user's key", () => key(userKey.apiKey), "user-key"],
    ["a bearer token", () => bearer(token), "access-token"],
    ["a Bearer token", () => [["Authorization", `Bearer ${token}`]], "access-token"],
    ["a BEARER token and more spaces", () => [["AUTHORIZATION", `BEARER   ${token}`]], "access-token"],
    ["a token with its org", () => [...bearer(token), ["X-Api-Org", org.slug]], "access-token"],
    ["a token with a key of its org", () => [...key(appKey.apiKey), ...bearer(token)], "access-token"],
    ["a token with another actor's key", () => [...key(userKey.apiKey), ...bearer(token)], "access-token"],
    ["a session", () => [["Cookie", cookie]], "session"],
    ["a session among other cookies", () => [["Cookie", `theme=dark; ${cookie}; weft_sessions=1`]], "session"],
  ];

  test.each(good)("%s identifies the caller", async (_name, lines, type) => {
    const answer = await whoami(lines());

    expect(answer).toMatchObject({
      status: 200,
      body: { org: { id: org.id, slug: org.slug, name: org.name }, credential: { type } },
    });
    expect(whoamiSchema.parse(answer.body)).toEqual(answer.body);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("www-authenticate")).toBeNull();
  });

  test("a path may end in a slash", async () => {
    const answer = await callWithLines(`${service.address}/api/whoami/`, key(appKey.apiKey));

    expect(answer.status).toBe(200);
  });

  test("whoami returns rights and role", async () => {
    const byApp = await whoami(key(appKey.apiKey));
    const byUser = await whoami(key(userKey.apiKey));

    expect(byApp.body).toMatchObject({ actor: { type: "app" }, isAdministrator: true, rate: null });
    expect(byApp.body).not.toHaveProperty("role");
    expect(byUser.body).toMatchObject({
      actor: { type: "user", id: user.id, email: user.email },
      credential: { id: userKey.id, label: "test" },
      role: "viewer",
      isAdministrator: false,
      rights: [{ verbs: ["read"], typePath: "*" }],
    });
  });
});

describe("the response is the same for every invalid credential", () => {
  const bad: [string, () => HeaderLines][] = [
    ["an org alone", () => [["X-Api-Org", org.slug]]],
    ["a key without its org", () => [["X-Api-Key", appKey.apiKey]]],
    ["an empty key", () => key("")],
    ["an empty org", () => key(appKey.apiKey, "")],
    ["a malformed key", () => key("let me in")],
    ["a well-formed unknown key", () => key(formatKey("app", makeSecret()))],
    ["a mistyped key", () => key(mistyped(appKey.apiKey))],
    ["a key without its kind", () => key(appKey.apiKey.replace("app:", ""))],
    ["a key of a kind that does not exist", () => key(appKey.apiKey.replace("app:", "org:"))],
    ["a key in other letters", () => key(appKey.apiKey.toUpperCase())],
    ["a key with something behind it", () => key(`${appKey.apiKey}0`)],
    ["an app's key shown as a user's", () => key(appKey.apiKey.replace("app:", "user:"))],
    ["a user's key shown as an app's", () => key(userKey.apiKey.replace("user:", "app:"))],
    ["an org that does not exist", () => key(appKey.apiKey, "no-such-org")],
    ["another org", () => key(appKey.apiKey, otherOrg.slug)],
    ["an org in other letters", () => key(appKey.apiKey, org.slug.toUpperCase())],
    ["an org by its id", () => key(appKey.apiKey, org.id)],
    ["an org in letters from elsewhere", () => key(appKey.apiKey, "d\u00e9mo")],
    ["the key twice", () => [...key(appKey.apiKey), ["X-Api-Key", appKey.apiKey]]],
    ["the org twice", () => [...key(appKey.apiKey), ["X-Api-Org", org.slug]]],
    ["two different orgs", () => [...key(appKey.apiKey), ["X-Api-Org", otherOrg.slug]]],
    [
      "a session and an empty key",
      () => [
        ["Cookie", cookie],
        ["X-Api-Key", ""],
      ],
    ],
    ["an expired key", () => key(expiredKey.apiKey)],
    ["a revoked key", () => key(revokedKey.apiKey)],
    ["the key of an inactive user", () => key(inactiveKey.apiKey)],
    ["an empty Authorization", () => [["Authorization", ""]]],
    ["a scheme without a token", () => [["Authorization", "bearer"]]],
    ["a token without a scheme", () => [["Authorization", token]]],
    ["a token by another scheme", () => [["Authorization", `Basic ${token}`]]],
    ["two tokens in one line", () => bearer(`${token} ${token}`)],
    ["the Authorization twice", () => [...bearer(token), ...bearer(token)]],
    ["two different Authorizations", () => [...bearer(token), ["authorization", "bearer x"]]],
    ["a key as a token", () => bearer(appKey.apiKey)],
    ["a token as a key", () => key(token)],
    ["a mistyped token", () => bearer(mistyped(token))],
    ["a well-formed unknown token", () => bearer(formatToken(org.id, makeSecret()))],
    ["a token moved to another org", () => bearer(token.replace(org.id, otherOrg.id))],
    ["a token with another org's slug", () => [...bearer(token), ["X-Api-Org", otherOrg.slug]]],
    ["a token with an empty org", () => [...bearer(token), ["X-Api-Org", ""]]],
    ["an expired token", () => bearer(expiredToken)],
    ["a revoked token", () => bearer(revokedToken)],
    ["the token of an inactive user", () => bearer(inactiveToken)],
    ["an empty session", () => [["Cookie", "weft_session="]]],
    ["a session that is none", () => [["Cookie", "weft_session=let me in"]]],
    ["a mistyped session", () => [["Cookie", mistyped(cookie)]]],
    ["an unknown session", () => [["Cookie", `weft_session=${formatSession(org.id, makeSecret())}`]]],
    ["a session moved to another org", () => [["Cookie", cookie.replace(org.id, otherOrg.id)]]],
    ["a session's secret as a token", () => bearer(formatToken(org.id, cookie.slice(-36)))],
    ["a token's secret as a session", () => [["Cookie", `weft_session=${formatSession(org.id, token.slice(-36))}`]]],
    ["a bad key beside a good session", () => [...key("let me in"), ["Cookie", cookie]]],
  ];

  test.each(bad)("%s", async (_name, lines) => {
    const expected = lastingPartsOf(await whoami([]));
    // A cached valid credential must not make up for an invalid one.
    await Promise.all([whoami(key(appKey.apiKey)), whoami(bearer(token)), whoami([["Cookie", cookie]])]);

    const answer = await whoami(lines());

    expect(answer).toMatchObject(problem("unauthenticated"));
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="weft", ApiKey realm="weft"');
    expect(lastingPartsOf(answer)).toEqual(expected);
  });

  const contradicting: [string, () => HeaderLines][] = [
    ["a key of another org", () => [...key(otherKey.apiKey, otherOrg.slug), ...bearer(token)]],
    ["a key of another org by the slug of this one", () => [...key(otherKey.apiKey), ...bearer(token)]],
    ["a revoked key", () => [...key(revokedKey.apiKey), ...bearer(token)]],
    ["an expired key", () => [...key(expiredKey.apiKey), ...bearer(token)]],
    ["a malformed key", () => [...key("let me in"), ...bearer(token)]],
    ["a key without its org", () => [["X-Api-Key", appKey.apiKey], ...bearer(token)]],
    ["a revoked token", () => [...key(appKey.apiKey), ...bearer(revokedToken)]],
    ["an expired token", () => [...key(appKey.apiKey), ...bearer(expiredToken)]],
    ["another scheme", () => [...key(appKey.apiKey), ["Authorization", "Basic eDp5"]]],
    ["an empty Authorization", () => [...key(appKey.apiKey), ["Authorization", ""]]],
  ];

  test.each(contradicting)("but a key and a token that contradict each other are named: %s", async (_name, lines) => {
    await Promise.all([whoami(key(appKey.apiKey)), whoami(bearer(token))]);

    const answer = await whoami(lines());

    expect(answer).toMatchObject(problem("unauthenticated"));
    expect(answer.body.detail).toMatch(/^The bearer token and the X-Api-Key contradict each other/);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="weft", ApiKey realm="weft"');
  });

  test("credentials in the URL are ignored", async () => {
    const query = new URLSearchParams({ "X-Api-Key": appKey.apiKey, "X-Api-Org": org.slug, access_token: token });

    const answer = await callWithLines(`${service.address}/api/whoami?${query}`, []);

    expect(answer).toMatchObject(problem("unauthenticated"));
  });

  test("the body is not parsed before authentication", async () => {
    const answer = await service.call("POST", "/users", { headers: { "x-api-key": "app:x" }, body: "{ not JSON" });

    expect(answer).toMatchObject(problem("unauthenticated"));
  });
});

// The last test of the file: it checks the logs of all others.
describe("secrets", () => {
  const shownSecrets = () =>
    [appKey, userKey, inactiveKey, expiredKey, revokedKey]
      .map(({ apiKey }) => apiKey)
      .concat(token, expiredToken, revokedToken, inactiveToken, cookie)
      .map((text) => text.slice(-36));

  test("no log line contains a secret", () => {
    const log = service.logLines.join("");

    expect(service.logLines.length).toBeGreaterThan(50);
    expect(log).toContain("/api/whoami");
    expect(shownSecrets().filter((secret) => log.includes(secret))).toEqual([]);
    expect(log).not.toMatch(/correct horse|let me in|access_token|x-api-key|authorization|cookie/i);
    torture.verdict(
      `none of ${shownSecrets().length} keys, tokens and cookies in ${service.logLines.length} log lines`,
    );
  });

  test.each(["users", "roles", "apps", "api-keys", "access-tokens"])(
    "no list of %s contains a secret",
    async (plural) => {
      const answer = await service.call("GET", `/${plural}?limit=1000`, { headers: appKey.headers });

      const text = JSON.stringify(answer.body);
      expect(answer.status).toBe(200);
      expect(shownSecrets().filter((secret) => text.includes(secret))).toEqual([]);
      expect(text).not.toMatch(/hash|argon2/i);
    },
  );
});
