import type { Right } from "@weft/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, buildOrg } from "../../testing/builders.ts";
import { shareTestService, type TestAnswer, type TestService } from "../../testing/test-service.ts";

type Headers = Record<string, string>;
interface Family {
  readonly name: string;
  readonly nested: {
    readonly options: readonly { readonly name: string; readonly completeness?: number }[];
    readonly optionCount: number;
    readonly hiddenOptions: number;
    readonly isMatch: boolean;
  };
}

let service: TestService;
let owner: Headers;
let narrow: Headers;
let stranger: Headers;

beforeAll(async () => {
  service = await shareTestService();
  const [org, other] = [await buildOrg(service), await buildOrg(service)];
  owner = (await buildKey(service, org)).headers;
  stranger = (await buildKey(service, other)).headers;
  const rights: Right[] = [
    { verbs: ["read"], typePath: "item" },
    { verbs: ["read"], typePath: "item:shown" },
  ];
  narrow = (await buildKey(service, org, { rights })).headers;
  await call(owner, "PUT", "/entity-types/item", {
    properties: [
      { slug: "fabric", label: "Fabric", propertyType: "string", level: "family", searchable: true },
      { slug: "shade", label: "Shade", propertyType: "string", level: "option", expected: true },
      { slug: "price", label: "Price", propertyType: "number" },
    ],
  });
  await build("Coat", { fabric: "wool", price: 90 }, [
    ["Coat red", { shade: "red", price: 90 }],
    ["Coat blue", { shade: "blue", price: 80, typePath: "item:hidden" }],
    ["Coat sand", { price: 70, typePath: "item:shown" }],
  ]);
  await build("Dress", { fabric: "silk", price: 40 }, [["Dress red", { shade: "red", price: 45 }]]);
  await build("Hat", { fabric: "wool" }, []);
});

afterAll(() => service.stop());

function call(headers: Headers, method: string, path: string, body?: unknown): Promise<TestAnswer> {
  return service.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
}

async function build(name: string, family: object, options: readonly (readonly [string, object])[]): Promise<void> {
  const { body } = await call(owner, "POST", "/items", { name, ...family });
  for (const [optionName, option] of options) {
    const made = await call(owner, "POST", "/items", { name: optionName, itemFamilyId: body.id, ...option });
    expect(made.status).toBe(201);
  }
}

async function list(query: string, headers = owner): Promise<readonly Family[]> {
  const { status, body } = await call(headers, "GET", `/items?nest=family&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results;
}

function criteria(value: object): string {
  return `criteria=${encodeURIComponent(JSON.stringify(value))}`;
}

/** Coat!: Coat red, Coat sand +1 for a family that matches itself, with two options shown and one hidden. */
function shown(families: readonly Family[]): string[] {
  return families.map(({ name, nested: { options, hiddenOptions, isMatch } }) => {
    const names = options.map((option) => option.name).join(", ");
    return `${name}${isMatch ? "!" : ""}: ${names}${hiddenOptions > 0 ? ` +${hiddenOptions}` : ""}`;
  });
}

const coat = "Coat red, Coat blue, Coat sand";

test.each([
  ["everything", "", [`Coat!: ${coat}`, "Dress!: Dress red", "Hat!: "]],
  ["an option's value", criteria({ shade: "red" }), ["Coat: Coat red +2", "Dress: Dress red"]],
  ["a value of family and option", criteria({ price: 90 }), ["Coat!: Coat red +2"]],
  ["a value that all share", criteria({ fabric: "wool" }), [`Coat!: ${coat}`, "Hat!: "]],
  ["a family alone", criteria({ role: "family", name: "Coat" }), [`Coat!: ${coat}`]],
  ["options alone", criteria({ role: "option" }), [`Coat: ${coat}`, "Dress: Dress red"]],
  ["a comparison", criteria({ price: { lt: 75 } }), ["Coat: Coat sand +2", "Dress!: Dress red"]],
  ["words of an option", "q=sand", ["Coat: Coat sand +2"]],
  ["nothing", criteria({ shade: "green" }), []],
])("criteria that match %s", async (_name, query, expected) => {
  expect(shown(await list(query))).toEqual(expected);
});

test("families are ordered, counted and paged as single items are", async () => {
  const order = `order=~(orderField~'price)&includeTotal=true`;
  const first = await call(owner, "GET", `/items?nest=family&${order}&limit=2`);
  const second = await call(owner, "GET", `/items?nest=family&${order}&nextPageKey=${first.body.nextPageKey}`);
  const flat = await call(owner, "GET", `/items?${order}&nextPageKey=${first.body.nextPageKey}`);
  const filtered = await call(owner, "GET", `/items?nest=family&includeTotal=true&${criteria({ shade: "red" })}`);

  expect([...first.body.results, ...second.body.results].map(({ name }: Family) => name)).toEqual([
    "Dress",
    "Coat",
    "Hat",
  ]);
  expect([first.body.total, filtered.body.total, flat.status]).toEqual([3, 2, 400]);
});

test("fields, relations and completeness apply to families and options", async () => {
  const [family] = await list("fields=name&include=completeness&relations=itemFamily");

  expect(family).toMatchObject({
    ...{ name: "Coat", itemFamily: { name: "Coat" } },
    nested: { options: [{ name: "Coat red", completeness: 100, itemFamily: { name: "Coat" } }, {}, {}] },
  });
  expect(family?.nested.options[2]).toMatchObject({ completeness: 0, missing: ["shade"] });
  expect(family?.nested.options[0]).not.toHaveProperty("price");
});

test("options that the caller may not read are neither shown nor counted", async () => {
  const all = await list("", narrow);
  const blue = await list(criteria({ shade: "blue" }), narrow);

  expect(shown(all)[0]).toBe("Coat!: Coat red, Coat sand");
  expect(all[0]?.nested.optionCount).toBe(2);
  expect(blue).toEqual([]);
  expect(await list("", stranger)).toEqual([]);
});

test("at most 100 options of a family are returned, and all are counted", async () => {
  const { body: family } = await call(owner, "POST", "/items", { name: "Sock" });
  const operations = Array.from({ length: 130 }, (_, index) => ({
    op: "create",
    object: { name: `Sock ${index}`, itemFamilyId: family.id, shade: index < 120 ? "dyed" : "raw" },
  }));
  await call(owner, "POST", "/items/batch", { operations });

  const [sock] = await list(criteria({ name: "Sock" }));
  const [dyed] = await list(criteria({ shade: "dyed" }));

  expect(sock?.nested).toMatchObject({ optionCount: 130, hiddenOptions: 0 });
  expect(sock?.nested.options).toHaveLength(100);
  expect(dyed?.nested).toMatchObject({ optionCount: 130, hiddenOptions: 10, isMatch: false });
});

test("a family may be sent back as it was read", async () => {
  const { body: page } = await call(
    owner,
    "GET",
    `/items?nest=family&include=completeness&${criteria({ name: "Dress red" })}`,
  );
  const [{ nested, ...family }] = page.results;
  const [option] = nested.options;

  const optionBack = await call(owner, "PUT", `/items/${option.id}`, { ...option, version: undefined, shade: "rust" });
  const familyBack = await call(owner, "PUT", `/items/${family.id}`, { ...family, nested, fabric: "linen" });

  expect([familyBack.body.fabric, optionBack.body.shade]).toEqual(["linen", "rust"]);
  expect(familyBack.body).not.toHaveProperty("nested");
  expect(optionBack.body).not.toHaveProperty("completeness");
  expect(optionBack.body).not.toHaveProperty("missing");
});

test("only items are nested", async () => {
  const projects = await call(owner, "GET", "/project-items?nest=family");
  const unknown = await call(owner, "GET", "/items?nest=project");

  expect(projects.body).toMatchObject({ status: 400, detail: expect.stringContaining("Only items have families.") });
  expect(unknown.status).toBe(400);
});
