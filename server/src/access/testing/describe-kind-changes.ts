import { expect, test } from "vitest";
import type { KindWorld } from "./kind-world.ts";
import { errorsOf, problem } from "./problem.ts";

// Invalid values that no client could have read: they must not be validated.
const rubbish = {
  entityType: "item",
  typePath: 7,
  createdOn: null,
  updatedOn: "soon",
  createdById: [],
  updatedById: {},
};

/** A client may send back what it has read. */
export function describeSendingBack(world: KindWorld): void {
  const { kind } = world;

  async function createAndRead() {
    const { id } = await world.create();
    return (await world.call("GET", `/${id}`)).body;
  }

  test("an entity may be sent back whole with a change, and read-only members are ignored", async () => {
    const read = await createAndRead();

    const answer = await world.call("PUT", `/${read.id}`, {
      body: { ...read, ...rubbish, ...kind.readOnly, ...kind.change },
    });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...read, ...kind.change, version: 2, updatedOn: answer.body.updatedOn });
  });

  test("an update without changes keeps the version", async () => {
    const read = await createAndRead();

    const answers = [
      await world.call("PUT", `/${read.id}`, { body: {} }),
      await world.call("PUT", `/${read.id}`, { body: read }),
      await world.call("PATCH", `/${read.id}`, { body: { ...read, ...rubbish, ...kind.readOnly, id: null } }),
    ];
    await world.call("PUT", `/${read.id}`, { body: kind.change });
    const again = await world.call("PUT", `/${read.id}`, { body: kind.change });

    expect(answers.map(({ body }) => body)).toEqual([read, read, read]);
    expect(answers.map(({ headers }) => headers.get("etag"))).toEqual(['"1"', '"1"', '"1"']);
    expect(again.body.version).toBe(2);
  });

  test("an id that differs from the path is rejected", async () => {
    const read = await createAndRead();
    const { id } = await world.create();

    for (const other of [id, 7, ""]) {
      const answer = await world.call("PUT", `/${read.id}`, { body: { ...kind.change, id: other } });

      expect(answer).toMatchObject(problem("invalid-request"));
      expect(errorsOf(answer)).toEqual(["#/id invalid-value"]);
    }
    expect((await world.call("GET", `/${read.id}`)).body).toEqual(read);
  });

  test("an outdated version in the body is rejected with the current version", async () => {
    const read = await createAndRead();
    await world.call("PUT", `/${read.id}`, { body: kind.change });

    const answer = await world.call("PUT", `/${read.id}`, { body: read });

    expect(answer).toMatchObject(problem("version-mismatch", { currentVersion: 2 }));
  });
}

/** If-Match and If-None-Match. */
export function describeConditions(world: KindWorld): void {
  const { kind } = world;

  test("an update with the current version or * in If-Match succeeds", async () => {
    const { id } = await world.create();

    const first = await world.call("PUT", `/${id}`, { body: kind.change, headers: { "if-match": '"1"' } });
    const second = await world.call("PUT", `/${id}`, { body: kind.change, headers: { "if-match": "*" } });

    expect([first.status, second.status]).toEqual([200, 200]);
  });

  test("an update with an old version in If-Match is rejected with the current one", async () => {
    const { id } = await world.create();
    await world.call("PUT", `/${id}`, { body: kind.change });

    const answer = await world.call("PUT", `/${id}`, { body: {}, headers: { "if-match": '"1"' } });

    expect(answer).toMatchObject(problem("version-mismatch", { currentVersion: 2 }));
    expect(answer.headers.get("etag")).toBe('"2"');
    expect((await world.call("GET", `/${id}`)).body.version).toBe(2);
  });

  test.each(["1", "abc", 'W/"1"', '"1", "2"', '"-1"', '"99999999999999999999"'])(
    "If-Match %s is not a version",
    async (header) => {
      const { id } = await world.create();

      const answer = await world.call("PUT", `/${id}`, { body: kind.change, headers: { "if-match": header } });

      expect(answer).toMatchObject(problem("invalid-request"));
    },
  );

  test("of simultaneous updates with the same version in If-Match, one succeeds", async () => {
    const { id } = await world.create();
    const headers = { "if-match": '"1"' };

    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.call("PUT", `/${id}`, { body: kind.change, headers })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    expect((await world.call("GET", `/${id}`)).body.version).toBe(2);
  });

  test("an old version in If-Match deletes nothing, the current one does", async () => {
    const { id } = await world.create();
    await world.call("PUT", `/${id}`, { body: kind.change });

    const stale = await world.call("DELETE", `/${id}`, { headers: { "if-match": '"1"' } });
    const current = await world.call("DELETE", `/${id}`, { headers: { "if-match": '"2"' } });

    expect(stale).toMatchObject(problem("version-mismatch", { currentVersion: 2 }));
    expect(current.status).toBe(204);
  });

  test("a matching If-None-Match returns no body", async () => {
    const { id } = await world.create();

    const same = await world.call("GET", `/${id}`, { headers: { "if-none-match": 'W/"7", "1"' } });
    const other = await world.call("GET", `/${id}`, { headers: { "if-none-match": '"2"' } });

    expect(same).toMatchObject({ status: 304, body: "" });
    expect(same.headers.get("etag")).toBe('"1"');
    expect(other).toMatchObject({ status: 200, body: { id } });
  });
}

/** dryRun. */
export function describeDryRuns(world: KindWorld): void {
  const { kind } = world;

  test("a dry run of a create returns what would be created, and creates nothing", async () => {
    const before = await world.call("GET", "?includeTotal=true&limit=1");

    const answer = await world.call("POST", "?dryRun=true", { body: kind.buildBody() });

    const after = await world.call("GET", "?includeTotal=true&limit=1");
    expect(answer).toMatchObject({ status: 201, body: { version: 1 } });
    expect(await world.call("GET", `/${answer.body.id}`)).toMatchObject(problem("not-found"));
    expect(after.body.total).toBe(before.body.total);
  });

  test("a dry run of an update or a delete returns the result, and changes nothing", async () => {
    const { id } = await world.create();
    const { body: before } = await world.call("GET", `/${id}`);

    const change = await world.call("PUT", `/${id}?dryRun=true`, { body: kind.change });
    const removal = await world.call("DELETE", `/${id}?dryRun=true`);

    expect(change).toMatchObject({ status: 200, body: { ...kind.change, version: 2 } });
    expect(removal.status).toBe(204);
    expect((await world.call("GET", `/${id}`)).body).toEqual(before);
  });

  test("a dry run is rejected if the write would be", async () => {
    const { id } = await world.create();

    const stale = await world.call("PUT", `/${id}?dryRun=true`, { body: { version: 9 } });
    const unclear = await world.call("PUT", `/${id}?dryRun=maybe`, { body: kind.change });

    expect(stale).toMatchObject(problem("version-mismatch"));
    expect(unclear).toMatchObject(problem("invalid-request"));
    expect(errorsOf(unclear)).toEqual(["dryRun invalid-value"]);
  });
}
