import type { Right, Whoami } from "@weft/client";
import { expect, test } from "vitest";
import { arrangeCatalog, catalogOf, moveEntry } from "./catalog.ts";

const everything: Right = { verbs: ["read"], typePath: "*" };

function whoWith(...rights: Right[]): Whoami {
  return {
    actor: { type: "user", id: "u", name: "Ada" },
    org: { id: "o", slug: "demo", name: "Demo" },
    credential: { type: "session" },
    role: "readers",
    rights,
    isAdministrator: false,
    rate: null,
  };
}

const typesOf = (...paths: string[]) =>
  paths.map((typePath) => ({ typePath, label: typePath.split(":").at(-1) ?? "", effectivePresentation: {} }));
const titles = (entries: readonly { readonly title: string }[]) => entries.map(({ title }) => title);

test.each([
  ["no types of its own", [], ["Items", "Colors", "Custom entities"]],
  ["one subtype", ["item:product"], ["All items", "product", "Colors", "Custom entities"]],
  [
    "types below its only subtype",
    ["item:product", "item:product:apparel", "item:product:footwear", "item:product:apparel:knit"],
    ["All items", "apparel", "footwear", "Colors", "Custom entities"],
  ],
  [
    "several subtypes and entity types of its own",
    ["item:product", "item:product:apparel", "item:trim", "custom-entity:supplier", "custom-entity:supplier:mill"],
    ["All items", "product", "trim", "Colors", "supplier"],
  ],
])("the catalog of an organization with %s", (_name, paths, expected) => {
  const types = typesOf("item", "color", "custom-entity", ...paths);

  expect(titles(catalogOf(types, whoWith(everything)))).toEqual(expected);
});

test("an entry has the plural label and the icon of its type", () => {
  const shoes = {
    typePath: "item:shoe",
    label: "Shoe",
    effectivePresentation: { pluralLabel: "Shoes", icon: "shoe" },
  } as const;

  const entries = catalogOf([shoes, ...typesOf("item:bag")], whoWith(everything));

  expect(entries.map(({ title, icon }) => [title, icon])).toContainEqual(["Shoes", "shoe"]);
  expect(entries.map(({ title, icon }) => [title, icon])).toContainEqual(["bag", "hanger"]);
});

test("the catalog hides what the user may not read", () => {
  const types = typesOf("item", "item:apparel", "item:footwear", "color", "custom-entity", "custom-entity:supplier");
  const who = whoWith({ verbs: ["read"], typePath: "item:apparel" }, { verbs: ["create"], typePath: "color" });

  expect(titles(catalogOf(types, who))).toEqual(["All items", "apparel"]);
});

test("the user's order comes first, and new entries last", () => {
  const entries = catalogOf(typesOf("item:a", "item:b", "custom-entity:c"), whoWith(everything));

  const arranged = arrangeCatalog(entries, ["custom-entity:c", "gone", "item:b"]);

  expect(titles(arranged)).toEqual(["c", "b", "All items", "a", "Colors"]);
});

test.each([
  ["c", "top", ["c", "a", "b"]],
  ["c", "up", ["a", "c", "b"]],
  ["a", "up", ["a", "b", "c"]],
  ["a", "down", ["b", "a", "c"]],
  ["c", "down", ["a", "b", "c"]],
  ["x", "top", ["a", "b", "c"]],
] as const)("%s moves %s", (key, move, expected) => {
  expect(moveEntry(["a", "b", "c"], key, move)).toEqual(expected);
});
