import type { Presentation } from "@weft/client";
import type { FileOption, FileOptionSet, FileProperty, FileType, TypeFile } from "../entity-types/type-file.ts";
import { categories } from "./garments.ts";
import { fits } from "./make-collection.ts";
import { toneNames } from "./palette.ts";
import { certificateNames } from "./suppliers.ts";

/** The types of the demo, in the format of weft types import. */
export function demoTypes(): TypeFile {
  return { optionSets, entityTypes };
}

const statusColors: Readonly<Record<string, FileOption["color"]>> = {
  draft: "grey",
  approved: "green",
  dropped: "red",
};

const optionSets: readonly FileOptionSet[] = [
  optionSet("genders", "Genders", { women: "Women", men: "Men", unisex: "Unisex" }),
  optionSet("categories", "Categories", Object.fromEntries(categories.map((name) => [name, titled(name)]))),
  optionSet("fits", "Fits", Object.fromEntries(fits.map((name) => [name, titled(name)]))),
  optionSet("care", "Care symbols", {
    wash30: "Wash at 30°",
    wash40: "Wash at 40°",
    handWash: "Hand wash",
    dryClean: "Dry clean only",
    iron1: "Iron at low heat",
    iron2: "Iron at medium heat",
    tumble: "Tumble dry",
    wipe: "Wipe clean",
  }),
  optionSet("statuses", "Style statuses", { draft: "Draft", approved: "Approved", dropped: "Dropped" }, statusColors),
  optionSet("tones", "Color tones", Object.fromEntries(toneNames.map((name) => [name.toLowerCase(), name]))),
  optionSet("soles", "Soles", { rubber: "Rubber", leather: "Leather", jute: "Jute", eva: "EVA" }),
  optionSet("certificates", "Certificates", Object.fromEntries(certificateNames.map((name) => [name, name]))),
];

const sections: NonNullable<Presentation["sections"]> = [
  { title: "Style", properties: ["category", "gender", "status"] },
  { title: "Material", properties: ["composition", "fabricWeight", "care", "certified"] },
  { title: "Commercial", properties: ["retailPrice", "costPrice", "margin", "supplier"] },
  { title: "Option", properties: ["color", "sizeRun", "sizes", "ean"] },
];

const productPresentation: Presentation = {
  pluralLabel: "Products",
  pictureProperty: "picture",
  pictureRatio: "4:5",
  keyFacts: ["category", "gender", "retailPrice", "costPrice", "margin", "supplier"],
  sections,
};

const entityTypes: readonly FileType[] = [
  type("assortment-item", "Assortment item", [property("rank", "Rank", "number")]),
  type("color", "Color", [choice("tone", "Tone", "tones", { searchable: true })]),
  type(
    "custom-entity:supplier",
    "Supplier",
    [
      property("country", "Country", "string", { searchable: true }),
      property("city", "City", "string"),
      property("leadTimeDays", "Lead time in days", "number", { min: 0 }),
      property("certificates", "Certificates", "multi_select", { optionSet: "demo-certificates" }),
    ],
    { pluralLabel: "Suppliers", icon: "factory" },
  ),
  type(
    "item:product",
    "Product",
    [
      property("picture", "Picture", "image", { level: "override", expected: true }),
      choice("status", "Status", "statuses", { level: "family", default: "draft", searchable: true }),
      choice("category", "Category", "categories", { level: "family", searchable: true }),
      choice("gender", "Gender", "genders", { level: "family", searchable: true }),
      property("composition", "Composition", "string", { level: "family", searchable: true, expected: true }),
      property("fabricWeight", "Fabric weight", "number", { level: "family", min: 0 }),
      property("care", "Care", "multi_select", { level: "family", optionSet: "demo-care" }),
      property("supplier", "Supplier", "object_reference", {
        level: "family",
        referenceType: "custom-entity:supplier",
      }),
      property("retailPrice", "Retail price", "currency", {
        level: "family",
        currency: "EUR",
        searchable: true,
        min: 0,
      }),
      property("costPrice", "Cost price", "currency", { level: "family", currency: "EUR", min: 0, expected: true }),
      property("margin", "Margin in percent", "formula", {
        expression: "Math.round(100 - {costPrice} / {retailPrice} * 100)",
        resultKind: "number",
      }),
      property("certified", "Certified", "boolean", { level: "family" }),
      property("color", "Color code", "object_reference", { level: "option", referenceType: "color" }),
      property("sizeRun", "Size run", "object_reference", { referenceType: "size-range-template" }),
      property("sizes", "Sizes", "size_range", { level: "option", templateProperty: "sizeRun" }),
      property("ean", "EAN", "string", { level: "option", unique: true, searchable: true, expected: true }),
    ],
    productPresentation,
  ),
  type("item:product:accessory", "Accessory", [], { pluralLabel: "Accessories", icon: "bag", pictureRatio: "1:1" }),
  type("item:product:apparel", "Apparel", [choice("fit", "Fit", "fits", { level: "family", expected: true })], {
    pluralLabel: "Apparel",
    icon: "shirt",
    sections: [{ title: "Style", properties: ["category", "gender", "fit", "status"] }, ...sections.slice(1)],
  }),
  type(
    "item:product:footwear",
    "Footwear",
    [
      property("heelHeight", "Heel height in mm", "number", { level: "family", min: 0 }),
      choice("sole", "Sole", "soles", { level: "family" }),
    ],
    { pluralLabel: "Footwear", icon: "shoe", pictureRatio: "1:1" },
  ),
  type("project-item", "Project item", [
    property("inStore", "In store", "date", { level: "option" }),
    property("targetQuantity", "Target quantity", "number", { level: "option", min: 0 }),
  ]),
];

function type(
  typePath: string,
  label: string,
  properties: readonly FileProperty[],
  presentation?: Presentation,
): FileType {
  return { typePath, label, mode: "open", properties, ...(presentation === undefined ? {} : { presentation }) };
}

function property(slug: string, label: string, propertyType: string, more: object = {}): FileProperty {
  return { slug, label, propertyType, ...more };
}

function choice(slug: string, label: string, set: string, more: object = {}): FileProperty {
  return property(slug, label, "choice", { optionSet: `demo-${set}`, ...more });
}

function optionSet(
  key: string,
  name: string,
  displays: Readonly<Record<string, string>>,
  colors: Readonly<Record<string, FileOption["color"]>> = {},
): FileOptionSet {
  const options = Object.entries(displays).map(([value, display]): FileOption => {
    const color = colors[value];
    return { value, display, ...(color === undefined ? {} : { color }) };
  });
  return { name, federatedId: `demo-${key}`, options };
}

function titled(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
