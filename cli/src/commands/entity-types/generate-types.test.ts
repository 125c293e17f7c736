import { expect, test } from "vitest";
import { generateTypes } from "./generate-types.ts";
import type { FileProperty, FileType } from "./type-file.ts";

function property(slug: string, propertyType: string, more: object = {}): FileProperty {
  return { slug, label: slug.toUpperCase(), propertyType, ...more };
}

function type(typePath: string, ...properties: FileProperty[]): FileType {
  return { typePath, label: typePath, mode: "open", properties };
}

test("each type is an interface upon that of its parent, and the client learns of every kind", () => {
  const text = generateTypes({
    optionSets: [{ name: "Seasons", options: ["FW26", 'S"27'].map((value) => ({ value, display: value })) }],
    entityTypes: [
      type("color", property("pantone", "string")),
      type("item", property("season", "choice", { optionSet: "Seasons", required: true, level: "family" })),
      type("item:shoe", property("heel-height", "number", { required: true })),
      type("item:shoe:boot"),
    ],
  });

  expect(text).toMatchInlineSnapshot(`
    "// Made by weft types generate from the types of the organization: change them there, and make it anew.

    /** Seasons */
    export type SeasonsOption = "FW26" | "S\\"27";

    /** color (color) */
    export interface ColorProperties {
      /** PANTONE (string) */
      pantone?: string;
    }

    /** item (item) */
    export interface ItemProperties {
      /** SEASON (choice, level family) */
      season: SeasonsOption;
    }

    /** item:shoe (item:shoe) */
    export interface ItemShoeProperties extends ItemProperties {
      /** HEEL-HEIGHT (number) */
      "heel-height": number;
    }

    /** item:shoe:boot (item:shoe:boot) */
    export interface ItemShoeBootProperties extends ItemShoeProperties {}

    /** What an entity of item may have, whatever its type. */
    export interface AnyItemProperties extends ItemProperties {
      /** HEEL-HEIGHT (number) */
      "heel-height"?: number;
    }

    /** The properties by the path of their type. */
    export interface PropertiesByTypePath {
      color: ColorProperties;
      item: ItemProperties;
      "item:shoe": ItemShoeProperties;
      "item:shoe:boot": ItemShoeBootProperties;
    }

    declare module "@weft/client" {
      interface EntityProperties {
        color: ColorProperties;
        item: AnyItemProperties;
      }
    }
    "
  `);
});

test.each([
  ["string", "string"],
  ["text", "string"],
  ["number", "number"],
  ["currency", "number"],
  ["percent", "number"],
  ["rating", "number"],
  ["date", "string"],
  ["datetime", "string"],
  ["boolean", "boolean"],
  ["url", "string"],
  ["image", "string"],
  ["json", "unknown"],
  ["object_reference", "string"],
  ["object_ref_list", "string[]"],
  ["size_range", "{ sizes: string[] }"],
  ["sequence", "string"],
  ["user_list", "string[]"],
  ["of-a-newer-service", "unknown"],
])("a %s is read as %s", (propertyType, expected) => {
  const text = generateTypes({ optionSets: [], entityTypes: [type("item", property("it", propertyType))] });

  expect(text).toContain(`  it?: ${expected};`);
});

test("choices are unions, formulas what they answer, and what only options have is optional", () => {
  const text = generateTypes({
    optionSets: [
      { name: "x", federatedId: "1 größe", options: [{ value: "S", display: "Small" }] },
      { name: "empty", options: [] },
    ],
    entityTypes: [
      type(
        "item",
        property("sizes", "multi_select", { optionSet: "1 größe" }),
        property("none", "choice", { optionSet: "empty" }),
        property("margin", "formula", { resultKind: "number" }),
        property("price", "currency", { required: true, level: "option", currency: "EUR" }),
      ),
    ],
  });

  expect(text).toContain('export type GrößeOption = "S";');
  expect(text).toContain("export type EmptyOption = never;");
  expect(text).toContain("  sizes?: GrößeOption[];");
  expect(text).toContain("  /** MARGIN (formula, made by the service) */\n  margin?: number;");
  expect(text).toContain("  /** PRICE (currency, EUR, level option) */\n  price?: number;");
});

test("names that would clash get numbers, and no label can end its comment", () => {
  const text = generateTypes({
    optionSets: [],
    entityTypes: [
      type("project-item", { ...property("a", "string"), label: "*/ evil(); /*\n" }),
      type("project:item", property("b", "string")),
    ],
  });

  expect(text).toContain("export interface ProjectItemProperties {");
  expect(text).toContain("export interface ProjectItemProperties2 {");
  expect(text).toContain('"project-item": ProjectItemProperties;');
  expect(text).toContain("/** *\\/ evil(); /*  (string) */");
});

test("types that declare the same property differently give the kind both", () => {
  const text = generateTypes({
    optionSets: [],
    entityTypes: [type("item:a", property("width", "number")), type("item:b", property("width", "string"))],
  });

  expect(text).toContain("export interface AnyItemProperties {");
  expect(text).toContain("  width?: number | string;");
  expect(text).toContain("    item: AnyItemProperties;");
});

test("an organization that has described nothing still gives a file that compiles", () => {
  const text = generateTypes({ optionSets: [], entityTypes: [] });

  expect(text).toContain("export interface PropertiesByTypePath {}");
  expect(text).toContain("  interface EntityProperties {}");
});
