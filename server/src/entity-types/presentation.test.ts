import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildKey, buildOrg } from "../testing/builders.ts";
import { shareTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";

let service: TestService;
let headers: Record<string, string>;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  headers = (await buildKey(service, await buildOrg(service))).headers;
  await call("POST", "/entity-types", { typePath: "item:shoe", properties: [photo, weight], presentation });
});

function call(method: string, path: string, body?: unknown): Promise<TestAnswer> {
  return service.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
}

const weight = { slug: "weight", label: "Weight", propertyType: "number", expected: true };
const photo = { slug: "photo", label: "Photo", propertyType: "image" };
const lining = { slug: "lining", label: "Lining", propertyType: "string" };
const presentation = {
  pluralLabel: "Shoes",
  icon: "shoe",
  pictureProperty: "photo",
  pictureRatio: "4:3",
  keyFacts: ["federatedId", "weight"],
  sections: [{ title: "Technical", properties: ["weight", "optionName"] }],
};

test("a type has a presentation, which is replaced as a whole and removed by null", async () => {
  const read = await call("GET", "/entity-types/item:shoe");
  const replaced = await call("PUT", "/entity-types/item:shoe", { presentation: { icon: "boot" } });
  const kept = await call("PUT", "/entity-types/item:shoe", { label: "Shoe" });
  const removed = await call("PUT", "/entity-types/item:shoe", { presentation: null });

  expect(read.body).toMatchObject({ presentation, effectivePresentation: presentation });
  expect(read.body.properties[1]).toMatchObject({ slug: "weight", expected: true });
  expect(replaced.body.presentation).toEqual({ icon: "boot" });
  expect(kept.body.presentation).toEqual({ icon: "boot" });
  expect(removed.body).toMatchObject({ presentation: null, effectivePresentation: {} });
});

test("a subtype inherits what it omits, except for the plural label", async () => {
  const { body } = await call("POST", "/entity-types", {
    typePath: "item:shoe:boot",
    properties: [lining],
    presentation: { keyFacts: ["lining"] },
  });
  const seen = await call("POST", "/entity-types", { typePath: "item:shoe:boot:rain" });

  const { pluralLabel: _ofShoes, ...inherited } = presentation;
  expect(body.presentation).toEqual({ keyFacts: ["lining"] });
  expect(body.effectivePresentation).toEqual({ ...inherited, keyFacts: ["lining"] });
  expect(seen.body).toMatchObject({ presentation: null, effectivePresentation: body.effectivePresentation });
});

test.each([
  [{ keyFacts: ["weigth"] }, "#/presentation/keyFacts/0", "item:shoe has no property weigth. Did you mean weight?"],
  [{ keyFacts: ["weight", "weight"] }, "#/presentation/keyFacts/1", "weight is named twice."],
  [{ pictureProperty: "weight" }, "#/presentation/pictureProperty", "weight is not a picture: its type is number."],
  [{ pictureProperty: "foto" }, "#/presentation/pictureProperty", "item:shoe has no property foto."],
  [
    {
      sections: [
        { title: "A", properties: ["weight"] },
        { title: "B", properties: ["weight", "soul"] },
      ],
    },
    "#/presentation/sections/1/properties/0",
    "weight is named twice.",
  ],
])("the presentation %j is rejected", async (sent, pointer, detail) => {
  const { status, body } = await call("PUT", "/entity-types/item:shoe", { presentation: sent });

  expect(status).toBe(400);
  expect(body.errors[0]).toMatchObject({ pointer, detail: expect.stringContaining(detail) });
});

test.each([[{ icon: "sword" }], [{ pictureRatio: "16:9" }], [{ title: "Shoes" }], [{ sections: [{ title: "A" }] }]])(
  "the shape %j of a presentation is rejected",
  async (sent) => {
    const { status } = await call("PUT", "/entity-types/item:shoe", { presentation: sent });

    expect(status).toBe(400);
  },
);

test("a property that the presentation names cannot be removed", async () => {
  const removed = await call("PUT", "/entity-types/item:shoe", { properties: [photo] });
  const together = await call("PUT", "/entity-types/item:shoe", {
    properties: [photo],
    presentation: { icon: "shoe" },
  });

  expect(removed.status).toBe(400);
  expect(removed.body.errors[0].pointer).toBe("#/presentation/keyFacts/1");
  expect(together.status).toBe(200);
});

test("a property that the presentation of a subtype names is removed only by force, and then omitted", async () => {
  await call("PUT", "/entity-types/item:shoe", { presentation: null });
  await call("POST", "/entity-types", { typePath: "item:shoe:boot", presentation: { keyFacts: ["weight", "name"] } });

  const removed = await call("PUT", "/entity-types/item:shoe", { properties: [photo] });
  const forced = await call("PUT", "/entity-types/item:shoe?force=true", { properties: [photo] });
  const { body: boot } = await call("GET", "/entity-types/item:shoe:boot");

  expect(removed.status).toBe(400);
  expect(removed.body.errors[0]).toMatchObject({
    pointer: "#/properties",
    detail: expect.stringContaining("The presentation of item:shoe:boot would be invalid"),
  });
  expect(forced.status).toBe(200);
  expect(boot.effectivePresentation).toEqual({ keyFacts: ["name"] });
});

test("marking a property as expected leaves stored entities as they are", async () => {
  await call("POST", "/items", { name: "Clog", typePath: "item:shoe" });

  const { status } = await call("PUT", "/entity-types/item:shoe", {
    properties: [{ ...photo, expected: true }, weight],
  });

  expect(status).toBe(200);
});
