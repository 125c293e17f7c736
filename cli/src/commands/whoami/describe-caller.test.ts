import type { Whoami } from "@weft/client";
import { expect, test } from "vitest";
import { describeCaller, describeEnd } from "./describe-caller.ts";
import { describeRight } from "./describe-right.ts";

const now = new Date("2026-11-15T12:00:00.000Z");

const caller: Whoami = {
  org: { id: "o1", slug: "acme", name: "Acme" },
  actor: { id: "u1", type: "user", name: "Ada" },
  credential: { type: "access-token", id: "t1", label: "sign-in", expiresOn: "2026-11-15T15:30:00.000Z" },
  role: "editor",
  isAdministrator: false,
  rights: [{ verbs: ["read", "create", "update", "delete"], typePath: "*" }],
  rate: { requestsPerSecond: 10, burst: 100 },
};

test("a user is described line by line", () => {
  expect(describeCaller(caller, now)).toEqual([
    "Ada (user u1, editor) in acme",
    'access token "sign-in", expires 2026-11-15T15:30:00.000Z, in 3 hours',
    "may read and change all product data",
    "10 requests per second, burst 100",
  ]);
});

test("missing permissions of an app are shown", () => {
  const app: Whoami = {
    org: caller.org,
    actor: { id: "a1", type: "app", name: "erp" },
    credential: { type: "app-key", id: "k1" },
    isAdministrator: true,
    rights: [],
    taskId: "task1",
    rate: null,
  };

  expect(describeCaller(app, now)).toEqual([
    "erp (app a1) in acme",
    "app key, never expires",
    "valid only for the task task1",
    "may administer the organization: users, keys, roles, webhooks",
    "no access to product data",
    "no rate limit",
  ]);
});

test.each([
  ["2026-11-15T12:00:30.000Z", "in less than a minute"],
  ["2026-11-15T12:01:59.000Z", "in 1 minute"],
  ["2026-11-17T12:00:00.000Z", "in 2 days"],
])("an expiry at %s is shown as %s", (expiresOn, words) => {
  expect(describeEnd(expiresOn, now)).toBe(`expires ${expiresOn}, ${words}`);
});

test.each([
  [{ verbs: ["read"], typePath: "item:*" }, "read item and its subtypes"],
  [{ verbs: ["read", "update"], typePath: "event-workflow-task" }, "read and update event-workflow-task"],
  [
    { verbs: ["read", "create", "update"], typePath: "item", fields: ["price"], projectId: "p1" },
    "read, create and update item, only the fields price, in the project p1",
  ],
] as const)("%j is described as %s", (right, words) => {
  const fields = "fields" in right ? { ...right, fields: [...right.fields] } : right;
  expect(describeRight({ ...fields, verbs: [...right.verbs] })).toBe(words);
});
