import type { Right } from "@weft/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrgRow } from "../access/org-store.ts";
import { signIn, writingSessionOf } from "../access/testing/sign-in.ts";
import { buildKey, buildOrg, buildUser } from "../testing/builders.ts";
import { shareTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";

type Headers = Record<string, string>;

let service: TestService;
let org: OrgRow;
let admin: Headers;
let editor: Headers;
let colleague: Headers;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  org = await buildOrg(service);
  admin = (await buildKey(service, org)).headers;
  editor = await keyOfUser("editor");
  colleague = await keyOfUser("editor");
  const { body: set } = await call(admin, "POST", "/option-sets", {
    name: "Seasons",
    options: [{ value: "SS27", display: "Spring" }],
  });
  await call(admin, "POST", "/entity-types", {
    typePath: "item:shoe",
    mode: "strict",
    properties: [
      { slug: "price", label: "Price", propertyType: "number" },
      { slug: "season", label: "Season", propertyType: "choice", optionSetId: set.id },
    ],
  });
});

async function keyOfUser(role: string): Promise<Headers> {
  return (await buildKey(service, org, { user: await buildUser(service, org, { role, password: null }) })).headers;
}

function call(headers: Headers, method: string, path: string, body?: unknown): Promise<TestAnswer> {
  return service.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
}

const prices = {
  name: "Prices",
  viewedType: "item:shoe",
  columns: [{ field: "name", width: 300, pinned: true }, { field: "price" }, { field: "completeness" }],
  criteria: { or: [{ price: { gt: 10 } }, { season: "SS27" }], "itemFamily.price": { exists: true } },
  order: [{ orderField: "price", order: "desc" }],
  group: "price:50",
  targets: { SS27: 12 },
};

async function save(headers: Headers, more: object = {}): Promise<TestAnswer> {
  return call(headers, "POST", "/saved-views", { ...prices, ...more });
}

async function statusesOf(id: string, callers: readonly Headers[]): Promise<number[]> {
  return Promise.all(callers.map(async (headers) => (await call(headers, "GET", `/saved-views/${id}`)).status));
}

test("a view is saved with its defaults, changed in part, sent back as it was read, and deleted", async () => {
  const created = await save(editor);
  const { id } = created.body;
  const changed = await call(editor, "PUT", `/saved-views/${id}`, { layout: "gallery", group: null });
  const same = await call(editor, "PUT", `/saved-views/${id}`, changed.body);
  const stale = await call({ ...editor, "if-match": '"1"' }, "PUT", `/saved-views/${id}`, { name: "Old" });
  const deleted = await call(editor, "DELETE", `/saved-views/${id}`);

  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    ...prices,
    ...{ layout: "table", density: "standard", scope: "private", roles: [], q: null, boardProperty: null },
    ...{ isDefault: false, isLocked: false, problems: [], version: 1 },
  });
  expect(changed.body).toMatchObject({ ...prices, layout: "gallery", group: null, version: 2 });
  expect(same.body).toEqual(changed.body);
  expect([stale.status, deleted.status]).toEqual([412, 204]);
  expect(await statusesOf(id, [editor])).toEqual([404]);
});

test("filters are kept as they are sent, until the criteria change alone", async () => {
  const filters = [
    ["updatedOn", "last", "7"],
    [
      ["price", "gt", "10"],
      ["season", "in", "SS27"],
    ],
  ];
  const { body: created } = await save(editor, { filters });
  const renamed = await call(editor, "PUT", `/saved-views/${created.id}`, { name: "Recent" });
  const same = await call(editor, "PUT", `/saved-views/${created.id}`, renamed.body);
  const changed = await call(editor, "PUT", `/saved-views/${created.id}`, { criteria: { price: 1 } });
  const tooLarge = await save(editor, { filters: ["x".repeat(70_000)] });

  expect([created, renamed.body, same.body].map((view) => view.filters)).toEqual([filters, filters, filters]);
  expect(changed.body).toMatchObject({ filters: null, criteria: { price: 1 } });
  expect([tooLarge.status, tooLarge.body.errors[0].pointer]).toEqual([400, "#/filters"]);
});

describe("names are checked as the list checks them", () => {
  test.each([
    [{ columns: [{ field: "prize" }] }, "#/columns/0/field", "Did you mean price?"],
    [{ criteria: { and: [{ prize: 1 }] } }, "#/criteria/and/0/prize", "Did you mean price?"],
    [{ criteria: { price: { gt: "ten" } } }, "#/criteria/price/gt", "Compare price with a number"],
    [{ order: [{ orderField: "prize", order: "asc" }] }, "#/order/0", "Did you mean price?"],
    [{ group: "season:month" }, "#/group", "season has no steps"],
    [{ layout: "board" }, "#/boardProperty", "A board needs the choice"],
    [{ layout: "board", boardProperty: "price" }, "#/boardProperty", "price is not a choice"],
    [{ viewedType: "item:hat" }, "#/viewedType", "There is no type item:hat."],
    [{ viewedType: "user" }, "#/viewedType", "user is not a kind of product data"],
    [{ roles: ["editor"] }, "#/roles", "Name the roles of a view with the scope role"],
    [{ scope: "role" }, "#/roles", "Name the roles of a view with the scope role"],
    [{ scope: "role", roles: ["pilot"] }, "#/roles/0", "There is no role pilot."],
  ])("%j is rejected", async (more, pointer, detail) => {
    const { status, body } = await save(editor, more);

    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ pointer, detail: expect.stringContaining(detail) });
  });

  test.each([[{ layout: "map" }], [{ colour: "red" }], [{ columns: [{ field: "name", width: 1 }] }], [{ order: [1] }]])(
    "the shape of %j is rejected",
    async (more) => {
      expect((await save(editor, more)).status).toBe(400);
    },
  );

  test("objects that are too large are rejected", async () => {
    const { status, body } = await save(editor, { targets: { note: "x".repeat(70_000) } });

    expect([status, body.errors[0].pointer]).toEqual([400, "#/targets"]);
  });
});

test("a view of a property that was removed opens, and says so; a strict and an open type alike", async () => {
  const { body: strict } = await save(editor);
  const { body: open } = await save(editor, { viewedType: "item" });
  const { body: type } = await call(admin, "GET", "/entity-types/item:shoe");
  await call(admin, "PUT", "/entity-types/item:shoe", { properties: [type.properties[1]] });

  const views = await Promise.all([strict, open].map(({ id }) => call(editor, "GET", `/saved-views/${id}`)));
  const list = await call(editor, "GET", `/saved-views?criteria=${encodeURIComponent('{"viewedType":"item:shoe"}')}`);

  for (const { status, body } of views) {
    expect(status).toBe(200);
    const pointers = body.problems.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining(["#/columns/1/field", "#/order/0/orderField", "#/group"]));
  }
  expect(list.body.results).toHaveLength(1);
});

describe("scopes", () => {
  test("a private view is its owner's alone, also among administrators", async () => {
    const { body } = await save(editor);

    expect(await statusesOf(body.id, [editor, colleague, admin])).toEqual([200, 404, 404]);
    expect((await call(colleague, "GET", "/saved-views")).body.results).toEqual([]);
    expect((await call(admin, "DELETE", `/saved-views/${body.id}`)).status).toBe(404);
    expect((await call(colleague, "PUT", `/saved-views/${body.id}`, { name: "Mine" })).status).toBe(404);
  });

  test("a view for a role is of its users, its owner and administrators", async () => {
    await call(admin, "POST", "/roles", { name: "buyer", rights: [{ verbs: ["read"], typePath: "item:*" }] });
    const { body } = await save(editor, { scope: "role", roles: ["buyer"] });
    const buyer = await keyOfUser("buyer");

    expect(await statusesOf(body.id, [editor, buyer, colleague, admin])).toEqual([200, 200, 404, 200]);
    expect((await call(buyer, "PUT", `/saved-views/${body.id}`, { name: "Mine" })).status).toBe(403);
  });

  test("a view for everyone is of all who may read the kind, and of no other organization", async () => {
    const { body } = await save(editor, { scope: "everyone" });
    const painter = await buildKey(service, org, { rights: [{ verbs: ["read"], typePath: "color" }] });
    const other = await buildOrg(service);
    const stranger = await buildKey(service, other);
    const viewer = await keyOfUser("viewer");

    expect(await statusesOf(body.id, [colleague, viewer, painter.headers, stranger.headers])).toEqual([
      200, 200, 404, 404,
    ]);
    expect((await call(stranger.headers, "GET", "/saved-views")).body.results).toEqual([]);
    expect((await call(colleague, "PUT", `/saved-views/${body.id}`, { name: "Ours" })).body.name).toBe("Ours");
    expect((await call(colleague, "PUT", `/saved-views/${body.id}`, { scope: "private" })).status).toBe(403);
    expect((await call(viewer, "DELETE", `/saved-views/${body.id}`)).status).toBe(403);
  });

  test("a reader with fewer rights sees which parts it cannot use", async () => {
    const { body } = await save(editor, { scope: "everyone" });
    const rights: Right[] = [{ verbs: ["read"], typePath: "item:*", fields: ["season"] }];
    const { headers } = await buildKey(service, org, { rights });

    const { body: seen } = await call(headers, "GET", `/saved-views/${body.id}`);

    expect(seen.problems[0]).toMatchObject({ pointer: "#/columns/1/field" });
    expect(seen.problems[0].detail).toContain("This credential may not read price");
  });
});

describe("writing", () => {
  test("needs the right on saved-view, except for private views of users who are signed in", async () => {
    const reader = await buildKey(service, org, { preset: "read-only" });
    const saver = await buildKey(service, org, {
      rights: [
        { verbs: ["read"], typePath: "item:*" },
        { verbs: ["create"], typePath: "saved-view" },
      ],
    });
    const user = await buildUser(service, org, { role: "viewer" });
    const session = writingSessionOf(await signIn(service, org, user, { grant: "session" }));

    expect((await save(reader.headers)).status).toBe(403);
    expect((await save(saver.headers, { scope: "everyone" })).status).toBe(201);
    expect((await save(session)).status).toBe(201);
    expect((await save(session, { scope: "everyone" })).status).toBe(403);
    expect((await save(saver.headers, { viewedType: "color", ...empty })).status).toBe(403);
  });

  test("locks and defaults are the administrators'", async () => {
    const { body } = await save(editor, { scope: "everyone" });
    const path = `/saved-views/${body.id}`;
    const byEditor = await call(editor, "PUT", path, { isLocked: true });
    const locked = await call(admin, "PUT", path, { isLocked: true, isDefault: true });
    const byOwner = await call(editor, "PUT", path, { name: "New" });
    const deleted = await call(editor, "DELETE", path);
    const second = await save(admin, { scope: "everyone", isDefault: true });
    const elsewhere = await save(admin, { scope: "everyone", isDefault: true, viewedType: "item" });
    const hidden = await save(admin, { isDefault: true });

    expect([byEditor.status, locked.status, byOwner.status, deleted.status]).toEqual([403, 200, 403, 403]);
    expect(second.body).toMatchObject({ status: 409, existingId: body.id });
    expect([elsewhere.status, hidden.status]).toEqual([201, 400]);
  });
});

const empty = { columns: [], criteria: {}, order: [], group: null };

test("a deleted or erased user takes private views along, and shared ones stay", async () => {
  const users = await Promise.all(
    ["editor", "editor"].map((role) => buildUser(service, org, { role, password: null })),
  );
  const shared: string[] = [];
  for (const user of users) {
    const { headers } = await buildKey(service, org, { user });
    await save(headers);
    shared.push((await save(headers, { scope: "everyone" })).body.id);
  }

  const deleted = await call(admin, "DELETE", `/users/${users[0]?.id}`);
  const erased = await call(admin, "DELETE", `/users/${users[1]?.id}?erase=true`);
  const rows = await service.database.db.query<{ id: string }>({
    text: "select id from saved_views where org_id = $1 order by id",
    values: [org.id],
  });

  expect([deleted.status, erased.status].every((status) => status < 300)).toBe(true);
  expect(rows.map(({ id }) => id)).toEqual(shared.toSorted());
  expect(await statusesOf(shared[0] ?? "", [colleague])).toEqual([200]);
});
