import { accessTokenOperations } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { buildKey, buildOrg, buildUser } from "../../testing/builders.ts";
import { shareTestService, type TestAnswer, type TestService } from "../../testing/test-service.ts";
import { describeAdministeredKind } from "../testing/describe-administered-kind.ts";
import { errorsOf, problem } from "../testing/problem.ts";
import { bearer } from "../testing/sign-in.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

describeAdministeredKind(() => service, {
  plural: "access-tokens",
  operations: accessTokenOperations,
  buildBody: () => ({ label: "nightly", preset: "read-only" }),
  change: { label: "every night" },
  readOnly: {
    userId: newId(),
    preset: "admin",
    rights: [],
    taskId: "x",
    expiresOn: "2099",
    revokedOn: 1,
    lastUsedOn: 1,
  },
  badBody: {
    body: { appId: "x", userId: 7, label: "", preset: "root", rights: {}, taskId: "", expiresInSeconds: 59 },
    errors: [
      "#/appId invalid-format",
      "#/expiresInSeconds too-small",
      "#/label too-small",
      "#/preset invalid-value",
      "#/rights invalid-type",
      "#/taskId too-small",
      "#/userId invalid-type",
    ],
  },
  badChange: {
    body: { label: "", expiresInSeconds: 60 },
    errors: ["#/expiresInSeconds unknown-member", "#/label too-small"],
  },
  secret: "accessToken",
});

const issue = (body: object, headers?: Record<string, string>) =>
  service.call("POST", "/access-tokens", { body, ...(headers === undefined ? {} : { headers }) });
const whoami = (token: TestAnswer) => service.call("GET", "/whoami", { headers: bearer(token) });

test("a token works, acts for the app that issued it, and lasts an hour by default", async () => {
  const token = await issue({ preset: "loader" });

  const caller = await whoami(token);

  const { id, label, expiresOn } = token.body;
  expect(token.body).toMatchObject({ label: "token", preset: "loader", rights: null, taskId: null, userId: null });
  expect(caller.body).toMatchObject({
    actor: { type: "app", id: token.body.appId },
    credential: { type: "access-token", id, label, expiresOn },
    isAdministrator: false,
  });
  expect(new Date(expiresOn).getTime() - new Date(token.body.createdOn).getTime()).toBeGreaterThan(3_590_000);
  expect(new Date(expiresOn).getTime() - new Date(token.body.createdOn).getTime()).toBeLessThan(3_610_000);
});

test.each([
  [59, 400],
  [60, 201],
  [31_536_000, 201],
  [31_536_001, 400],
  [90.5, 400],
])("a lifetime of %d seconds returns %i", async (expiresInSeconds, status) => {
  expect((await issue({ preset: "read-only", expiresInSeconds })).status).toBe(status);
});

test("a token has the rights that it was issued with", async () => {
  const rights = [{ verbs: ["read"], typePath: "item:*", fields: ["cost"] }];

  const caller = await whoami(await issue({ rights }));

  expect(caller.body).toMatchObject({ isAdministrator: false, rights });
});

test("a token of a user acts with the user's rights", async () => {
  const org = await buildOrg(service);
  const { headers } = await buildKey(service, org);
  const user = await buildUser(service, org, { role: "admin", password: null });

  const caller = await whoami(await issue({ userId: user.id }, headers));

  expect(caller.body).toMatchObject({
    org: { slug: org.slug },
    actor: { type: "user", id: user.id },
    role: "admin",
    isAdministrator: true,
  });
});

test("a token for one task is valid only for callbacks, whatever preset was requested", async () => {
  const token = await issue({ preset: "admin", taskId: "task-1" });

  const caller = await whoami(token);

  expect(token.body).toMatchObject({ preset: "callback", taskId: "task-1" });
  expect(caller.body).toMatchObject({
    taskId: "task-1",
    isAdministrator: false,
    rights: [{ verbs: ["read", "update"], typePath: "event-workflow-task" }],
  });
});

test("a deleted token is rejected at once", async () => {
  const token = await issue({ preset: "read-only" });
  await whoami(token);

  await service.call("DELETE", `/access-tokens/${token.body.id}`);

  expect(await whoami(token)).toMatchObject(problem("unauthenticated"));
});

describe("invalid token requests", () => {
  test.each<[string, object, string[]]>([
    ["an app without a preset or rights", {}, ["#/preset invalid-value"]],
    ["a preset and rights together", { preset: "loader", rights: [] }, ["#/rights invalid-value"]],
    ["rights for a token of one task", { taskId: "task-1", rights: [] }, ["#/rights invalid-value"]],
    ["an unknown app", { appId: newId(), preset: "loader" }, ["#/appId invalid-value"]],
    ["an unknown user", { userId: newId() }, ["#/userId invalid-value"]],
    ["an app and a user together", { appId: newId(), userId: newId() }, ["#/userId invalid-value"]],
  ])("%s: rejected", async (_name, body, errors) => {
    const answer = await issue(body);

    expect(answer).toMatchObject(problem("invalid-request"));
    expect(errorsOf(answer)).toEqual(errors);
  });

  test.each([{ preset: "admin" }, { preset: "read-only" }, { rights: [] }])(
    "a user with separate grants, %j: rejected",
    async (grants) => {
      const org = await buildOrg(service);
      const { headers } = await buildKey(service, org);
      const user = await buildUser(service, org, { password: null });

      const answer = await issue({ userId: user.id, ...grants }, headers);

      expect(answer).toMatchObject(problem("invalid-request"));
      expect(errorsOf(answer)).toEqual(["#/preset invalid-value"]);
    },
  );

  test("an app or a user of another org: rejected", async () => {
    const org = await buildOrg(service);
    const user = await buildUser(service, org, { password: null });
    const { body: app } = await service.call("POST", "/apps", {
      headers: (await buildKey(service, org)).headers,
      body: { name: "ERP" },
    });

    const ofApp = await issue({ appId: app.id, preset: "loader" });
    const ofUser = await issue({ userId: user.id });

    expect(errorsOf(ofApp)).toEqual(["#/appId invalid-value"]);
    expect(errorsOf(ofUser)).toEqual(["#/userId invalid-value"]);
  });
});
