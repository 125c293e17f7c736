import { loadConfigurationSchema } from "@weft/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { beginTorture } from "../../testing/torture.ts";
import { LoadFailedError } from "../load-errors.ts";
import { buildPreprocessing, columnOf } from "./testing/build-preprocessing.ts";

const torture = beginTorture("preprocessing");
const dollar = "$";
const optionSets = { seasons: [{ value: "FW", display: "Fall" }] };
const season = { slug: "season", label: "Season", propertyType: "choice", optionSetId: "seasons" } as const;
const types = {
  item: [season, { slug: "brand" }, { slug: "made" }, { slug: "code", propertyType: "sequence" }],
} as const;

describe("each step consumes the one before", () => {
  test("the columns and values of a row after each", () => {
    const { preprocessing } = buildPreprocessing({
      headers: ["Season", "Junk", "active", "code"],
      types,
      optionSets,
      configuration: {
        federatedMappings: { name: "Junk", brand: "Acme" },
        propertiesToRemove: ["Junk"],
        conditionalColumns: [{ toProperty: "made", default: "{name}/{Season}/{season}/{brand}!" }],
      },
    });

    const trace = preprocessing.trace({ number: 2, cells: ["Fall", "Parka", "TRUE", "7"] });

    const seen = preprocessing.steps.map(({ name, columns }, index) => [name, columns, trace[index]]);
    expect(seen).toEqual([
      ["booleans", ["Season", "Junk", "active", "code"], ["Fall", "Parka", true, "7"]],
      [
        "federatedMappings",
        ["Season", "Junk", "active", "code", "name", "brand"],
        ["Fall", "Parka", true, "7", "Parka", "Acme"],
      ],
      ["propertiesToRemove", ["Season", "active", "code", "name", "brand"], ["Fall", true, "7", "Parka", "Acme"]],
      ["byType", ["season", "active", "code", "name", "brand"], ["FW", true, "7", "Parka", "Acme"]],
      [
        "conditionalColumns",
        ["season", "active", "code", "name", "brand", "made"],
        ["FW", true, "7", "Parka", "Acme", "Parka/FW/FW/Acme!"],
      ],
      [
        "byTypeWithWarnings",
        ["season", "active", "name", "brand", "made"],
        ["FW", true, "Parka", "Acme", "Parka/FW/FW/Acme!"],
      ],
    ]);
  });

  test("a conditional column does not see columns that step 3 has removed", () => {
    const { prepare, issues } = buildPreprocessing({
      headers: ["Junk"],
      types,
      configuration: {
        propertiesToRemove: ["Junk"],
        conditionalColumns: [
          { toProperty: "made", default: "[{Junk}]" },
          { toProperty: "brand", default: "{Junk}." },
        ],
      },
    });

    expect(prepare("x")).toEqual({ made: [null], brand: "." });
    expect(issues).toEqual([expect.objectContaining({ columnName: "Junk", step: 5, severity: "warning" })]);
    expect(issues[0]?.message).toContain("removed by propertiesToRemove");
  });

  test.each(["Season", "season"])("a renamed column is overwritten by either name: %s", (toProperty) => {
    const { prepare, preprocessing } = buildPreprocessing({
      headers: ["Season"],
      types,
      optionSets,
      configuration: { conditionalColumns: [{ toProperty, default: "{Season}{season}" }] },
    });

    expect(preprocessing.columns).toEqual(["season"]);
    expect(prepare("Fall")).toEqual({ season: "FWFW" });
  });

  test.each(["Season", "season"])("and copied by either name: %s", (fromProperty) => {
    const { prepare } = buildPreprocessing({
      headers: ["Season"],
      types,
      optionSets,
      configuration: { conditionalColumns: [{ toProperty: "made", fromProperty }] },
    });

    expect(prepare("Fall")).toEqual({ season: "FW", made: "FW" });
  });

  test("a cell that step 1 has converted to a boolean is one in expressions", () => {
    const { prepare } = buildPreprocessing({
      headers: ["active"],
      types: { item: [{ slug: "active" }, { slug: "made" }] },
      configuration: { conditionalColumns: [{ toProperty: "made", default: "={active} === false" }] },
    });

    expect(prepare("FALSE")).toEqual({ active: false, made: true });
  });
});

test("a prepared row keeps its number and its cells", () => {
  const { preprocessing } = buildPreprocessing({ headers: ["brand"], types });
  const cells = ["TRUE"];

  const row = preprocessing.prepare({ number: 7, cells });

  expect(row).toEqual({ number: 7, original: ["TRUE"], values: [true] });
  expect(row.original).toBe(cells);
});

describe("hostile names are plain names", () => {
  const hostile = [
    "__proto__",
    "constructor",
    "toString",
    "a}b",
    "{c}",
    'quo"te',
    "it's",
    "a.b",
    `${dollar}{x}`,
    "\\",
    " ",
    "Größe",
    "\u2028",
  ];

  test("they are mapped, read, written and removed", () => {
    const types = { item: [{ slug: "x" }] };
    const federatedMappings = JSON.parse('{"__proto__x": "constructor", "valueOf": "__proto__"}');
    const conditionalColumns = [
      { toProperty: "x", default: '={__proto__} + {constructor} + {a}b} + {quo"te} + {a.b} + {Größe}' },
      { toProperty: "hasOwnProperty", fromProperty: "{c}" },
      { toProperty: "constructor", default: "overwritten" },
    ];
    const { preprocessing } = buildPreprocessing({
      headers: hostile,
      types,
      configuration: { federatedMappings, conditionalColumns, propertiesToRemove: ["toString", "\\"] },
    });

    const { values } = preprocessing.prepare({ number: 2, cells: hostile.map((_, index) => `v${index}`) });

    const byName = new Map(preprocessing.columns.map((column, slot) => [column, values[slot]]));
    expect(byName.get("x")).toBe("v0v1v3v5v7v11");
    expect(byName.get("__proto__x")).toBe("v1");
    expect(byName.get("valueOf")).toBe("v0");
    expect(byName.get("hasOwnProperty")).toBe("v4");
    expect(byName.get("constructor")).toBe("overwritten");
    expect(byName.has("toString")).toBe(false);
    expect(Reflect.get({}, "x")).toBeUndefined();
  });

  test("a mapping to __proto__ is a column", () => {
    const { preprocessing } = buildPreprocessing({
      headers: ["a"],
      configuration: { federatedMappings: JSON.parse('{"__proto__": "a"}') },
    });

    expect(preprocessing.columns).toEqual(["a", "__proto__"]);
    expect(preprocessing.prepare({ number: 2, cells: ["1"] }).values).toEqual(["1", "1"]);
  });

  test("values are always data", () => {
    const attack = `${dollar}{7*7} {brand} \` '); process.exit(1)`;
    const { prepare } = buildPreprocessing({
      headers: ["brand", "note"],
      types: { item: [{ slug: "brand" }, { slug: "note" }, { slug: "made" }] },
      configuration: { conditionalColumns: [{ toProperty: "made", default: "{note} ({brand})" }] },
    });

    expect(prepare("{note}", attack)["made"]).toBe(`${attack} ({note})`);
  });

  test("they are short and printable in messages", () => {
    const headers = [`${"x".repeat(900)}\u0000`, "a\u0007b"];
    const federatedMappings = Object.fromEntries(headers.map((header) => [header, "Style"]));

    const { issues } = buildPreprocessing({ headers, configuration: { federatedMappings } });

    expect(issues).toHaveLength(2);
    for (const { message } of issues) {
      expect(message.length).toBeLessThan(200);
      expect(message).not.toMatch(/\p{Cc}/u);
    }
  });

  test("thousands of undefined columns and a thousand definitions compile quickly", () => {
    const headers = Array.from({ length: 5_000 }, (_, index) => `${"column ".repeat(8)}${index}`);
    const properties = Array.from({ length: 1_000 }, (_, index) => ({ slug: `p${index}`, label: `Colunm ${index}` }));
    const conditionalColumns = headers.slice(0, 1_000).map((header, index) => ({
      toProperty: `made ${index}`,
      default: `{${header}}-{missing ${index}}`,
    }));
    const federatedMappings = Object.fromEntries(properties.map(({ slug }, index) => [slug, `columns ${index}`]));

    const startMs = performance.now();
    const { preprocessing } = buildPreprocessing({
      headers,
      types: { item: properties },
      configuration: { federatedMappings, conditionalColumns, propertiesToRemove: headers.slice(4_000, 5_000) },
    });

    expect(performance.now() - startMs).toBeLessThan(15_000);
    expect(preprocessing.columns).toHaveLength(4_000 + 1_000 + 1_000);
  });
});

describe("for any file and configuration", () => {
  const name = fc.oneof(
    fc.constantFrom("Season", "season", "brand", "code", "name", "a", "b", "__proto__", "a}b", "id"),
    fc.string({ minLength: 1, maxLength: 5 }),
  );
  const cell = fc.oneof(fc.constantFrom("true", "FALSE", "Fall", "FW", "", "5"), fc.string());
  const text = fc.oneof(
    name,
    name.map((one) => `{${one}}-`),
    name.map((one) => `={${one}}.length`),
  );
  const world = fc.record({
    headers: fc.uniqueArray(name, { minLength: 1, maxLength: 8 }),
    federatedMappings: fc.dictionary(name, name, { maxKeys: 3 }),
    propertiesToRemove: fc.array(name, { maxLength: 2 }),
    conditionalColumns: fc.array(
      fc.record(
        {
          toProperty: name,
          fromProperty: name,
          default: text,
          conditions: fc.array(fc.record({ conditional: name.map((one) => `{${one}} > 1`), value: text }), {
            maxLength: 2,
          }),
        },
        { requiredKeys: ["toProperty"] },
      ),
      { maxLength: 4 },
    ),
    cells: fc.array(cell, { minLength: 8, maxLength: 8 }),
  });

  type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

  function tryBuild({ headers, cells: _, ...configuration }: World) {
    try {
      return buildPreprocessing({
        headers,
        types,
        optionSets,
        configuration: loadConfigurationSchema.parse(configuration),
      });
    } catch (error) {
      if (error instanceof LoadFailedError) return undefined;
      throw error;
    }
  }

  test("the last step of the trace is the prepared row, with one value for every column", () => {
    let builtCount = 0;
    fc.assert(
      fc.property(world, (one) => {
        const built = tryBuild(one);
        if (built === undefined) return;
        builtCount += 1;
        const row = { number: 2, cells: one.cells.slice(0, one.headers.length) };

        const trace = built.preprocessing.trace(row);

        const { columns, steps } = built.preprocessing;
        expect(trace.at(-1)).toEqual(built.preprocessing.prepare(row).values);
        expect(trace.map(({ length }) => length)).toEqual(steps.map((step) => step.columns.length));
        expect(new Set(columns).size).toBe(columns.length);
      }),
      torture.runs(1_000, 200),
    );
    expect(builtCount).toBeGreaterThan(torture.times(1_000, 200) / 2);
  });

  test("a column that nothing names is unchanged and keeps its position", () => {
    const header = "untouched, by anything";
    fc.assert(
      fc.property(world, fc.string(), (one, value) => {
        const built = tryBuild({ ...one, headers: [...one.headers, header] });
        const cells = [...one.cells.slice(0, one.headers.length), `:${value}`];

        if (built !== undefined) expect(columnOf(built.preprocessing, header, [cells])).toEqual([`:${value}`]);
      }),
      torture.runs(500, 100),
    );
  });
});
