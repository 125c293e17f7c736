import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Operation, operations } from "../../contract/src/index.ts";
import { rootTypes } from "../../server/src/entity-types/root-types.ts";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { shareTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { kindTable } from "./contract/kind-table.ts";
import { operationTable } from "./contract/operation-table.ts";
import type { BuiltInRelations, CreateOf, EntityKindName, EntityName } from "./entity-shapes.ts";
import { Weft } from "./weft.ts";

/** The request of a call. */
interface Sent {
  method: string;
  path: string;
  body: unknown;
  isKeyed: boolean;
}

const sent: Sent[] = [];
const weft = new Weft({
  baseUrl: "http://weft.example/api",
  fetch: async (url, init) => {
    const isKeyed = new Headers(init.headers).has("idempotency-key");
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    sent.push({ method: init.method ?? "", path: url.replace("http://weft.example/api", ""), body, isKeyed });
    return Response.json({ results: [] });
  },
});

const id = "an id";
const object = { name: "Parka" };

/** Each verb as in the contract, and as in the client. */
const verbs = [
  { verb: "list", method: "GET", rest: "", call: (entityName) => weft.entities.list({ entityName }) },
  { verb: "get", method: "GET", rest: "/{id}", call: (entityName) => weft.entities.get({ entityName, id }) },
  { verb: "create", method: "POST", rest: "", call: (entityName) => weft.entities.create({ entityName, object }) },
  {
    verb: "update",
    method: "PUT",
    rest: "/{id}",
    call: (entityName) => weft.entities.update({ entityName, id, body: object }),
  },
  { verb: "delete", method: "DELETE", rest: "/{id}", call: (entityName) => weft.entities.delete({ entityName, id }) },
  {
    verb: "upsert",
    method: "PUT",
    rest: "/federated/{federatedId}",
    call: (entityName) => weft.entities.upsert({ entityName, federatedId: id, object }),
  },
  {
    verb: "batch",
    method: "POST",
    rest: "/batch",
    call: (entityName) => weft.entities.batch<EntityName>({ entityName, operations: [{ op: "delete", id }] }),
  },
  {
    verb: "restore",
    method: "POST",
    rest: "/{id}/restore",
    call: (entityName) => weft.entities.restore({ entityName, id }),
  },
  {
    verb: "aggregate",
    method: "GET",
    rest: "/aggregate",
    call: (entityName) => weft.entities.aggregate<EntityName>({ entityName }),
  },
] satisfies readonly {
  verb: string;
  method: string;
  rest: string;
  call: (entityName: EntityName) => Promise<unknown>;
}[];

/** Every kind of the contract, by name. */
const kinds = [...new Map(operations.flatMap(({ aliasOf }) => (aliasOf ? [[aliasOf.singular, aliasOf.plural]] : [])))]
  .map(([name = "", plural = ""]) => ({ name, plural }))
  .filter(({ plural }) => operationAt("GET", `/${plural}`) !== undefined);

function operationAt(method: string, path: string): Operation | undefined {
  return operations.find((operation) => operation.method === method && operation.path === path);
}

function isEntityName(name: string): name is EntityName {
  return Object.hasOwn(kindTable, name);
}

test("the kinds match the contract", () => {
  expect(Object.keys(kindTable).sort()).toEqual(kinds.map(({ name }) => name).sort());
});

test("the operations match the contract", () => {
  const table = operations.map(({ id: operationId, method, path, requestHeaders }) => {
    const isKeyed = requestHeaders?.includes("Idempotency-Key") === true;
    return [operationId, [method, path, ...(isKeyed ? ["keyed"] : [])]];
  });

  expect(operationTable).toEqual(Object.fromEntries(table));
});

describe.each(kinds)("$name", ({ name, plural }) => {
  test.each(verbs)(
    "$verb is called as in the contract, or rejected as unsupported",
    async ({ verb, method, rest, call }) => {
      const operation = operationAt(method, `/${plural}${rest}`);
      if (!isEntityName(name)) throw new Error(`${name} is not a kind of the client.`);
      const { verbs: known } = kindTable[name];
      sent.length = 0;

      expect(known.some((one) => one === verb)).toBe(operation !== undefined);
      if (operation === undefined) {
        await expect(call(name)).rejects.toThrow(`${name} supports ${known.join(", ")}.`);
        expect(sent).toEqual([]);
        return;
      }
      await call(name);

      const body = {
        create: object,
        update: object,
        upsert: object,
        batch: { operations: [{ op: "delete", id }] },
        restore: {},
      }[verb];
      const isKeyed = operation.requestHeaders?.includes("Idempotency-Key") === true;
      expect(sent).toEqual([{ method, path: `/${plural}${rest.replace(/\{\w+\}/, "an%20id")}`, body, isKeyed }]);
    },
  );
});

/** By the types: whether a create requires a name. */
const requiresName: {
  readonly [Name in EntityKindName]: CreateOf<Name> extends { readonly name: string } ? true : false;
} = {
  item: true,
  project: true,
  workspace: false,
  "project-item": false,
  assortment: true,
  "assortment-item": false,
  color: true,
  "custom-entity": true,
  "size-range-template": true,
};

test("the types require a name where the service does", () => {
  expect(requiresName).toEqual(Object.fromEntries(rootTypes.map((type) => [type.name, type.isNameRequired])));
});

/** By the types: the relations that are built in. */
const builtInRelations: {
  readonly [Name in keyof BuiltInRelations]: Readonly<Record<keyof BuiltInRelations[Name], true>>;
} = {
  item: { itemFamily: true },
  project: { rootWorkspace: true },
  workspace: { project: true, parentWorkspace: true },
  "project-item": { project: true, item: true },
  assortment: { workspace: true, project: true, composedFromAssortments: true },
  "assortment-item": { assortment: true, item: true, projectItem: true },
};

describe("the built-in relations of the types are those of the service", () => {
  let service: TestService;
  let signedIn: Weft;

  beforeAll(async () => {
    service = await shareTestService();
    const org = await buildOrg(service);
    const { apiKey } = await buildKey(service, org);
    signedIn = new Weft({ apiKey, orgSlug: org.slug, baseUrl: `${service.address}/api` });
  });

  afterAll(() => service.stop());

  test.each(rootTypes.map(({ name }) => name))("%s", async (entityName) => {
    const known: Readonly<Record<string, object>> = builtInRelations;
    const names = ["createdBy", "updatedBy", ...Object.keys(known[entityName] ?? {})];

    const refused = await signedIn.entities.list({ entityName, relations: "none" }).catch(String);

    const listed = /Use one of (.*)\.$/.exec(refused.toString())?.[1]?.split(", ");
    expect(listed?.sort()).toEqual(names.sort());
  });
});
