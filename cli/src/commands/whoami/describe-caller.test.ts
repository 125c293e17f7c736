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
    'access token "sign-in", until 2026-11-15T15:30:00.000Z, in 3 hours',
    "may read and change all product data",
    "10 calls a second, 100 at once",
  ]);
});

test("what an app may not do is said too", () => {
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
    "key of an app, without an end",
    "good for the task task1 alone",
    "may administer the organization: users, keys, roles, webhooks",
    "may do nothing with product data",
    "as many calls as it likes",
  ]);
});

test.each([
  ["2026-11-15T12:00:30.000Z", "within a minute"],
  ["2026-11-15T12:01:59.000Z", "in 1 minute"],
  ["2026-11-17T12:00:00.000Z", "in 2 days"],
])("an end at %s is %s", (expiresOn, words) => {
  expect(describeEnd(expiresOn, now)).toBe(`until ${expiresOn}, ${words}`);
});

test.each([
  [{ verbs: ["read"], typePath: "item:*" }, "read item and all below it"],
  [{ verbs: ["read", "update"], typePath: "event-workflow-task" }, "read and update event-workflow-task"],
  [
    { verbs: ["read", "create", "update"], typePath: "item", fields: ["price"], projectId: "p1" },
    "read, create and update item, of it only price, in the project p1",
  ],
] as const)("%j is to %s", (right, words) => {
  const fields = "fields" in right ? { ...right, fields: [...right.fields] } : right;
  expect(describeRight({ ...fields, verbs: [...right.verbs] })).toBe(words);
});
