import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BuiltKey } from "../testing/builders.ts";
import { shareTestService, startTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";
import { beginTorture } from "../testing/torture.ts";
import { buildEntityWorld, type EntityWorld } from "./testing/entity-world.ts";

const torture = beginTorture("coalesced writes");
let service: TestService;
let otherNode: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
  otherNode = await startTestService({}, service);
});

afterAll(async () => {
  await otherNode.stop();
  await service.stop();
});

const types = {
  item: {
    properties: [
      { slug: "ean", unique: true },
      { slug: "size", propertyType: "number" },
    ],
  },
} as const;

beforeEach(async () => {
  world = await buildEntityWorld(service, types);
});

function nodeOf(n: number): TestService {
  return n % 2 === 0 ? service : otherNode;
}

describe("many concurrent writers", () => {
  test("every acknowledged write of 32 writers on two nodes is stored exactly once", async () => {
    const rounds = 3;
    const writer = async (n: number) => {
      const node = nodeOf(n);
      const created: TestAnswer[] = [];
      for (let round = 0; round < rounds; round++) {
        const answer = await world.call("POST", "/items", {
          node,
          body: { name: `${n}.${round}`, ean: `${n}.${round}` },
        });
        await world.call("PUT", `/items/${answer.body.id}`, { node, body: { size: round } });
        created.push(answer);
      }
      return created;
    };

    const answers = (await Promise.all(Array.from({ length: 32 }, (_, n) => writer(n)))).flat();

    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const { body } = await world.call("GET", "/items?limit=1000");
    const names = body.results.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(32 * rounds);
    expect(names).toHaveLength(32 * rounds);
    expect(body.results.every(({ version }: { version: number }) => version === 2)).toBe(true);
    expect((await world.changes()).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 2 * 32 * rounds }, (_, index) => index + 1),
    );
  });

  test("of clients that change one entity with the same If-Match, one wins and nothing is lost", async () => {
    const { id } = await world.create("items", { name: "start" });
    const attempt = (n: number) =>
      world.call("PUT", `/items/${id}`, { node: nodeOf(n), headers: { "if-match": '"1"' }, body: { [`by${n}`]: n } });

    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => attempt(n)));

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(412)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const { body } = await world.call("GET", `/items/${id}`);
    expect(body).toMatchObject({ version: 2, [`by${winner}`]: winner });
    expect(answers.filter(({ status }) => status === 412).every((answer) => answer.body.currentVersion === 2)).toBe(
      true,
    );
  });

  test("changes of different fields of one entity are all applied", async () => {
    const { id } = await world.create("items", { name: "start" });

    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        world.call("PUT", `/items/${id}`, { node: nodeOf(n), body: { [`f${n}`]: n } }),
      ),
    );

    const { body } = await world.call("GET", `/items/${id}`);
    expect(body).toMatchObject({
      version: 21,
      ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, n])),
    });
  });

  test.each(["federatedId", "ean"])(
    "one of 20 callers gets the same %s, and the others learn who has it",
    async (field) => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          world.call("POST", "/items", { node: nodeOf(n), body: { name: `${n}`, [field]: "same" } }),
        ),
      );

      const created = answers.filter(({ status }) => status === 201);
      expect(created).toHaveLength(1);
      const refused = answers.filter(({ status }) => status === 409);
      expect(refused).toHaveLength(19);
      expect(new Set(refused.map(({ body }) => body.existingId))).toEqual(new Set([created[0]?.body.id]));
    },
  );

  test("of 20 upserts of the same federatedId, one creates and the others update", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        world.call("PUT", "/items/federated/same", { node: nodeOf(n), body: { name: "x", [`f${n}`]: n } }),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect((await world.call("GET", "/items/federated/same")).body.version).toBe(20);
  });

  test("batches that touch the same entities in opposite order both succeed", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 30; n++) {
      ids.push((await world.create("items", { name: `${n}` })).id);
    }
    const batch = (order: readonly string[], slug: string, node: TestService) =>
      world.call("POST", "/items/batch", {
        node,
        body: { operations: order.map((id) => ({ op: "update", id, object: { [slug]: true } })) },
      });

    const answers = await Promise.all([
      batch(ids, "a", service),
      batch(ids.toReversed(), "b", otherNode),
      batch(ids, "c", otherNode),
      batch(ids.toReversed(), "d", service),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await world.call("GET", "/items?limit=1000");
    for (const item of body.results) {
      expect(item).toMatchObject({ a: true, b: true, c: true, d: true, version: 5 });
    }
  });

  test("an option created during a change or deletion of its family is consistent or does not exist", async () => {
    world = await buildEntityWorld(service, { item: { properties: [{ slug: "fabric", level: "family" }] } });
    const family = await world.create("items", { name: "A", fabric: "0" });

    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2
          ? world.call("POST", "/items", { node: nodeOf(n >> 1), body: { name: "x", itemFamilyId: family.id } })
          : world.call("PUT", `/items/${family.id}`, { node: nodeOf(n >> 1), body: { fabric: `${n}` } }),
      ),
    );
    const settled = (await world.call("GET", "/items?limit=100")).body.results;
    await Promise.all([
      world.call("DELETE", `/items/${family.id}?cascade=true`),
      ...Array.from({ length: 6 }, (_, n) =>
        world.call("POST", "/items", { node: nodeOf(n), body: { name: "late", itemFamilyId: family.id } }),
      ),
    ]);

    expect(new Set(settled.map(({ fabric }: { fabric: string }) => fabric)).size).toBe(1);
    expect(settled).toHaveLength(11);
    expect((await world.call("GET", "/items?limit=100")).body.results).toEqual([]);
  });
});

describe("coalesced writes", () => {
  type Input = readonly ["good" | "nameless" | "taken" | "badSize" | "newType" | "forbidden", number];
  const input: fc.Arbitrary<Input> = fc.tuple(
    fc.constantFrom("good", "nameless", "taken", "badSize", "newType", "forbidden"),
    fc.integer({ min: 0, max: 9 }),
  );

  function bodyOf([kind, n]: Input, index: number): object {
    const good = { name: `Item ${index}`, federatedId: `F-${index}`, ean: `E-${index}`, size: n };
    switch (kind) {
      case "nameless":
        return { ...good, name: null };
      case "taken":
        return { ...good, federatedId: "taken" };
      case "badSize":
        return { ...good, size: "large" };
      case "newType":
        return { ...good, typePath: `item:t${n}` };
      default:
        return good;
    }
  }

  async function build(): Promise<{ world: EntityWorld; reader: BuiltKey }> {
    const built = await buildEntityWorld(service, types);
    await built.create("items", { name: "holder", federatedId: "taken" });
    return { world: built, reader: await built.keyWith({ preset: "read-only" }) };
  }

  /** The content of a response, without what differs between runs. */
  function essenceOf({ status, body }: TestAnswer): object {
    const {
      id: _id,
      itemFamilyId: _family,
      createdOn: _c,
      updatedOn: _u,
      createdById: _cb,
      updatedById: _ub,
      ...rest
    } = body;
    const { requestId: _r, existingId: _e, detail, ...reported } = rest;
    return { status, ...reported, ...(status === 409 ? {} : { detail }) };
  }

  test("return what each would return alone: one caller's error never affects another", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(input, { minLength: 2, maxLength: 14 }), async (inputs) => {
        const [together, alone] = [await build(), await build()];
        const send = ({ world: at, reader }: Awaited<ReturnType<typeof build>>, index: number) => {
          const [kind, n] = inputs[index] ?? ["good", 0];
          const key = kind === "forbidden" ? reader : at.key;
          return at.call("POST", "/items", { key, body: bodyOf([kind, n], index) });
        };

        const concurrent = await Promise.all(inputs.map((_, index) => send(together, index)));
        const sequential: TestAnswer[] = [];
        for (const index of inputs.keys()) {
          sequential.push(await send(alone, index));
        }

        expect(concurrent.map(essenceOf)).toEqual(sequential.map(essenceOf));
        expect(await together.world.countRows("entities")).toBe(await alone.world.countRows("entities"));
        expect(await together.world.countRows("entity_types")).toBe(await alone.world.countRows("entity_types"));
      }),
      torture.runs(8, 3),
    );
  }, 60_000);
});
