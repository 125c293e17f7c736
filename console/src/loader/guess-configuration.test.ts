import { describe, expect, test } from "vitest";
import { columnTarget, missingTargets } from "./column-target.ts";
import { readCsvPreview } from "./csv-preview.ts";
import { guessColumns, guessConfiguration } from "./guess-configuration.ts";
import { typePathOf } from "./made-columns.ts";
import { propertyCatalog } from "./property-catalog.ts";
import { sampleFileName, sampleLine } from "./sample-line.ts";
import { someTypes } from "./testing/some-types.ts";

function file(text: string, fileName = "file.csv") {
  const bytes = new TextEncoder().encode(text);
  return { fileName, preview: readCsvPreview(bytes, bytes.length), types: someTypes };
}

function targets(text: string, fileName?: string) {
  const guessed = file(text, fileName);
  const configuration = guessConfiguration(guessed);
  const { headers } = guessed.preview;
  const { loadType = [] } = configuration;
  const mapped = { headers, catalog: propertyCatalog(someTypes, loadType, typePathOf(configuration, headers)) };
  return {
    loadType,
    typePath: typePathOf(configuration, headers),
    columns: Object.fromEntries(headers.map((header) => [header, columnTarget(configuration, header, mapped)])),
    missing: missingTargets(configuration, mapped),
  };
}

describe("guessConfiguration", () => {
  test("a line of styles and colors is items, with the type of its properties", () => {
    expect(targets("Style,SKU,Style name,Colour,Retail price,In stock\nP1,P1-R,Parka,Red,10,true")).toEqual({
      loadType: ["ITEM"],
      typePath: "item:product",
      columns: {
        Style: "itemFamilyFederatedId",
        SKU: "itemOptionFederatedId",
        "Style name": "name",
        Colour: "optionName",
        "Retail price": "retailPrice",
        "In stock": "inStock",
      },
      missing: [],
    });
  });

  test("the most specific name wins, and the rest goes to the next target", () => {
    expect(targets("Style,Style number\nParka,P1")).toMatchObject({
      columns: { "Style number": "itemFamilyFederatedId", Style: "name" },
      missing: [],
    });
  });

  test("the loader's own names need no mapping", () => {
    expect(guessConfiguration(file("itemFamilyFederatedId,name\nP1,Parka"))).toEqual({ loadType: ["ITEM"] });
  });

  test("a property with a similar name is found", () => {
    expect(targets("Style,Name,retail_price\nP1,Parka,10").columns).toMatchObject({ retail_price: "retailPrice" });
  });

  test("a subtype is guessed only when its own properties are present", () => {
    expect(targets("Style,Name,Gender,Heel height in mm\nP1,Pump,women,40").typePath).toBe("item:product:shoe");
  });

  test("a column of type paths sets the type of each row", () => {
    expect(targets("Style,Name,Kind\nP1,Parka,item:product")).toMatchObject({
      typePath: undefined,
      columns: { Kind: "typePath" },
    });
  });

  test("a file with hex values is colors", () => {
    expect(targets("Code,Name,Hex\nR,Red,#ff0000")).toMatchObject({
      loadType: ["COLOR"],
      columns: { Code: "federatedId", Name: "name", Hex: "hex" },
      missing: [],
    });
  });

  test("red, green and blue are colors too", () => {
    expect(targets("Colour code,Colour name,R,G,B\nR,Red,255,0,0")).toMatchObject({
      loadType: ["COLOR"],
      columns: { R: "red", G: "green", B: "blue" },
      missing: [],
    });
  });

  test("few columns with sizes are size range templates", () => {
    expect(targets('Id,Name,Sizes\nA,Alpha,"S,M"')).toMatchObject({
      loadType: ["SIZE_RANGE_TEMPLATE"],
      columns: { Id: "federatedId", Name: "name", Sizes: "sizeRange" },
    });
  });

  test("suppliers.csv with the columns of suppliers is suppliers", () => {
    expect(targets("Id,Name,Country,City\n1,Mill,PT,Porto", "suppliers.csv")).toMatchObject({
      loadType: ["CUSTOM_ENTITY"],
      typePath: "custom-entity:supplier",
      columns: { Id: "federatedId", Country: "country" },
      missing: [],
    });
  });

  test("an unknown file is items, and reports what is missing", () => {
    const { loadType, missing } = targets("foo,bar\n1,2");

    expect(loadType).toEqual(["ITEM"]);
    expect(missing).toEqual([
      "Select the column for Style external ID (itemFamilyFederatedId).",
      "Select the column for Name (name).",
    ]);
  });

  test("columns are guessed again for another kind of load", () => {
    expect(guessColumns(file("Id,Name,Hex\nR,Red,ff0000"), ["CUSTOM_ENTITY"])).toMatchObject({
      loadType: ["CUSTOM_ENTITY"],
      conditionalColumns: [{ toProperty: "typePath", default: "custom-entity:supplier" }],
    });
  });

  test("the sample of the page is guessed completely, without errors", () => {
    expect(file(sampleLine, sampleFileName).preview).toMatchObject({ errors: [], rows: { length: 12 } });
    expect(targets(sampleLine, sampleFileName)).toMatchObject({ loadType: ["ITEM"], missing: [] });
  });
});

describe("missingTargets", () => {
  const catalog = propertyCatalog(someTypes, ["ITEM", "PROJECT_ITEM", "ASSORTMENT"], undefined);
  const headers = ["itemFamilyFederatedId", "name", "itemOptionFederatedId"];

  test("options need a name, members an assortment, project items a project", () => {
    const loadType = ["ITEM", "PROJECT_ITEM", "ASSORTMENT"] as const;

    expect(missingTargets({ loadType: [...loadType] }, { headers, catalog })).toEqual([
      "Select the column for Option name (optionName). It is required for options.",
      "Select the assortment column.",
      "Select the project of the items.",
    ]);
  });

  test("an assortment implies its project, and a configuration file may contain anything", () => {
    const assortmentSplit = { fieldToSplitOn: "name", values: [{ value: "a", assortmentIdentifier: "core" }] };
    const file = { headers: headers.slice(0, 2), catalog };

    expect(missingTargets({ loadType: ["ITEM", "PROJECT_ITEM", "ASSORTMENT"], assortmentSplit }, file)).toEqual([]);
    expect(missingTargets({ loaderConfigurationId: "abc" }, { headers: [], catalog })).toEqual([]);
  });
});
