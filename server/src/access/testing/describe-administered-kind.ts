import { strict as assert } from "node:assert";
import type { Operation } from "@weft/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type BuiltKey, buildKey, buildOrg, buildUser } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { describeConditions, describeDryRuns, describeSendingBack } from "./describe-kind-changes.ts";
import { describeAddresses, describeLists } from "./describe-kind-lists.ts";
import { type AdministeredKind, KindWorld } from "./kind-world.ts";
import { errorsOf, problem } from "./problem.ts";

/** The behavior of the five operations of every administered kind. */
export function describeAdministeredKind(getService: () => TestService, kind: AdministeredKind): void {
  describe(`create, read, list, update and delete ${kind.plural}`, () => {
    const world = new KindWorld(getService, kind);

    beforeAll(() => world.build());

    describeReading(world);
    describeWriting(world);
    describeErrors(world);
    describeSendingBack(world);
    describeConditions(world);
    describeDryRuns(world);
    describeAddresses(world);
    describeLists(world);
    describeBorders(world);
  });
}

/** The response has exactly the members of the contract, and each is valid. */
function expectShape(operation: Operation, answer: TestAnswer): void {
  const schema = operation.answers[answer.status]?.body;
  assert(schema, `${operation.id} has no answer ${answer.status}`);
  expect(schema.parse(answer.body)).toEqual(answer.body);
}

function describeReading(world: KindWorld): void {
  const { kind } = world;

  test("a create returns its location and version", async () => {
    const answer = await world.call("POST", "", { body: kind.buildBody() });

    expect(answer.status).toBe(201);
    expectShape(kind.operations.create, answer);
    expect(answer.headers.get("location")).toBe(`/api/${kind.plural}/${answer.body.id}`);
    expect(answer.headers.get("etag")).toBe('"1"');
  });

  test("it is read as it was created, without any secret", async () => {
    const created = await world.create();

    const read = await world.call("GET", `/${created.id}`);
    const list = await world.call("GET", "?limit=1000");

    const { [kind.secret ?? ""]: secret, ...shown } = created;
    expect(read).toMatchObject({ status: 200, body: shown });
    expectShape(kind.operations.get, read);
    expect(read.headers.get("etag")).toBe('"1"');
    expectShape(kind.operations.list, list);
    expect(list.body.results).toContainEqual(read.body);
    expect(typeof secret).toBe(kind.secret === undefined ? "undefined" : "string");
    expect(JSON.stringify([read.body, list.body])).not.toContain(secret ?? "the password of no user");
  });

  test("responses must not be cached", async () => {
    const answer = await world.call("POST", "", { body: kind.buildBody() });

    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
}

function describeWriting(world: KindWorld): void {
  const { kind } = world;

  test.each(["PUT", "PATCH"])("%s changes the members sent and keeps the others", async (method) => {
    const created = await world.create();

    const answer = await world.call(method, `/${created.id}`, { body: kind.change });

    const { [kind.secret ?? ""]: _secret, ...before } = created;
    const after = { ...before, ...kind.change, version: 2, updatedOn: answer.body.updatedOn };
    expect(answer).toMatchObject({ status: 200, body: after });
    expectShape(kind.operations.update, answer);
    expect(answer.headers.get("etag")).toBe('"2"');
    expect((await world.call("GET", `/${created.id}`)).body).toEqual(answer.body);
  });

  test("a deleted one no longer exists", async () => {
    const { id } = await world.create();

    const answer = await world.call("DELETE", `/${id}`);

    expect(answer).toMatchObject({ status: 204, body: "" });
    expect(await world.call("GET", `/${id}`)).toMatchObject(problem("not-found"));
    expect(await world.call("PUT", `/${id}`, { body: kind.change })).toMatchObject(problem("not-found"));
    expect(await world.call("DELETE", `/${id}`)).toMatchObject(problem("not-found"));
  });
}

function describeErrors(world: KindWorld): void {
  const { kind } = world;

  test("a body with several errors is rejected with all of them", async () => {
    const { id } = await world.create();

    const create = await world.call("POST", "", { body: { ...kind.badBody.body, nonsense: 1, "a/b~c": 2 } });
    const change = await world.call("PUT", `/${id}`, { body: { ...kind.badChange.body, nonsense: 1 } });

    expect(create).toMatchObject(problem("invalid-request"));
    expect(change).toMatchObject(problem("invalid-request"));
    const unknown = ["#/a~1b~0c unknown-member", "#/nonsense unknown-member"];
    expect(errorsOf(create)).toEqual([...kind.badBody.errors, ...unknown].sort());
    expect(errorsOf(change)).toEqual([...kind.badChange.errors, "#/nonsense unknown-member"].sort());
    expect((await world.call("GET", `/${id}`)).body.version).toBe(1);
  });

  test.each([
    ["no body", undefined, "invalid-request"],
    ["an array", [], "invalid-request"],
    ["null", "null", "invalid-request"],
    ["broken JSON", "{", "invalid-json"],
    ["a member twice", '{"label":"a","label":"b"}', "invalid-json"],
  ] as const)("%s creates and changes nothing", async (_name, body, code) => {
    const { id } = await world.create();

    expect(await world.call("POST", "", { body })).toMatchObject(problem(code));
    expect(await world.call("PUT", `/${id}`, { body })).toMatchObject(problem(code));
  });

  test("a text that is not an id is not found", async () => {
    expect(await world.call("GET", "/unknown")).toMatchObject(problem("not-found"));
  });
}

function describeBorders(world: KindWorld): void {
  const { kind } = world;

  /** Every operation as the caller; none of them may change anything. */
  async function tryAll(by: Pick<BuiltKey, "headers">) {
    const created = await world.create();
    const answers = [
      await world.call("GET", "", { by }),
      await world.call("POST", "", { by, body: kind.buildBody() }),
      await world.call("GET", `/${created.id}`, { by }),
      await world.call("PUT", `/${created.id}`, { by, body: kind.change }),
      await world.call("DELETE", `/${created.id}`, { by }),
    ];
    expect((await world.call("GET", `/${created.id}`)).body.version).toBe(1);
    return answers.map(({ body }) => body.code);
  }

  test("without a credential every operation is rejected", async () => {
    const answers = await tryAll({ headers: { "x-api-key": "", "x-api-org": "" } });

    expect(answers).toEqual(Array.from({ length: 5 }, () => "unauthenticated"));
  });

  test.each(["read-only", "loader", "callback"] as const)(
    "for a key with the preset %s it does not exist",
    async (preset) => {
      const answers = await tryAll(await buildKey(world.service, world.org, { preset }));

      expect(answers).toEqual(Array.from({ length: 5 }, () => "not-found"));
    },
  );

  if (kind.isOpenToUsers !== true) {
    test.each(["viewer", "editor"])("for a user with the role %s it does not exist", async (role) => {
      const user = await buildUser(world.service, world.org, { role, password: null });

      const answers = await tryAll(await buildKey(world.service, world.org, { user }));

      expect(answers).toEqual(Array.from({ length: 5 }, () => "not-found"));
    });
  }

  test("an administrator of another org neither sees nor changes it", async () => {
    const stranger = await buildKey(world.service, await buildOrg(world.service));
    const created = await world.create();

    const list = await world.call("GET", "?limit=1000", { by: stranger });
    const read = await world.call("GET", `/${created.id}`, { by: stranger });
    const change = await world.call("PUT", `/${created.id}`, { by: stranger, body: kind.change });
    const removal = await world.call("DELETE", `/${created.id}`, { by: stranger });

    expect(list.status).toBe(200);
    expect(JSON.stringify(list.body)).not.toContain(created.id);
    const unknown = await world.call("GET", `/${newId()}`, { by: stranger });
    expect(unknown).toMatchObject(problem("not-found"));
    for (const answer of [read, change, removal]) {
      // The same error as for an id that does not exist.
      const { instance, requestId, detail, ...rest } = answer.body;
      expect(unknown.body).toMatchObject(rest);
      expect(detail.replace(created.id, "")).toBe(unknown.body.detail.replace(/ \S{16} /, "  "));
    }
    expect((await world.call("GET", `/${created.id}`)).body).toMatchObject({ version: 1 });
  });
}
