import { expect, test } from "vitest";
import { colorLoad, csvOf, seasonLoad } from "./demo-csv.ts";
import { demoTypes } from "./demo-types.ts";
import { makeCollection } from "./make-collection.ts";
import { seasons } from "./seasons.ts";

const collection = makeCollection(26);

test("cells with commas and quotes are quoted", () => {
  expect(csvOf([["a", 'b "c"', "d, e", undefined, 5]])).toBe('a,"b ""c""","d, e",,5\n');
});

test("a season has a row for each color of its styles", () => {
  const [cold] = seasons;

  const { csv, config } = seasonLoad(collection, cold, (_, { federatedId }) => federatedId);

  const [header = "", first = "", ...rows] = csv.trimEnd().split("\n");
  const styles = collection.filter((style) => style.seasons.includes(cold));
  expect(rows.length + 1).toBe(styles.reduce((sum, { options }) => sum + options.length, 0));
  expect(first).toMatch(/^WEFT-1001,WEFT-1001-C\d\d,/);
  expect(header.split(",")).toEqual(expect.arrayContaining(Object.values(config.federatedMappings ?? {}).slice(0, 5)));
  expect(config.assortmentSplit?.values.map(({ assortmentIdentifier }) => assortmentIdentifier)).toEqual([
    "demo-aw26-core",
    "demo-aw26-fashion",
    "demo-aw26-online",
  ]);
});

test("every column is used by the load or is a property", () => {
  const properties = demoTypes().entityTypes.flatMap((type) => type.properties);
  const known = new Set(properties.flatMap(({ label, slug }) => [label, `${slug}Family`, `${slug}Option`]));
  const { csv, config } = seasonLoad(collection, seasons[1], (_, { federatedId }) => federatedId);
  const [header = ""] = csv.split("\n", 1);

  const unknown = header.split(",").filter((column) => !known.has(column));

  expect(unknown.toSorted()).toEqual([...(config.propertiesToRemove ?? [])].sort());
});

test("the colors are in a separate file", () => {
  const { csv } = colorLoad();

  expect(csv.split("\n").slice(0, 2)).toEqual(["federatedId,name,hex,Tone", "WEFT-C01,Black,#111111,Neutral"]);
});

test("every choice value is an option of its set", () => {
  const { optionSets, entityTypes } = demoTypes();
  const valuesOf = (key: string) =>
    optionSets.find(({ federatedId }) => federatedId === `demo-${key}`)?.options.map(({ value }) => value);
  const sets = entityTypes.flatMap(({ properties }) => properties.flatMap(({ optionSet }) => optionSet ?? []));

  expect(new Set(sets)).toEqual(new Set(optionSets.map(({ federatedId }) => federatedId)));
  expect(valuesOf("care")).toEqual(expect.arrayContaining(collection.flatMap(({ care }) => care)));
  expect(valuesOf("categories")).toEqual(expect.arrayContaining(collection.map(({ garment }) => garment.category)));
  expect(valuesOf("certificates")).toEqual(
    expect.arrayContaining(collection.flatMap(({ supplier }) => supplier.certificates)),
  );
});
