import fc from "fast-check";
import type { JsonValue } from "../../../platform/json-value.ts";
import type { ModelEntity } from "./list-model.ts";
import { property, sizes } from "./list-world.ts";

const long = "é".repeat(99);

/** Few values, so that many entities share one; includes hostile and long ones. */
const text = fc.constantFrom(
  "",
  "a",
  "A",
  "ab",
  "b",
  "ä",
  "😀",
  "%",
  "_",
  "a\\",
  "'; drop",
  '"',
  "a\nb",
  `${long}a`,
  `${long}ab`,
  `${long}aa`,
  `${long}B`,
);
const number = fc.constantFrom(-1.5, 0, 1, 2, 10, 1e21, 0.1, 1e-7);
const size = fc.constantFrom(...sizes);
const tag = fc.constantFrom("new", "sale", "eco");
const anything = fc.oneof(text, number, fc.boolean());

function maybe<Value>(value: fc.Arbitrary<Value>) {
  return fc.option(value, { nil: undefined });
}

const properties = fc
  .record({
    color: maybe(text),
    price: maybe(number),
    size: maybe(fc.oneof(size, fc.constant("gone"))),
    tags: maybe(fc.uniqueArray(tag, { minLength: 1 })),
    isActive: maybe(fc.boolean()),
    free: maybe(anything),
    // Some lead to nothing, and some to the entity itself.
    parentId: maybe(fc.nat(35)),
    likeIds: maybe(fc.uniqueArray(fc.nat(35), { minLength: 1, maxLength: 3 })),
  })
  .map((drawn) => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)));

const createdOn = fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "2026-03-01T12:00:00.000Z");

interface DrawnEntity extends Omit<ModelEntity, "id" | "name"> {
  readonly name: string | undefined;
}

/** Ids are assigned later: the generation order must not be the id order. */
export const entitiesWithoutIds = fc.array(
  fc.record({ name: maybe(text), version: fc.integer({ min: 1, max: 3 }), createdOn, properties }),
  { maxLength: 30 },
);

export function withIds(drawn: readonly DrawnEntity[], prefix: string): ModelEntity[] {
  const idOf = (index: JsonValue) => `${prefix}${String((Number(index) * 7919) % 1000).padStart(4, "0")}`;
  return drawn.map(({ name, properties: { parentId, likeIds, ...rest }, ...entity }, index) => ({
    ...entity,
    ...(name === undefined ? {} : { name }),
    properties: {
      ...rest,
      ...(parentId === undefined ? {} : { parentId: idOf(parentId) }),
      ...(Array.isArray(likeIds) ? { likeIds: likeIds.map(idOf) } : {}),
    },
    id: idOf(index),
  }));
}

const comparison = fc.constantFrom("gt", "gte", "lt", "lte");

function operatorsOn(value: fc.Arbitrary<unknown>, bound: fc.Arbitrary<unknown>, part?: fc.Arbitrary<unknown>) {
  const list = fc.array(fc.option(value), { maxLength: 3 });
  return fc.oneof(
    value,
    list,
    fc.constant(null),
    value.map((ne) => ({ ne })),
    list.map((many) => ({ in: many })),
    list.map((nin) => ({ nin })),
    fc.boolean().map((exists) => ({ exists })),
    fc.tuple(comparison, bound).map(([operator, operand]) => ({ [operator]: operand })),
    fc.tuple(bound, bound).map(([gte, lt]) => ({ gte, lt })),
    ...(part === undefined ? [] : [part.map((contains) => ({ contains })), part.map((startsWith) => ({ startsWith }))]),
  );
}

const listTests = fc.oneof(
  tag,
  fc.array(tag, { maxLength: 3 }),
  tag.map((ne) => ({ ne })),
  tag.map((contains) => ({ contains })),
  fc.boolean().map((exists) => ({ exists })),
);

const flat = fc.record(
  {
    name: operatorsOn(text, text, text),
    version: operatorsOn(fc.integer({ min: 0, max: 4 }), number),
    color: operatorsOn(text, text, text),
    price: operatorsOn(number, number),
    size: operatorsOn(fc.oneof(size, fc.constant("gone")), size, fc.constantFrom("s", "l")),
    tags: listTests,
    isActive: fc.boolean(),
    free: operatorsOn(anything, fc.oneof(text, number)),
  },
  { requiredKeys: [] },
);

/** Only a few members, so that something matches. */
const few = flat.map((criteria) => Object.fromEntries(Object.entries(criteria).slice(0, 2)));

/** The same criteria on what a reference leads to. */
const referred = fc
  .tuple(few, fc.constantFrom("parent", "parentId", "likes"))
  .map(([criteria, relation]) =>
    Object.fromEntries(Object.entries(criteria).map(([name, test]) => [`${relation}.${name}`, test])),
  );

const simple = fc.oneof(
  few,
  referred,
  fc.tuple(few, referred).map(([one, more]) => ({ ...one, ...more })),
);

const group = (of: fc.Arbitrary<object>) =>
  fc
    .tuple(fc.constantFrom("and", "or"), fc.array(of, { minLength: 1, maxLength: 3 }))
    .map(([name, criteria]) => ({ [name]: criteria }));

export const someCriteria = fc.oneof(
  simple,
  group(simple),
  group(group(few)),
  fc.tuple(few, group(simple)).map(([one, more]) => ({ ...one, ...more })),
  fc.tuple(group(few), group(group(few))).map(([one, more]) => ({ ...one, ...more })),
);

const oneOrder = fc.record(
  {
    orderField: fc.constantFrom(
      "id",
      "name",
      "version",
      "createdOn",
      "color",
      "price",
      "size",
      "isActive",
      "free",
      "nowhere",
    ),
    order: fc.constantFrom("asc", "desc", "DESC"),
  },
  { requiredKeys: [] },
);

/** By one field, or by several different ones, of which the first have many ties. */
export const someOrder = fc.oneof(
  oneOrder,
  fc.uniqueArray(oneOrder, { minLength: 1, maxLength: 3, selector: ({ orderField = "id" }) => orderField }),
);

export const someProperties = fc
  .record({ color: fc.boolean(), price: fc.boolean(), size: fc.boolean() })
  .map(({ color, price, size: isSizeSearchable }) => [
    property("color", "string", { searchable: color }),
    property("price", "number", { searchable: price }),
    property("size", "choice", { optionSetId: "sizes", searchable: isSizeSearchable }),
    property("tags", "multi_select", { optionSetId: "tags" }),
    property("isActive", "boolean"),
    property("parentId", "object_reference", { referenceType: "item" }),
    property("likeIds", "object_ref_list", { referenceType: "item" }),
  ]);
