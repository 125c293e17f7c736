import { type ListNames, type Operation, operations } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem } from "./platform/http/testing/expect-problem.ts";
import { shareTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
  // The names of entities are closed where a type is strict.
  await service.call("PUT", "/entity-types/item", { body: { mode: "strict" } });
});

afterAll(() => service.stop());

const lists = operations.filter(({ names }) => names !== undefined);
const fixedLists = lists.flatMap(({ id, path, names }) =>
  names === undefined || names === "of-type" ? [] : [{ id, path, names }],
);
const strictList = { id: "list-items", path: "/items" };

function get(path: string, query: Readonly<Record<string, string>>) {
  return service.call("GET", `${path}?${new URLSearchParams(query)}`);
}

/** A name with one letter too many, so that the nearest name is known. */
const misspelled = (name: string) => `${name}x`;

async function expectSuggestion(answer: ReturnType<typeof get>, meant: string, pointer: string): Promise<void> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(400);
  expect(body.detail).toContain(`Did you mean ${meant}?`);
  expect(body.errors[0].pointer).toBe(pointer);
}

test("every list that can be filtered declares its names", () => {
  const filtered = operations.filter(({ query }) => query !== undefined && "criteria" in query.shape);

  expect(filtered.map(({ id }) => id)).toEqual(lists.map(({ id }) => id));
  expect(lists.length).toBeGreaterThan(25);
});

describe("an unknown name in a criterion", () => {
  test.each(fixedLists)("of $id is rejected with the nearest name", async ({ path, names }) => {
    const name = firstOf(Object.keys(names.criteria));

    const answer = get(path, { criteria: JSON.stringify({ [misspelled(name)]: "a" }) });

    await expectSuggestion(answer, name, `criteria.${misspelled(name)}`);
  });

  test.each(fixedLists.filter(({ names }) => names.hasGroups))(
    "inside a group of $id is rejected",
    async ({ path, names }) => {
      const name = firstOf(Object.keys(names.criteria));

      for (const group of ["and", "or"]) {
        const answer = get(path, { criteria: JSON.stringify({ [group]: [{ [misspelled(name)]: "a" }] }) });

        await expectSuggestion(answer, name, `criteria.${group}.0.${misspelled(name)}`);
      }
    },
  );

  test("of a strict type is rejected", async () => {
    await expectSuggestion(get("/items", { criteria: '{"optionNamex":"a"}' }), "optionName", "criteria.optionNamex");
  });

  test("of an open type finds nothing: the type may store any property", async () => {
    const { status, body } = await get("/colors", { criteria: '{"optionNamex":"a"}' });

    expect(status).toBe(200);
    expect(body.results).toEqual([]);
  });

  test("that is part of a right one is rejected with that name, and with the others", async () => {
    const { body } = await get("/event-workflow-processes", { criteria: '{"workflowId":"AAAAAAAAAAAAAAAA"}' });

    expect(body.detail).toContain("/event-workflow-processes cannot be filtered by workflowId.");
    expect(body.detail).toContain("Did you mean eventWorkflowId? Use one of id, version,");
  });
});

describe("an unknown value of an enumeration", () => {
  const enumerations = fixedLists.flatMap(({ id, path, names }) => {
    const [name, values] = Object.entries(names.criteria).find(([, known]) => known !== undefined) ?? [];
    return name === undefined || values === undefined ? [] : [{ id, path, name, value: firstOf(values) }];
  });

  test.each(enumerations)("of $name in $id is rejected", async ({ path, name, value }) => {
    const answer = get(path, { criteria: JSON.stringify({ [name]: misspelled(value) }) });

    await expectSuggestion(answer, value, `criteria.${name}`);
  });

  test.each([{ in: ["pending", "runing"] }, { nin: ["runing"] }, { ne: "runing" }, ["runing"]])(
    "in %j is rejected",
    async (status) => {
      const answer = get("/event-workflow-processes", { criteria: JSON.stringify({ status }) });

      await expectSuggestion(answer, "running", "criteria.status");
    },
  );
});

describe("an unknown name in order", () => {
  const ordered = fixedLists.filter(({ id }) => isOrdered(id));

  test.each(ordered)("of $id is rejected with the nearest name", async ({ path, names }) => {
    const name = firstOf(names.order);

    const answer = get(path, { order: JSON.stringify({ orderField: misspelled(name) }) });

    await expectSuggestion(answer, name, "order.orderField");
  });

  test("of several orders is rejected with its place", async () => {
    const order = JSON.stringify([{ orderField: "name" }, { orderField: "emailx" }]);

    await expectSuggestion(get("/users", { order }), "email", "order.1.orderField");
  });

  test.each(["/change-history", "/webhook-deliveries"])("several orders of %s, which has one", async (path) => {
    const [one, ...others] = [{ orderField: "createdOn" }, { orderField: "id" }];

    const single = await get(path, { order: JSON.stringify([one]) });
    const several = await get(path, { order: JSON.stringify([one, ...others]) });

    expect(single.status).toBe(200);
    expect(expectProblem(several, "invalid-request").detail).toContain("This list can be ordered by one field.");
  });

  test("of a strict type is rejected", async () => {
    await expectSuggestion(get("/items", { order: '{"orderField":"optionNamex"}' }), "optionName", "order.orderField");
  });
});

describe("an unknown name in fields", () => {
  const selecting = fixedLists.filter(({ names }) => names.fields.length > 0);

  test.each(selecting)("of $id is rejected with the nearest name", async ({ path, names }) => {
    const name = firstOf(names.fields);

    await expectSuggestion(get(path, { fields: misspelled(name) }), name, "fields");
  });

  test("of a strict type is rejected", async () => {
    await expectSuggestion(get("/items", { fields: "optionNamex" }), "optionName", "fields");
  });
});

test.each(lists.filter(({ query }) => query !== undefined && "relations" in query.shape))(
  "an unknown relation of $id is rejected with the nearest name",
  async ({ path }) => {
    await expectSuggestion(get(path, { relations: "createdByx" }), "createdBy", "relations");
  },
);

test.each(["", ",", " , "])("fields and relations without a name are rejected: %j", async (text) => {
  for (const name of ["fields", "relations"]) {
    const problem = expectProblem(await get("/items", { [name]: text }), "invalid-request");

    expect(problem.errors).toMatchObject([{ pointer: name, detail: "Must contain at least one name." }]);
  }
});

describe("an unknown query parameter", () => {
  // External systems call these addresses, and add what they like.
  const openToOthers = new Set(["finish-sso", "trigger-webhook"]);

  // The operator's operations have a test of their own: they need the operator's token.
  const walked = operations.filter(({ id, access }) => !openToOthers.has(id) && access !== "operator");

  test.each(walked)("of $id is rejected", async (operation) => {
    const [known] = Object.keys(operation.query?.shape ?? {});
    const name = misspelled(known ?? "filter");

    const answer = await service.call(operation.method, `${addressOf(operation)}?${name}=1`);

    const problem = expectProblem(answer, "invalid-request");
    const { detail } = problem.errors?.find(({ pointer }) => pointer === name) ?? {};
    expect(detail).toContain(known === undefined ? "Remove it." : `Did you mean ${known}?`);
  });
});

describe("the hint for a parameter that is not an object", () => {
  const parameters = [...fixedLists, strictList].flatMap(({ id, path }) => [
    { id, path, parameter: "criteria" },
    ...(isOrdered(id) ? [{ id, path, parameter: "order" }] : []),
  ]);

  test.each(parameters)("of $parameter in $id is accepted there", async ({ path, parameter }) => {
    const { body } = await get(path, { [parameter]: "name" });
    const [, jsurl = "", json = ""] = /as jsurl, (\S+), or as URL-encoded JSON, (\S+)\.$/.exec(body.detail) ?? [];

    const answers = await Promise.all([jsurl, json].map((hint) => fetchStatus(`${path}?${hint}`)));

    expect(answers, body.detail).toEqual([200, 200]);
  });
});

function isOrdered(id: string): boolean {
  return operations.some(({ id: own, query }) => own === id && query !== undefined && "order" in query.shape);
}

async function fetchStatus(path: string): Promise<number> {
  return (await service.call("GET", path)).status;
}

function firstOf(names: ListNames["order"]): string {
  const [first] = names;
  expect(first).toBeDefined();
  return first ?? "";
}

function addressOf({ path }: Operation): string {
  return path.replaceAll(/\{\w+\}/g, "aaaaaaaaaaaaaaaa");
}
