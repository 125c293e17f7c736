import { operations } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../platform/ids.ts";
import { uniqueName } from "../testing/builders.ts";
import { shareTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";
import { type Actor, EscalationWorld, type Rank, type Subject, someRights } from "./testing/escalation-world.ts";

let service: TestService;
let world: EscalationWorld;
let actors: readonly Actor[];
let subjects: readonly Subject[];

beforeAll(async () => {
  service = await shareTestService();
  world = await EscalationWorld.build(service);
  actors = await world.buildActors();
  subjects = await world.buildSubjects();
}, 120_000);

afterAll(() => service.stop());

/** The tags of operations on product data, whose rights are tested in their folders. All others are administrative. */
const dataTags = new Set([
  ...["items", "projects", "workspaces", "project-items", "assortments", "assortment-items", "colors"],
  ...[
    "custom-entities",
    "size-range-templates",
    "loader-processes",
    "change-history",
    "change-sets",
    "event-workflows",
  ],
  ...[
    "files",
    "saved-views",
    "event-workflow-processes",
    "event-workflow-tasks",
    "external-events",
    "entity-types",
    "option-sets",
  ],
  // Administrators only (describe-administered-kind.ts), and they grant no credentials or rights.
  ...["webhooks", "webhook-deliveries", "inbound-webhooks", "statistics"],
]);

/** Administrative operations that act only for the caller, by what the caller proves in the request itself. */
const ofOneself = new Set([
  "login",
  "logout",
  "redeem-sso-code",
  "start-sso-device",
  // With a session only (oauth-routes.test.ts), for no more than the rights of its user.
  "answer-authorization-request",
]);

interface Attempt {
  readonly needs: Rank;
  send(actor: Actor): Promise<TestAnswer>;
}

type Act = (subject: Subject) => Attempt[];

const dry = "?dryRun=true";

function attempt(needs: Rank, method: string, path: string, body?: object): Attempt {
  return { needs, send: (actor) => world.call(actor, method, path, body) };
}

/** A caller who takes or changes what the subject has needs at least as much, and must be an administrator. */
function needsOf({ rank }: Subject): Rank {
  return rank === "owner" ? "owner" : "administrator";
}

function ofUser(subject: Subject, attempts: (userId: string, role: string) => Attempt[]): Attempt[] {
  const { owner, role } = subject;
  return "userId" in owner && role !== undefined ? attempts(owner.userId, role) : [];
}

/** All administrative operations of the contract that write. A new one fails the first test until it is listed here. */
const acts: Readonly<Record<string, Act>> = {
  "create-user": (subject) =>
    ofUser(subject, (_id, role) => [
      attempt(needsOf(subject), "POST", `/users${dry}`, { email: `${uniqueName()}@users.example`, role }),
    ]),
  "update-user": (subject) =>
    ofUser(subject, (id, role) => [
      ...[{ name: "Another name" }, { isActive: false }, { password: "a long phrase of mine 73" }, { role: "clerk" }]
        .filter((change) => change.role !== role)
        .map((change) => attempt(needsOf(subject), "PUT", `/users/${id}${dry}`, change)),
      {
        needs: needsOf(subject),
        send: (actor) => world.call(actor, "PUT", `/users/${plainUserId(role)}${dry}`, { role }),
      },
    ]),
  "delete-user": (subject) => ofUser(subject, (id) => [attempt(needsOf(subject), "DELETE", `/users/${id}${dry}`)]),
  "create-role": () => [
    attempt("administrator", "POST", `/roles${dry}`, { name: "buyers", rights: someRights }),
    attempt("administrator", "POST", `/roles${dry}`, { name: "all", rights: [{ verbs: ["delete"], typePath: "*" }] }),
  ],
  "update-role": () => [
    {
      needs: "administrator",
      send: async (actor) => world.call(actor, "PUT", `/roles/${await clerkId()}${dry}`, { rights: [] }),
    },
  ],
  "delete-role": () => [{ needs: "administrator", send: async (actor) => deleteFreshRole(actor) }],
  "create-app": () => [attempt("administrator", "POST", `/apps${dry}`, { name: `app ${newId()}` })],
  "update-app": ({ owner }) =>
    "appId" in owner ? [attempt("administrator", "PUT", `/apps/${owner.appId}${dry}`, { description: "mine" })] : [],
  "delete-app": () => [{ needs: "administrator", send: async (actor) => deleteFreshApp(actor) }],
  "create-api-key": (subject) => [
    attempt(needsOf(subject), "POST", `/api-keys${dry}`, { ...subject.owner, ...subject.grants }),
    attempt(needsOf(subject), "POST", `/api-keys${dry}`, { ...subject.owner, preset: "callback" }),
  ],
  "update-api-key": (subject) => [
    attempt(needsOf(subject), "PUT", `/api-keys/${subject.keyId}${dry}`, { label: "mine" }),
    attempt(needsOf(subject), "PUT", `/api-keys/${subject.keyId}${dry}`, { preset: "callback" }),
  ],
  "delete-api-key": ({ keyId }) => [attempt("administrator", "DELETE", `/api-keys/${keyId}${dry}`)],
  "rotate-api-key": (subject) => [
    {
      needs: needsOf(subject),
      send: async (actor) => world.call(actor, "POST", `/api-keys/${await world.freshKeyId(subject)}/rotate`),
    },
  ],
  "revoke-api-key": (subject) => [
    {
      needs: "administrator",
      send: async (actor) => world.call(actor, "POST", `/api-keys/${await world.freshKeyId(subject)}/revoke`),
    },
  ],
  "create-access-token": (subject) => [
    attempt(needsOf(subject), "POST", `/access-tokens${dry}`, { ...subject.owner, ...subject.grants }),
    attempt(needsOf(subject), "POST", `/access-tokens${dry}`, { ...subject.owner, taskId: "task-2" }),
  ],
  "update-access-token": (subject) => [
    attempt(needsOf(subject), "PUT", `/access-tokens/${subject.tokenId}${dry}`, { label: "mine" }),
  ],
  "delete-access-token": ({ tokenId }) => [attempt("administrator", "DELETE", `/access-tokens/${tokenId}${dry}`)],
  "update-org": () => [
    attempt("administrator", "PUT", `/org${dry}`, { name: "Ours" }),
    attempt("owner", "PUT", `/org${dry}`, { sso: { issuer: "https://login.example", clientId: "mine" } }),
  ],
};

/** A user with another role. */
function plainUserId(role: string): string {
  const plain = subjects.find((subject) => subject.role !== role && subject.rank === "none");
  return plain !== undefined && "userId" in plain.owner ? plain.owner.userId : "";
}

function anOwner(): Actor {
  const owner = actors.find(({ rank }) => rank === "owner");
  expect(owner).toBeDefined();
  return owner ?? { name: "", rank: "none", userId: undefined, makesOwnKeys: false, keyId: undefined, headers: {} };
}

async function clerkId(): Promise<string> {
  return (await world.call(anOwner(), "GET", "/roles")).body.results[0].id;
}

async function deleteFreshRole(actor: Actor): Promise<TestAnswer> {
  const name = `role-${uniqueName()}`;
  const role = await world.call(anOwner(), "POST", "/roles", { name, rights: someRights });
  return world.call(actor, "DELETE", `/roles/${role.body.id}`);
}

async function deleteFreshApp(actor: Actor): Promise<TestAnswer> {
  const app = await world.call(anOwner(), "POST", "/apps", { name: newId() });
  return world.call(actor, "DELETE", `/apps/${app.body.id}`);
}

const order: readonly Rank[] = ["none", "administrator", "owner"];

/** What acts on no subject is the same for all of them. */
function subjectsOf(id: string): readonly Subject[] {
  return acts[id]?.length === 0 ? subjects.slice(0, 1) : subjects;
}

function outcomeOf({ status, body }: TestAnswer): string {
  if (status < 300) {
    return "allowed";
  }
  const isRefusal = (status === 403 && / requires .+, which|Only|but cannot/.test(body.detail)) || status === 404;
  return isRefusal ? "refused" : `${status} ${JSON.stringify(body)}`;
}

test("every administrative operation that writes is covered", () => {
  const written = operations
    .filter(({ method, tag, access }) => method !== "GET" && access !== "operator" && !dataTags.has(tag))
    .map(({ id }) => id);

  expect(Object.keys(acts).sort()).toEqual(written.filter((id) => !ofOneself.has(id)).sort());
});

describe.each(Object.keys(acts))("%s", (id) => {
  test("is allowed to actors who have as much as it grants, and to no other", { timeout: 120_000 }, async () => {
    const outcomes: Record<string, string> = {};
    const expected: Record<string, string> = {};

    for (const actor of actors) {
      for (const subject of subjectsOf(id)) {
        for (const [number, { needs, send }] of (acts[id]?.(subject) ?? []).entries()) {
          const name = `${actor.name} on ${subject.name}, ${number}`;
          outcomes[name] = outcomeOf(await send(actor));
          expected[name] = order.indexOf(actor.rank) >= order.indexOf(needs) ? "allowed" : "refused";
        }
      }
    }

    expect(Object.keys(expected).length).toBeGreaterThan(0);
    expect(outcomes).toEqual(expected);
  });
});

test("a caller's own credential has no more rights than the one that created it", async () => {
  for (const actor of actors) {
    const me = (await world.call(actor, "GET", "/whoami")).body;
    const key = await world.call(actor, "POST", "/api-keys", actor.userId === undefined ? { preset: "admin" } : {});
    const token = await world.call(actor, "POST", "/access-tokens", { preset: "callback" });

    const mayMakeKeys = actor.makesOwnKeys || actor.rank !== "none";
    expect([actor.name, key.status]).toEqual([actor.name, mayMakeKeys ? 201 : 404]);
    expect([actor.name, token.status]).toEqual([actor.name, actor.rank === "none" ? 404 : 201]);
    if (mayMakeKeys) {
      const headers = { "x-api-key": key.body.apiKey, "x-api-org": world.org.slug };
      const made = (await world.call({ headers }, "GET", "/whoami")).body;
      const { role, rights, isAdministrator } = me;
      expect(made).toMatchObject({ rights, isAdministrator, ...(role === undefined ? {} : { role }) });
    }
  }
});

test("no actor but an owner can become an owner, or give a key rights that they do not have", async () => {
  for (const actor of actors.filter(({ rank }) => rank !== "owner")) {
    const { userId, keyId } = actor;
    const answers = [
      ...(userId === undefined ? [] : [await world.call(actor, "PUT", `/users/${userId}`, { role: "owner" })]),
      ...(keyId === undefined || actor.rank !== "none"
        ? []
        : [await world.call(actor, "PUT", `/api-keys/${keyId}`, { preset: "admin" })]),
    ];

    expect(answers.map(({ status }) => status).filter((status) => status < 400)).toEqual([]);
  }
});

test("a key that an administrator created for a user is revoked when the user becomes an owner", async () => {
  const admin = actors.find(({ name }) => name === "admin") ?? anOwner();
  const email = `${uniqueName()}@users.example`;
  const { body: user } = await world.call(admin, "POST", "/users", { email, role: "viewer" });
  const { body: key } = await world.call(admin, "POST", "/api-keys", { userId: user.id });
  const held = { headers: { "x-api-key": key.apiKey, "x-api-org": world.org.slug } };
  const own = await world.call(held, "POST", "/api-keys", {});

  const before = await world.call(held, "GET", "/whoami");
  const promoted = await world.call(anOwner(), "PUT", `/users/${user.id}`, { role: "owner" });
  const after = await world.call(held, "GET", "/whoami");

  expect([before.status, promoted.status, after.status]).toEqual([200, 200, 401]);
  expect(own.status).toBe(201);
});
