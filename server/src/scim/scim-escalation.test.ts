import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Actor, EscalationWorld, type Rank, type Subject } from "../access/testing/escalation-world.ts";
import { newId } from "../platform/ids.ts";
import { buildUser, uniqueName } from "../testing/builders.ts";
import { shareTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";
import { patchOf, scimCaller, userSchema } from "./testing/scim-fixture.ts";

let service: TestService;
let world: EscalationWorld;
let actors: readonly Actor[];
let subjects: readonly Subject[];

beforeAll(async () => {
  service = await shareTestService();
  world = await EscalationWorld.build(service);
  actors = await world.buildActors();
  // Apps are not provisioned.
  subjects = (await world.buildSubjects()).filter(({ owner }) => "userId" in owner);
}, 120_000);

afterAll(() => service.stop());

/** Actions on a user with some role. Each leaves the user with that role, so that the next one finds the same state. */
const acts: Readonly<Record<string, (actor: Actor, subject: Subject) => Promise<TestAnswer[]>>> = {
  "change the name": async (actor, subject) => [
    await scim(actor)("PATCH", userPath(subject), patchOf({ op: "replace", path: "displayName", value: newId() })),
  ],
  "change the address": async (actor, subject) => [
    await scim(actor)("PATCH", userPath(subject), patchOf({ op: "replace", path: "userName", value: freshAddress() })),
  ],
  deactivate: async (actor, subject) => {
    const change = (active: boolean) => patchOf({ op: "replace", path: "active", value: active });
    const answer = await scim(actor)("PATCH", userPath(subject), change(false));
    if (answer.status < 300) await scim(anOwner())("PATCH", userPath(subject), change(true));
    return [answer];
  },
  "give the role to another user": async (actor, { role = "" }) => {
    const userId = await freshUser();
    return [await scim(actor)("PATCH", `/Groups/${await idOf(role)}`, adding(userId))];
  },
  "take the role from a user": async (actor, { role = "" }) => {
    const userId = await freshUser(role);
    const path = `members[value eq "${userId}"]`;
    return [await scim(actor)("PATCH", `/Groups/${await idOf(role)}`, patchOf({ op: "remove", path }))];
  },
  "give another role": async (actor, { role = "" }) => {
    const userId = await freshUser(role);
    return [await scim(actor)("PATCH", `/Groups/${role === "editor" ? "viewer" : "editor"}`, adding(userId))];
  },
  "delete a user": async (actor, { role = "" }) => [await scim(actor)("DELETE", `/Users/${await freshUser(role)}`)],
};

const scim = ({ headers }: Pick<Actor, "headers">) => scimCaller(service, headers);
const adding = (userId: string) => patchOf({ op: "add", path: "members", value: [{ value: userId }] });
const freshAddress = () => `${uniqueName()}@users.example`;
const userPath = ({ owner }: Subject) => `/Users/${"userId" in owner ? owner.userId : ""}`;

/** A token for one task finds nothing else. */
function refusalOf({ name }: Actor): number {
  return name === "owner's token for one task" ? 404 : 403;
}

function anOwner(): Pick<Actor, "headers"> {
  return { headers: actors.find(({ rank }) => rank === "owner")?.headers ?? {} };
}

async function freshUser(role = "viewer"): Promise<string> {
  return (await buildUser(service, world.org, { role, password: null })).id;
}

const roleIds = new Map<string, string>();

async function idOf(role: string): Promise<string> {
  const known = roleIds.get(role);
  if (known !== undefined) return known;
  const { body } = await scim(anOwner())("GET", `/Groups?filter=${encodeURIComponent(`displayName eq "${role}"`)}`);
  roleIds.set(role, body.Resources[0].id);
  return body.Resources[0].id;
}

const order: readonly Rank[] = ["none", "administrator", "owner"];

describe.each(Object.keys(acts))("%s by SCIM", (name) => {
  test("is allowed to actors who have as much as the role, and to no other", { timeout: 120_000 }, async () => {
    const outcomes: Record<string, number[]> = {};
    const expected: Record<string, unknown> = {};

    for (const actor of actors) {
      for (const subject of subjects) {
        const needs: Rank = subject.rank === "owner" ? "owner" : "administrator";
        const isAllowed = order.indexOf(actor.rank) >= order.indexOf(needs);
        const answers = (await acts[name]?.(actor, subject)) ?? [];
        const key = `${actor.name} on ${subject.name}`;
        outcomes[key] = answers.map(({ status }) => status);
        expected[key] = answers.map(() => (isAllowed ? expect.toSatisfy((status) => status < 300) : refusalOf(actor)));
      }
    }

    expect(Object.keys(expected).length).toBeGreaterThan(20);
    expect(outcomes).toEqual(expected);
  });
});

test("a created user has no more rights than the actor, and no credentials", async () => {
  for (const actor of actors) {
    const answer = await scim(actor)("POST", "/Users", {
      schemas: [userSchema],
      userName: freshAddress(),
      roles: [{ value: "owner" }],
      groups: [{ value: "owner" }],
      role: "owner",
      isAdministrator: true,
      password: "a long phrase of mine 73",
    });

    expect([actor.name, answer.status]).toEqual([actor.name, actor.rank === "none" ? refusalOf(actor) : 201]);
    if (answer.status === 201) {
      const { body } = await world.call(anOwner(), "GET", `/users/${answer.body.id}`);
      expect(body).toMatchObject({ role: "viewer", hasPassword: false });
    }
  }
});
