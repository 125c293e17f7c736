import { loginAnswerSchema } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { buildKey, buildOrg, buildUser } from "../../testing/builders.ts";
import { shareTestService, type TestAnswer, type TestService, testPassword } from "../../testing/test-service.ts";
import type { OrgRow } from "../org-store.ts";
import { errorsOf, lastingPartsOf, problem } from "../testing/problem.ts";
import { bearer, sessionOf, signIn, writingSessionOf } from "../testing/sign-in.ts";
import type { UserRow } from "../user-store.ts";

let service: TestService;
let org: OrgRow;
let user: UserRow;

beforeAll(async () => {
  service = await shareTestService();
  org = await buildOrg(service);
  user = await buildUser(service, org, { role: "admin" });
});

afterAll(() => service.stop());

const whoami = (headers: Record<string, string>) => service.call("GET", "/whoami", { headers });
const openSession = () => signIn(service, org, user, { grant: "session" });

describe("signing in", () => {
  test("a program gets an access token", async () => {
    const answer = await signIn(service, org, user);

    const { accessToken, ...rest } = answer.body;
    expect(answer.status).toBe(200);
    expect(loginAnswerSchema.parse(answer.body)).toEqual(answer.body);
    expect(rest).toEqual({
      org: { id: org.id, slug: org.slug, name: org.name },
      actor: { id: user.id, type: "user", name: user.name, email: user.email },
      expiresOn: expect.stringMatching(/Z$/),
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect((await whoami(bearer(answer))).body).toMatchObject({
      actor: { id: user.id },
      credential: { type: "access-token", label: "sign-in", expiresOn: rest.expiresOn },
      role: "admin",
    });
  });

  test("a browser gets a session and its CSRF token, but no secret that a script can read", async () => {
    const answer = await openSession();

    const caller = await whoami(sessionOf(answer));
    expect(loginAnswerSchema.parse(answer.body)).toEqual(answer.body);
    expect(answer.body).not.toHaveProperty("accessToken");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(caller.body).toMatchObject({
      actor: { id: user.id },
      credential: { type: "session", expiresOn: answer.body.expiresOn },
      csrfToken: answer.body.csrfToken,
    });
  });

  test("case and surrounding spaces of the email are ignored", async () => {
    const answer = await signIn(service, org, { email: ` ${user.email.toUpperCase()} ` });

    expect(answer.status).toBe(200);
  });

  test("the response is the same for every failure", async () => {
    const stranger = await buildUser(service, await buildOrg(service));
    const inactive = await buildUser(service, org);
    await service.database.db.query(sql`update users set is_active = false where id = ${inactive.id}`);
    const withoutPassword = await buildUser(service, org, { password: null });

    const answers = [
      await signIn(service, org, user, { password: "a wrong password" }),
      await signIn(service, org, user, { password: `${testPassword} ` }),
      await signIn(service, org, { email: "nobody@users.example" }),
      await signIn(service, { slug: "no-such-org" }, user),
      await signIn(service, org, stranger),
      await signIn(service, org, inactive),
      await signIn(service, org, withoutPassword),
      await signIn(service, org, withoutPassword, { password: "null", grant: "session" }),
    ];
    await signIn(service, org, user);

    const [first] = answers.map(lastingPartsOf);
    expect(answers[0]).toMatchObject(problem("login-failed"));
    expect(answers.map(lastingPartsOf)).toEqual(answers.map(() => first));
  });

  test("a malformed request is rejected with all of its errors", async () => {
    const body = { email: "nobody", password: "", orgSlug: "No Slug", grant: "everything", remember: true };

    const answer = await service.call("POST", "/login", { headers: {}, body });

    expect(answer).toMatchObject(problem("invalid-request"));
    expect(errorsOf(answer)).toEqual([
      "#/email invalid-format",
      "#/grant invalid-value",
      "#/orgSlug invalid-format",
      "#/password too-small",
      "#/remember unknown-member",
    ]);
    expect(JSON.stringify(answer.body)).not.toContain("No Slug");
  });
});

describe("the CSRF token of a session", () => {
  let signedIn: TestAnswer;
  let headers: Record<string, string>;

  beforeAll(async () => {
    signedIn = await openSession();
    headers = sessionOf(signedIn);
  });

  test.each([
    ["no token", {}],
    ["an empty token", { "x-csrf-token": "" }],
    ["a wrong token", { "x-csrf-token": "0".repeat(43) }],
  ])("a write with %s is rejected and changes nothing", async (_name, token) => {
    const { body: app } = await service.call("POST", "/apps", {
      headers: writingSessionOf(signedIn),
      body: { name: `ERP ${JSON.stringify(token)}` },
    });
    const shown = { ...headers, ...token };

    const answers = [
      await service.call("POST", "/apps", { headers: shown, body: { name: "Mine" } }),
      await service.call("PUT", `/apps/${app.id}`, { headers: shown, body: { name: "Mine" } }),
      await service.call("PATCH", `/apps/${app.id}`, { headers: shown, body: { name: "Mine" } }),
      await service.call("DELETE", `/apps/${app.id}`, { headers: shown }),
      await service.call("POST", "/logout", { headers: shown }),
    ];

    for (const answer of answers) {
      expect(answer).toMatchObject(problem("csrf-token-missing"));
    }
    expect((await service.call("GET", `/apps/${app.id}`, { headers })).body).toEqual(app);
  });

  test("the token of another session of the same user is rejected", async () => {
    const other = await openSession();

    const answer = await service.call("POST", "/apps", {
      headers: { ...headers, "x-csrf-token": other.body.csrfToken },
      body: { name: "Mine" },
    });

    expect(answer).toMatchObject(problem("csrf-token-missing"));
  });

  test("a write with the right token succeeds, and a read needs none", async () => {
    const written = await service.call("POST", "/apps", {
      headers: writingSessionOf(signedIn),
      body: { name: "By a browser" },
    });
    const read = await service.call("GET", `/apps/${written.body.id}`, { headers });
    const head = await fetch(`${service.address}/api/apps/${written.body.id}`, { method: "HEAD", headers });

    expect([written.status, read.status, head.status]).toEqual([201, 200, 200]);
  });

  test("a key or a token takes precedence over the cookie, and needs no CSRF token", async () => {
    const key = await buildKey(service, org);
    const token = bearer(await signIn(service, org, user));

    const byKey = await service.call("POST", "/apps", {
      headers: { ...headers, ...key.headers },
      body: { name: "By a key" },
    });
    const byToken = await service.call("POST", "/apps", {
      headers: { ...headers, ...token },
      body: { name: "By a token" },
    });

    expect([byKey.status, byToken.status]).toEqual([201, 201]);
  });
});

describe("the end of a session", () => {
  test("signing out ends the session and clears the cookie, and other sessions continue", async () => {
    const signedIn = await openSession();
    const other = await openSession();

    const answer = await service.call("POST", "/logout", { headers: writingSessionOf(signedIn) });

    expect(answer).toMatchObject({ status: 204, body: "" });
    expect(answer.headers.get("set-cookie")).toBe("weft_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
    expect(await whoami(sessionOf(signedIn))).toMatchObject(problem("unauthenticated"));
    expect((await whoami(sessionOf(other))).status).toBe(200);
  });

  test("signing out revokes its own token, and no other", async () => {
    const signedIn = await signIn(service, org, user);
    const other = await signIn(service, org, user);

    const answer = await service.call("POST", "/logout", { headers: bearer(signedIn) });

    expect(answer.status).toBe(204);
    expect(await whoami(bearer(signedIn))).toMatchObject(problem("unauthenticated"));
    expect((await whoami(bearer(other))).status).toBe(200);
  });

  test("signing out with a token does not end the session of the same request", async () => {
    const session = sessionOf(await openSession());
    const token = bearer(await signIn(service, org, user));

    await service.call("POST", "/logout", { headers: { ...session, ...token } });

    expect((await whoami(session)).status).toBe(200);
  });

  test("signing out does not affect a key, and does nothing without a credential", async () => {
    const { headers } = await buildKey(service, org);

    const withKey = await service.call("POST", "/logout", { headers });
    const withNothing = await service.call("POST", "/logout", { headers: {} });

    expect(withKey.status).toBe(204);
    expect((await whoami(headers)).status).toBe(200);
    expect(withNothing).toMatchObject(problem("unauthenticated"));
  });

  test("an expired session is rejected", async () => {
    const signedIn = await openSession();
    const { db } = service.database;

    await db.query(sql`update sessions set expires_on = now() - interval '1 second' where org_id = ${org.id}`);

    expect(await whoami(sessionOf(signedIn))).toMatchObject(problem("unauthenticated"));
  });
});
