import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem } from "../platform/http/testing/expect-problem.ts";
import { sendRequest } from "../platform/http/testing/send-request.ts";
import { keyHeaders, shareTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
  const { body: set } = await service.call("POST", "/option-sets", {
    body: {
      name: "Fits",
      options: [
        { value: "slim", display: "Slim" },
        { value: "wide", display: "Wide" },
      ],
    },
  });
  const properties = [
    { slug: "price", label: "Price", propertyType: "currency", currency: "EUR", min: 0, required: true },
    { slug: "vegan", label: "Vegan", propertyType: "boolean" },
    { slug: "fit", label: "Fit", propertyType: "choice", optionSetId: set.id },
    { slug: "styleNumber", label: "Style number", propertyType: "sequence", prefix: "S-", digits: 4 },
  ];
  const answers = [
    await service.call("POST", "/entity-types", { body: { typePath: "item:shoe", mode: "strict", properties } }),
    await service.call("POST", "/entity-types", {
      body: { typePath: "item:bag", properties: [{ slug: "price", label: "Price", propertyType: "string" }] },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
});

afterAll(() => service.stop());

describe("the JSON Schema of a type", () => {
  test("has the kinds of its properties", async () => {
    const { status, headers, body } = await service.call("GET", "/entity-types/item:shoe/schema");

    expect([status, headers.get("content-type")]).toEqual([200, "application/schema+json"]);
    expect(body).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      additionalProperties: false,
      properties: {
        price: { type: "number", minimum: 0, title: "Price", description: "In EUR." },
        vegan: { type: "boolean" },
        fit: { type: "string", enum: ["slim", "wide"] },
        styleNumber: { type: "string", readOnly: true },
        itemFamilyId: { type: "string" },
        createdOn: { type: "string", format: "date-time" },
      },
    });
    expect(body.required).toContain("price");
    expect(body.required).not.toContain("vegan");
  });

  test("names every field of an entity of the type", async () => {
    const { body: item } = await service.call("POST", "/items", {
      body: { typePath: "item:shoe", name: "Boot", price: 90, vegan: true, fit: "slim" },
    });

    const { body: schema } = await service.call("GET", "/entity-types/item:shoe/schema");

    expect(item).toMatchObject({ price: 90, styleNumber: "S-0001" });
    expect(Object.keys(item).filter((name) => !(name in schema.properties))).toEqual([]);
    expect(schema.required.filter((name: string) => !(name in item))).toEqual([]);
  });

  test("allows other properties for an open type", async () => {
    const { body } = await service.call("GET", "/entity-types/item/schema");

    expect(body.additionalProperties).toBe(true);
    expect(body.properties).not.toHaveProperty("vegan");
  });

  test("is not found for an unknown type", async () => {
    const { body } = await service.call("GET", "/entity-types/item:boat/schema");

    expect(body.code).toBe("not-found");
  });
});

describe("the document of an org", () => {
  const get = (query: string, headers: Record<string, string> = {}) =>
    sendRequest(`${service.address}/api/openapi.json${query}`, { headers });

  test("has the properties of its types in the schemas of entities and drafts", async () => {
    const { status, body } = await get(`?org=${service.first.orgSlug}`, keyHeaders(service.first));

    const { Item, ItemDraft } = body.components.schemas;
    const price = { title: "Price", description: "In EUR.", type: "number", minimum: 0 };
    expect(status).toBe(200);
    expect(Item.properties.vegan).toEqual({ title: "Vegan", type: "boolean" });
    expect(Item.properties.price).toEqual({
      anyOf: expect.arrayContaining([price, { title: "Price", type: "string" }]),
    });
    expect(Item.properties.itemFamilyId.$ref).toBe("#/components/schemas/Id");
    expect(ItemDraft.properties.vegan).toEqual({ anyOf: [{ title: "Vegan", type: "boolean" }, { type: "null" }] });
    expect(ItemDraft.properties).not.toHaveProperty("styleNumber");
    expect(Item.required).not.toContain("price");
    expect((await new Validator().validate(body)).errors).toBeUndefined();
  });

  test("differs from the general document, which knows no properties", async () => {
    const { body } = await get("");

    expect(body.components.schemas.Item.properties).not.toHaveProperty("vegan");
  });

  test("needs a credential", async () => {
    expectProblem(await get(`?org=${service.first.orgSlug}`), "unauthenticated");
  });

  test("of another org is not found", async () => {
    expectProblem(await get("?org=another", keyHeaders(service.first)), "not-found");
  });
});
