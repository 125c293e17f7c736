import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { byFederatedId, download, ended, load, messagesIn, rows, start, upload } from "../testing/loading.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const header = "itemFamilyFederatedId,name";
const items = { loadType: ["ITEM"] };

describe("failureArea is the phase", () => {
  test.each([
    ["PARSING_CSV", "an empty file", "", {}],
    ["PARSING_CSV", "a header twice", rows("name,name", "a,b"), {}],
    ["PARSING_CSV", "an empty header", rows("itemFamilyFederatedId,,name", "a,b,c"), {}],
    ["PARSING_CSV", "more cells than headers", rows(header, "a,b,c"), {}],
    ["PARSING_CSV", "a quote that is never closed", rows(header, 'a,"b'), {}],
    ["VALIDATING_DATA", "a column that is missing", rows("name", "a"), {}],
    ["VALIDATING_DATA", "a cell that is missing", rows(header, "a,"), {}],
    [
      "VALIDATING_DATA",
      "an expression that is none",
      rows(header, "a,b"),
      { conditionalColumns: [{ toProperty: "x", default: "={" }] },
    ],
  ])("%s: %s", async (failureArea, _, csv, configuration) => {
    const process = await load(service, csv, { ...items, ...configuration });

    expect(process).toMatchObject({ status: "failed", failureArea, progress: { phase: "done", percent: 100 } });
    expect(process.errors).toBeGreaterThan(0);
    expect(process.subtext).toBe(`Failed with ${process.errors} ${process.errors === 1 ? "error" : "errors"}`);
    expect(process.issuesFileId).toBeDefined();
    expect(await byFederatedId(service, "items", "a")).toBeUndefined();
  });

  test("TRANSFORMING_DATA: expressions that fail on too many rows", async () => {
    const lines = Array.from({ length: 1_001 }, (_, index) => `t${index},T`);

    const process = await load(service, rows(header, ...lines), {
      ...items,
      conditionalColumns: [{ toProperty: "x", default: "={name}[5].length" }],
    });

    expect(process).toMatchObject({ status: "failed", failureArea: "TRANSFORMING_DATA", counts: {} });
    expect(await byFederatedId(service, "items", "t0")).toBeUndefined();
  });
});

describe("a completed load", () => {
  test("of a file that was loaded before reports every row in order, in batches with and without changes", async () => {
    const file = (nameOf: (index: number) => string) =>
      rows(header, ...Array.from({ length: 5_000 }, (_, index) => `o${index},${nameOf(index)}`));
    await load(service, file(String), items);

    const process = await load(
      service,
      file((index) => (index === 3_500 ? "" : `${index}${index === 2_500 ? " II" : ""}`)),
      { ...items, onRowError: "skip" },
    );

    const reported = (await download(service, process.resultFileId)).trim().split(/\r?\n/).slice(1);
    expect(process.counts).toMatchObject({ item: { updated: 1, unchanged: 4_998, failed: 1 } });
    expect(process.issues).toMatchObject([{ rowNumber: 3_502, columnName: "name" }]);
    expect(reported.map((line) => Number(line.split(",")[0]))).toEqual(
      Array.from({ length: 5_000 }, (_, index) => index + 2).filter((row) => row !== 3_502),
    );
  });

  test("counts each entity once by its outcome, and has the counts in its subtext", async () => {
    await load(service, rows(header, "c1,One", "c2,Two"), items);

    const process = await load(service, rows(header, "c1,One", "c2,Two II", "c3,Three", ",None"), {
      ...items,
      onRowError: "skip",
    });

    expect(process).toMatchObject({
      status: "completed",
      failureArea: "NONE",
      subtext: "Completed: 1 created, 1 updated, 1 unchanged, 1 failed",
      warnings: 0,
      errors: 1,
      progress: { phase: "done", rowsTotal: 4, rowsDone: 4, percent: 100, etaSeconds: 0 },
    });
    expect(process.counts).toEqual({ item: { created: 1, updated: 1, unchanged: 1, deleted: 0, failed: 1 } });
    expect(Date.parse(process.endedOn)).toBeGreaterThanOrEqual(Date.parse(process.startedOn));
  });

  test("has a result for each of the six steps, with its issues and a sample of its rows", async () => {
    const process = await load(service, rows(`${header},Aktiv,Alt`, "s1,One,TRUE,x"), {
      ...items,
      federatedMappings: { brand: "Acme", name: "Title" },
      propertiesToRemove: ["Alt"],
      conditionalColumns: [{ toProperty: "note", default: "{brand} {nam}" }],
    });

    const steps = process.preprocessingStepResults;
    const reported = steps.map((step: Record<string, unknown>) => [
      step["preprocessingStepName"],
      step["numberOfErrors"],
      step["numberOfWarnings"],
    ]);
    expect(reported).toEqual([
      ["booleans", 0, 0],
      ["federatedMappings", 0, 1],
      ["propertiesToRemove", 0, 0],
      ["byType", 0, 0],
      ["conditionalColumns", 0, 1],
      ["byTypeWithWarnings", 0, 3],
    ]);
    expect(await download(service, steps[2].fileId)).toBe(
      "_row,itemFamilyFederatedId,name,Aktiv,brand\r\n2,s1,One,true,Acme\r\n",
    );
    expect((await download(service, steps[4].fileId)).split("\r\n")[1]).toBe(`2,s1,One,true,Acme,"Acme "`);
  });

  test("can be waited for, and a wait of more than 30 seconds is rejected", async () => {
    const fileLocation = await upload(service, rows(header, "w1,One"));
    const { body } = await start(service, { ...items, fileLocation });

    const waited = await service.call("GET", `/loader-processes/${body.id}?wait=30`);
    const again = await service.call("GET", `/loader-processes/${body.id}?wait=30`);
    const tooLong = await service.call("GET", `/loader-processes/${body.id}?wait=31`);

    expect([waited.body.status, again.body.status]).toEqual(["completed", "completed"]);
    expect(tooLong).toMatchObject({ status: 400, body: { errors: [{ pointer: "wait" }] } });
  });
});

describe("reading of the file", () => {
  const latin = Buffer.from(rows(header, "e1,Mäntel"), "latin1");

  test.each([
    ["UTF-8 with a mark", Buffer.from(`\ufeff${rows(header, "e0,Mäntel")}`), "e0", 0],
    ["UTF-16 by its mark", Buffer.from(`\ufeff${rows(header, "e2,Mäntel")}`, "utf16le"), "e2", 0],
    ["Windows-1252, found out with a warning", latin, "e1", 1],
  ])("%s", async (_, bytes, federatedId, warnings) => {
    const process = await load(service, bytes, items);

    expect(process).toMatchObject({ status: "completed", warnings });
    expect((await byFederatedId(service, "items", federatedId)).name).toBe("Mäntel");
  });

  test("with the given encoding, without a warning", async () => {
    const process = await load(service, latin, { ...items, encoding: "windows-1252" });

    expect(process).toMatchObject({ status: "completed", warnings: 0, encoding: "windows-1252" });
  });

  test.each([";", "\t", "|"])("with the delimiter %j, detected or given", async (delimiter) => {
    const csv = rows(header, "d1,One").replaceAll(",", delimiter);

    const found = await load(service, csv, { ...items, dryRun: true });
    const given = await load(service, csv, { ...items, delimiter, dryRun: true });

    expect([found.counts, given.counts]).toMatchObject([{ item: { created: 1 } }, { item: { created: 1 } }]);
  });

  test("a given delimiter wins over a detected one", async () => {
    const process = await load(service, rows("itemFamilyFederatedId;name,x", "d2;One,1"), {
      ...items,
      delimiter: ";",
      propertiesToRemove: ["x"],
    });

    expect(messagesIn(process, "error")).toEqual([expect.stringContaining("column name")]);
  });

  test.each([
    ["encoding", "latin1"],
    ["delimiter", ":"],
    ["onRowError", "ignore"],
    ["strictColumns", "yes"],
    ["maxRemovals", -1],
    ["shouldSkipAssortmentPublish", "true"],
    ["partialAssortmentUpdate", 1],
    ["workspaceIdentifier", ""],
    ["propertiesToRemove", "name"],
    ["dryRun", "true"],
  ])("%s does not accept %j", async (name, value) => {
    const answer = await start(service, { ...items, [name]: value });

    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].pointer).toMatch(new RegExp(`^#/${name}`));
  });
});

describe("loaderConfigurationId", () => {
  const csv = rows("Style,Title", "y1,Parka");
  const mappings = { itemFamilyFederatedId: "Style", name: "Title" };

  test.each([
    ["YAML", "c.yaml", "loadType:\n  - ITEM\nfederatedMappings:\n  itemFamilyFederatedId: Style\n  name: Title\n"],
    ["JSON", "c.json", JSON.stringify({ loadType: ["ITEM"], federatedMappings: mappings })],
    [
      "JSON with a mark before it",
      "c.json",
      `\ufeff${JSON.stringify({ loadType: ["ITEM"], federatedMappings: mappings })}`,
    ],
  ])("names a file in %s, which serves several loads", async (_, name, text) => {
    const loaderConfigurationId = await upload(service, text, name);

    const first = await load(service, csv, { loaderConfigurationId });
    const second = await load(service, rows("Style,Title", "y2,Cape"), { loaderConfigurationId });

    expect([first.status, second.status]).toEqual(["completed", "completed"]);
    expect(second).toMatchObject({ loadType: ["ITEM"], federatedMappings: mappings, loaderConfigurationId });
    expect((await byFederatedId(service, "items", "y2")).name).toBe("Cape");
  });

  test("may also specify the CSV file, and the request overrides each property", async () => {
    const fileLocation = await upload(service, csv);
    const text = JSON.stringify({ loadType: ["COLOR"], fileLocation, federatedMappings: mappings });
    const loaderConfigurationId = await upload(service, text, "c.json");

    const { body } = await start(service, { loaderConfigurationId, loadType: ["ITEM"] });
    const process = await ended(service, body.id);

    expect(process).toMatchObject({
      status: "completed",
      fileLocation,
      loadType: ["ITEM"],
      federatedMappings: mappings,
    });
  });

  test.each([
    ["neither YAML nor JSON", "a: [", "neither YAML nor JSON"],
    ["nothing", "", ""],
    ["a list", "- a", ""],
    ["a part of the wrong kind", "loadType: ITEM", ""],
    ["a call inside it", "dryRun: true", ""],
  ])("of a file that contains %s is rejected with a pointer", async (_, text, word) => {
    const answer = await start(service, { loaderConfigurationId: await upload(service, text, "c.yaml") });

    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].pointer).toMatch(/^#\/loaderConfigurationId/);
    expect(answer.body.errors[0].detail).toContain(word);
  });

  test("of an incomplete upload is rejected", async () => {
    const { body } = await service.call("POST", "/files?fileName=c.yaml&size=10");

    const answer = await start(service, { loaderConfigurationId: body.id });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/loaderConfigurationId" }] } });
  });
});
