import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { buildKey, buildOrg } from "../../testing/builders.ts";
import { keyHeaders, shareTestService, type TestService } from "../../testing/test-service.ts";
import { all, byFederatedId, download, ended, load, rows, start, upload } from "../testing/loading.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(async () => {
  await service.stop();
});

const header = "itemFamilyFederatedId,itemOptionFederatedId,name,optionName,price";
const items = { loadType: ["ITEM"] };

test("a load is returned when it starts, and can be waited for", async () => {
  const fileLocation = await upload(service, rows(header, "L1,L1-R,Parka,Red,10"));

  const started = await start(service, { ...items, fileLocation });
  const done = await ended(service, started.body.id);

  expect(started.status).toBe(201);
  expect(started.headers.get("location")).toBe(`/api/loader-processes/${started.body.id}`);
  expect(started.body).toMatchObject({ status: "pending", failureArea: "NONE", loadType: ["ITEM"], fileLocation });
  expect(done).toMatchObject({
    status: "completed",
    progress: { phase: "done", percent: 100, rowsDone: 1, rowsTotal: 1, etaSeconds: 0 },
    subtext: "Completed: 2 created",
  });
});

test("a repeated start with the same Idempotency-Key is one load", async () => {
  const headers = { ...keyHeaders(service.first), "idempotency-key": "load-17" };
  const fileLocation = await upload(service, rows("federatedId,name,hex", "again,Again,336699"));
  const body = { fileLocation, loadType: ["COLOR"] };

  const first = await service.call("POST", "/loader-processes", { headers, body });
  const second = await service.call("POST", "/loader-processes", { headers, body });
  const other = await service.call("POST", "/loader-processes", { headers, body: { ...body, dryRun: true } });

  expect([first.status, second.status, other.status]).toEqual([201, 201, 422]);
  expect(second.body.id).toBe(first.body.id);
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect((await ended(service, first.body.id)).status).toBe("completed");
});

test("the same file again changes nothing and leaves no change record", async () => {
  const file = rows(header, "L2,L2-R,Parka,Red,10", "L2,L2-B,Parka,Blue,11");
  await load(service, file, items);
  const before = (await service.call("GET", "/change-history?limit=1000")).body.results.length;

  const again = await load(service, file, items);

  const after = (await service.call("GET", "/change-history?limit=1000")).body.results.length;
  expect(again.counts.item).toEqual({ created: 0, updated: 0, unchanged: 3, deleted: 0, failed: 0 });
  expect(after).toBe(before);
});

test("all changes of a load are one change set that names it", async () => {
  const done = await load(service, rows(header, "L3,L3-R,Parka,Red,10"), items);

  const criteria = encodeURIComponent(JSON.stringify({ changeSetId: done.changeSetId }));
  const { results } = (await service.call("GET", `/change-history?criteria=${criteria}`)).body;
  expect(results).toHaveLength(2);
  expect(results[0]).toMatchObject({ source: "loader", sourceId: done.id, createdBy: { type: "app" } });
});

test("the result file has the outcome of each row", async () => {
  const done = await load(service, rows(header, "L4,L4-R,Parka,Red,10"), items);

  const { id: familyId } = await byFederatedId(service, "items", "L4");
  const { id: optionId } = await byFederatedId(service, "items", "L4-R");
  expect(await download(service, done.resultFileId)).toBe(
    ["_row,entityType,id,outcome", `2,item,${familyId},created`, `2,item,${optionId},created`, ""].join("\r\n"),
  );
});

test("with skip, valid rows load and the others are returned in the issues file to be fixed", async () => {
  const done = await load(service, rows(header, "L5,L5-R,Parka,Red,10", "L5,,,,", "L6,L6-R,Cape,Red,12"), {
    ...items,
    onRowError: "skip",
  });

  const issues = await download(service, done.issuesFileId);
  const corrected = issues.replace("L5,,,,", "L5,L5-B,Parka,Blue,11");
  const again = await load(service, corrected, items);

  expect(done).toMatchObject({ status: "completed", counts: { item: { created: 4, failed: 1 } } });
  expect(issues.split("\r\n")[0]).toBe(`${header},_row,_column,_severity,_code,_message,_suggestion,_escaped`);
  expect(issues).toContain("L5,,,,,3,name,error,MISSING_DATA");
  expect(again).toMatchObject({ status: "completed", counts: { item: { created: 1, unchanged: 1 } } });
  const blue = await byFederatedId(service, "items", "L5-B");
  expect(blue).toMatchObject({ optionName: "Blue", price: "11" });
  expect(Object.keys(blue).filter((key) => key.startsWith("_"))).toEqual([]);
});

test("formula cells in the issues file are text for spreadsheets, and load again unchanged", async () => {
  const [optionName, price] = ["=HYPERLINK(A1)", "-5"];
  const done = await load(service, rows(header, `L7,L7-R,,${optionName},${price}`), items);

  const issues = await download(service, done.issuesFileId);
  const again = await load(service, issues.replace("L7,L7-R,,", "L7,L7-R,Parka,"), items);
  const whole = await load(service, rows(header, "L8,L8-R,'=kept,Red,1"), items);

  expect(done.status).toBe("failed");
  expect(issues).toContain(`L7,L7-R,,'${optionName},${price},`);
  expect([again.status, whole.status]).toEqual(["completed", "completed"]);
  expect(await byFederatedId(service, "items", "L7-R")).toMatchObject({ optionName, price });
  // An apostrophe in the user's own file is kept.
  expect(await byFederatedId(service, "items", "L8-R")).toMatchObject({ name: "'=kept" });
});

test("an undone load leaves the entities as they were", async () => {
  await load(service, rows(header, "U1,U1-R,Parka,Red,10"), items);
  const before = (await all(service, "items")).length;
  const done = await load(service, rows(header, "U1,U1-R,Parka II,Red,12", "U2,U2-R,Cape,Red,11"), items);

  const asked = await service.call("POST", `/loader-processes/${done.id}/undo`);
  const undone = await ended(service, done.id);

  expect(asked).toMatchObject({ status: 200, body: { undo: { status: "pending" } } });
  expect(undone.undo).toMatchObject({ status: "completed", notReverted: 0, reasons: [] });
  expect(await all(service, "items")).toHaveLength(before);
  expect(await byFederatedId(service, "items", "U1-R")).toMatchObject({ name: "Parka", price: "10" });
  expect(await byFederatedId(service, "items", "U1")).toMatchObject({ name: "Parka" });
});

test("an undo skips entities that were changed since, and reports them", async () => {
  const done = await load(service, rows(header, "U3,U3-R,Parka,Red,10"), items);
  const { id } = await byFederatedId(service, "items", "U3-R");
  await service.call("PUT", `/items/${id}`, { body: { price: "99" } });

  await service.call("POST", `/loader-processes/${done.id}/undo`);
  const { undo } = await ended(service, done.id);

  expect(undo.notReverted).toBe(2);
  expect(undo.reasons.map(({ entityReference }: { entityReference: string }) => entityReference)).toContain(
    `item:${id}`,
  );
  expect((await byFederatedId(service, "items", "U3-R")).price).toBe("99");
});

test("a queued load is canceled at once; an ended load cannot be canceled", async () => {
  const done = await load(service, rows(header, "C1,C1-R,Parka,Red,10"), items);

  const answer = await service.call("POST", `/loader-processes/${done.id}/cancel`);

  expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining("completed") } });
});

test("a configuration file supplies what the request omits, in YAML and in JSON", async () => {
  const yaml = await upload(service, "loadType: [ITEM]\nfederatedMappings:\n  brand: Acme\n  name: Title\n", "c.yaml");
  const json = await upload(
    service,
    JSON.stringify({ loadType: ["ITEM"], federatedMappings: { brand: "Other" } }),
    "c.json",
  );

  await load(service, rows("itemFamilyFederatedId,Title", "F1,Parka"), { loaderConfigurationId: yaml });
  const second = await load(service, rows("itemFamilyFederatedId,name", "F2,Cape"), {
    loaderConfigurationId: json,
    federatedMappings: { brand: "Mine" },
  });

  expect(await byFederatedId(service, "items", "F1")).toMatchObject({ name: "Parka", brand: "Acme" });
  expect(await byFederatedId(service, "items", "F2")).toMatchObject({ brand: "Mine" });
  expect(second).toMatchObject({
    loadType: ["ITEM"],
    loaderConfigurationId: json,
    federatedMappings: { brand: "Mine" },
  });
});

test.each([
  ["an unknown property, with the nearest name", { loadTyp: ["ITEM"] }, "#/loadTyp", "Did you mean loadType?"],
  ["an unknown load type", { loadType: ["THING"] }, "#/loadType/0", ""],
  ["no file", { loadType: ["ITEM"] }, "#/fileLocation", "POST /api/files"],
  ["a file that is not there", { loadType: ["ITEM"], fileLocation: "AAAAAAAAAAAAAAAA" }, "#/fileLocation", "no file"],
  [
    "an unknown configuration file",
    { loaderConfigurationId: "AAAAAAAAAAAAAAAA" },
    "#/loaderConfigurationId",
    "no file",
  ],
])("%s is rejected", async (_, body, pointer, detail) => {
  const answer = await start(service, body);

  expect(answer).toMatchObject({
    status: 400,
    body: { errors: [{ pointer, detail: expect.stringContaining(detail) }] },
  });
});

test("an error in a configuration file is reported with its pointer", async () => {
  const fileId = await upload(service, "loadType: [ITEM]\nfederatedMapping:\n  a: b\n", "c.yaml");

  const answer = await start(service, { loaderConfigurationId: fileId });

  expect(answer.body.errors).toMatchObject([
    { pointer: "#/loaderConfigurationId/federatedMapping", detail: expect.stringContaining("federatedMappings?") },
  ]);
});

test("loads are listed without their issues, and can be deleted after they have ended", async () => {
  const done = await load(service, rows("itemFamilyFederatedId", "X1"), items);

  const criteria = encodeURIComponent(JSON.stringify({ status: "failed" }));
  const list = await service.call("GET", `/loader-processes?criteria=${criteria}`);
  const removed = await service.call("DELETE", `/loader-processes/${done.id}`);

  const found = list.body.results.find(({ id }: { id: string }) => id === done.id);
  expect(done).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA" });
  expect(found).toMatchObject({ errors: 1, fileLocation: done.fileLocation });
  expect(found).not.toHaveProperty("issues");
  expect(removed.status).toBe(204);
  expect((await service.call("GET", `/loader-processes/${done.id}`)).status).toBe(404);
});

test("if there are more loads than can be listed, the newest are returned", async () => {
  const { id } = await load(service, rows(header, "N1,N1-R,Parka,Red,10"), items);
  const org = await buildOrg(service);
  const { headers } = await buildKey(service, org);
  await service.database.db.query(sql`
    insert into loads (org_id, id, status, configuration, writer, created_on)
    select ${org.id}, 'load' || to_char(number, 'FM000000000000'), 'completed', configuration, writer,
      now() + number * interval '1 second'
    from loads, generate_series(1, 20002) number where id = ${id}`);

  const order = (direction: string) =>
    encodeURIComponent(JSON.stringify({ orderField: "createdOn", order: direction }));
  const newest = await service.call("GET", `/loader-processes?limit=1&order=${order("desc")}`, { headers });
  const oldest = await service.call("GET", `/loader-processes?limit=1&order=${order("asc")}`, { headers });

  expect(newest.body.results).toMatchObject([{ id: "load000000020002" }]);
  expect(oldest.body.results).toMatchObject([{ id: "load000000000003" }]);
});
