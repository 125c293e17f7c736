import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byFederatedId } from "../../server/src/loader/testing/loading.ts";
import { type Desk, openDesk } from "../testing/desk.ts";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await desk.file("items.yaml", ...configuration);
  await desk.file("swapped.csv", header);
});

afterAll(() => desk.close());

const configuration = [
  "# What the columns mean.",
  "loadType: [ITEM]",
  "federatedMappings:",
  "  itemFamilyFederatedId: Style",
  "  itemOptionFederatedId: SKU",
  "propertiesToRemove: [Style, SKU]",
];

const header = "Style,SKU,name,optionName,price";

describe("a dry run", () => {
  test("shows the planned changes, and its plan can be applied", async () => {
    await desk.weft(["load", await desk.file("dry-1.csv", header, "D1,D1-R,Parka,Red,10"), "items.yaml"]);
    const next = await desk.file("dry-2.csv", header, "D1,D1-R,Parka,Red,12", "D1,D1-B,Parka,Blue,11");

    const dry = await desk.weft(["load", next, "items.yaml", "--dry-run"]);
    const before = await byFederatedId(desk.service, "items", "D1-R");
    const [, id = ""] = /weft load --apply (\S+)/.exec(dry.stdout) ?? [];
    const applied = await desk.weft(["load", "--apply", id]);
    const again = await desk.weft(["load", "--apply", id]);

    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(/^Dry run of 2 rows .*: nothing was written\. Load /);
    expect(dry.stdout).toContain(
      "Planned changes:\n  update item D1-R (row 2): price 10 → 12\n  create item D1-B (row 3): ",
    );
    expect(before.price).toBe("10");
    expect(applied.code).toBe(0);
    expect(applied.stdout).toMatch(/^item +1 +1 +1 +0 +0$/m);
    expect((await byFederatedId(desk.service, "items", "D1-R")).price).toBe("12");
    expect(again).toMatchObject({ code: 5, stderr: expect.stringContaining("changed after the plan was made") });
  });

  test("a sample shows the first rows after each step", async () => {
    const csv = await desk.file("sample.csv", header, "S1,S1-R,Parka,Red,10", "S2,S2-R,Cape,Red,10");

    const { code, stdout } = await desk.weft(["load", csv, "items.yaml", "--sample", "1"]);

    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^2\. federatedMappings\nROW {2}STYLE {2}SKU .* ITEMOPTIONFEDERATEDID\n {2}2 {2}S1 .* S1-R\n$/m,
    );
    expect(stdout).not.toContain("Cape");
    expect(await byFederatedId(desk.service, "items", "S1")).toBeUndefined();
  });
});

describe("load errors", () => {
  test("an invalid row fails the load; its rows can be downloaded, corrected and loaded", async () => {
    const csv = await desk.file("wrong.csv", header, "W1,W1,Parka,Red,10", "W2,W2-R,Cape,Red,10");

    const { code, stdout, stderr } = await desk.weft(["load", csv, "items.yaml"]);
    const [, id = ""] = /Load ([\w-]{16})\./.exec(stdout) ?? [];
    const listed = await desk.weft(["loads", "issues", id, "--severity", "error", "--json"]);
    const saved = await desk.weft(["loads", "issues", id, "--output", "issues.csv"]);
    const twice = await desk.weft(["loads", "issues", id, "--output", "issues.csv"]);
    const rows = await readFile(join(desk.folder, "issues.csv"), "utf8");
    await writeFile(join(desk.folder, "issues.csv"), rows.replace("W1,W1,", "W1,W1-R,"));
    const corrected = await desk.weft(["load", "issues.csv", "items.yaml"]);

    expect(code).toBe(1);
    expect(stdout).toContain("Failed with 1 error while validating the rows: nothing was written.");
    expect(stdout).toMatch(
      /^error {3}row 2, column itemOptionFederatedId: .* DUPLICATE_FEDERATED_ID\n {8}Use a different id for the option/m,
    );
    expect(stderr).toContain(`weft loads issues ${id} --output issues.csv`);
    expect(JSON.parse(listed.stdout)).toMatchObject({ results: [{ rowNumber: 2, severity: "error" }], errors: 1 });
    expect(saved).toMatchObject({ code: 0, stdout: "issues.csv\n" });
    expect(twice).toMatchObject({ code: 5, stderr: expect.stringContaining("--force") });
    expect(corrected.code).toBe(0);
    expect(await byFederatedId(desk.service, "items", "W1-R")).toBeDefined();
  });

  test("with --on-row-error skip the valid rows load", async () => {
    const csv = await desk.file("skip.csv", header, "K1,K1,Parka,Red,10", "K2,K2-R,Cape,Red,10");

    const { code, stdout } = await desk.weft(["load", csv, "items.yaml", "--on-row-error", "skip"]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^item +2 +0 +0 +0 +1$/m);
  });

  test("a file that is not CSV fails the load", async () => {
    await writeFile(join(desk.folder, "picture.csv"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 1, 2, 3]));

    const { code, stdout } = await desk.weft(["load", "picture.csv", "items.yaml"]);

    expect(code).toBe(1);
    expect(stdout).toMatch(/Failed with \d errors? while reading the file: nothing was written\./);
  });

  test("a configuration that cannot be parsed is rejected with its line", async () => {
    const csv = await desk.file("broken.csv", header);
    await desk.file("broken.yaml", "loadType: [ITEM]", "federatedMappings: {name: Style");

    const { code, stderr } = await desk.weft(["load", csv, "broken.yaml"]);

    expect(code).toBe(6);
    expect(stderr).toMatch(/^weft: broken\.yaml, line \d, column \d+: /);
  });

  test("a misspelt property is rejected with its line, before a large file is uploaded", async () => {
    await writeFile(join(desk.folder, "huge.csv"), `federatedId,name,hex\n${"h,Red,#ff0000\n".repeat(700_000)}`);
    await desk.file("misspelt.yaml", "loadType: [COLOR]", "", "fedratedMappings: {name: Style}");

    const { code, stderr } = await desk.weft(["load", "huge.csv", "misspelt.yaml"]);
    const { body: files } = await desk.service.call("GET", "/files?order=~(orderField~'createdOn~order~'desc)&limit=1");

    expect(code).toBe(6);
    expect(stderr).toMatch(/Did you mean federatedMappings\?.*\(misspelt.yaml, line 3\)/);
    expect(files.results[0].fileName).not.toBe("huge.csv");
  });

  test.each([
    [["load"], 2, "Pass a CSV file and a configuration."],
    [["load", "a.csv"], 2, "Pass a CSV file and a configuration."],
    [["load", "-", "-"], 2, "Only one of the two"],
    [["load", "missing.csv", "items.yaml"], 1, "missing.csv"],
    [["load", ".", "items.yaml"], 2, "is a folder"],
    [["load", "items.yaml", "swapped.csv"], 6, "swapped.csv does not contain an object"],
    [["load", "--apply", "AP6U2iy1Fw9WV_Qi"], 3, "request"],
    [["loads", "show", "AP6U2iy1Fw9WV_Qi"], 3, "request"],
  ])("weft %j exits with %i", async (args, code, words) => {
    expect(await desk.weft(args)).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(words) });
  });
});

test("a load can be undone", async () => {
  const csv = await desk.file("undo.csv", header, "U1,U1-R,Parka,Red,10");
  const { id } = JSON.parse((await desk.weft(["load", csv, "items.yaml", "--json"])).stdout);
  const { id: itemId } = await byFederatedId(desk.service, "items", "U1");
  await desk.service.call("PUT", `/items/${itemId}`, { body: { name: "Changed since" } });

  const { code, stdout } = await desk.weft(["loads", "undo", id]);

  expect(code).toBe(0);
  expect(stdout).toMatch(/^Undo completed: \d changes? undone, \d kept\.$/m);
  expect(stdout).toContain(`  item:${itemId}: `);
});
