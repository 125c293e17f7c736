import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { all, byFederatedId, download, load, rows } from "../testing/loading.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(async () => {
  await service.stop();
});

const colors = { loadType: ["COLOR"] };
const header = "federatedId,name,hex";

interface Refused {
  readonly name: string;
  readonly file: string | Uint8Array;
  readonly failureArea: string;
  /** The first error. */
  readonly issue: object;
}

const png = Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), Buffer.alloc(4_096, 0xa7)]);
const parsing = "PARSING_CSV";
const isError = ({ severity }: { severity: string }) => severity === "error";
const saying = (text: string) => expect.stringContaining(text);

const refused: readonly Refused[] = [
  {
    name: "an empty file",
    file: new Uint8Array(),
    failureArea: parsing,
    issue: { rowNumber: 1, message: saying("empty") },
  },
  { name: "blank lines", file: "\n\n  \n", failureArea: parsing, issue: { rowNumber: 1, message: saying("blank") } },
  { name: "a PNG", file: png, failureArea: parsing, issue: { issueType: "INVALID_DATA", message: saying("PNG") } },
  {
    name: "a NUL byte in a later row",
    file: rows(header, "r1,Red,ff0000", "r2,R\0ed,ff0000"),
    failureArea: parsing,
    issue: { rowNumber: 3, message: saying("NUL") },
  },
  {
    name: "a quote that is not closed",
    file: rows(header, "r1,Red,ff0000", 'r2,"Red,ff0000', "r3,Red,ff0000"),
    failureArea: parsing,
    issue: { rowNumber: 3, message: saying("not closed") },
  },
  {
    name: "duplicate headers",
    file: rows("federatedId,name,hex,name", "r1,Red,ff0000,Rot"),
    failureArea: parsing,
    issue: { rowNumber: 1, columnName: "name", issueType: "HEADER_MISMATCH" },
  },
  {
    name: "a row with more cells than headers",
    file: rows(header, "r1,Red,ff0000", "r2,Red,ff0000,9"),
    failureArea: parsing,
    issue: { rowNumber: 3, message: saying("4 cells") },
  },
  {
    name: "a file that was cut off within a quoted cell",
    file: rows(header, "r1,Red,ff0000", 'r2,"Dark red"').slice(0, -3),
    failureArea: parsing,
    issue: { rowNumber: 3 },
  },
  {
    name: "a file that was cut off within a row",
    file: rows(header, "r1,Red,ff0000", "r2,Da").trim(),
    failureArea: "VALIDATING_DATA",
    issue: { rowNumber: 3, columnName: "hex", issueType: "MISSING_DATA" },
  },
  {
    name: "a cell of more than 1 MB",
    file: rows(header, `r1,${"x".repeat(1_048_577)},ff0000`),
    failureArea: parsing,
    issue: { rowNumber: 2, message: saying("1048576") },
  },
  {
    name: "a name of 1 MB, which is a cell but no name",
    file: rows(header, "r1,Red,ff0000", `r2,${"x".repeat(1_000_000)},ff0000`),
    failureArea: "VALIDATING_DATA",
    issue: { rowNumber: 3, columnName: "name" },
  },
  {
    name: "a header without what colors need",
    file: rows("id,title", "r1,Red"),
    failureArea: "VALIDATING_DATA",
    issue: { issueType: "CONFIG", columnName: "federatedId" },
  },
  {
    name: "UTF-16 that was cut off within a character",
    file: Buffer.from(`\ufeff${rows(header, "r1,Red,ff0000")}`, "utf16le").subarray(0, -1),
    failureArea: parsing,
    issue: { message: saying("UTF-16") },
  },
];

test.each(refused)("$name fails the load, and nothing is written", async ({ file, failureArea, issue }) => {
  const done = await load(service, file, colors);

  expect(done).toMatchObject({ status: "failed", failureArea });
  expect(done.errors).toBeGreaterThan(0);
  expect(done.issues.find(isError)).toMatchObject(issue);
  expect(done.issuesFileId).toEqual(expect.any(String));
  expect(done.resultFileId).toBeUndefined();
  expect(await all(service, "colors")).toEqual([]);
});

const items = { loadType: ["ITEM"] };
const itemHeader = "itemFamilyFederatedId,name";
const cyrillic = "Платье 藍 👕 Écru";

interface Accepted {
  readonly name: string;
  readonly file: string | Uint8Array;
  /** By federatedId. */
  readonly items: Readonly<Record<string, object>>;
  /** The message of the first warning. Absent if there is none. */
  readonly warning?: string;
}

const wide = Array.from({ length: 1_000 }, (_, index) => `c${index}`);
const accepted: readonly Accepted[] = [
  { name: "a header alone", file: rows(itemHeader), items: {} },
  {
    name: "rows with fewer cells than headers",
    file: rows(`${itemHeader},season`, "A1,Parka", "A2,Vest,FW"),
    items: { A1: { name: "Parka" }, A2: { name: "Vest", season: "FW" } },
    warning: "season",
  },
  {
    name: "UTF-16 with a byte order mark",
    file: Buffer.from(`\ufeff${rows(itemHeader, `A3,${cyrillic}`)}`, "utf16le"),
    items: { A3: { name: cyrillic } },
  },
  {
    name: "Windows-1252",
    file: Buffer.from(rows(itemHeader, "A4,Cr\u00e8me"), "latin1"),
    items: { A4: { name: "Crème" } },
    warning: "Windows-1252",
  },
  {
    name: "line ends of old Macs",
    file: rows(itemHeader, "A5,Parka", "A6,Vest").replaceAll("\n", "\r"),
    items: { A5: { name: "Parka" }, A6: { name: "Vest" } },
  },
  {
    name: "a thousand columns",
    file: rows([itemHeader, ...wide].join(), ["A7,Wide", ...wide.map((_, index) => `v${index}`)].join()),
    items: { A7: { c0: "v0", c999: "v999" } },
    warning: "c0",
  },
  {
    name: "a cell of 1 MB",
    file: rows(`${itemHeader},story`, `A8,Long,${"x".repeat(1_000_000)}`),
    items: { A8: { story: "x".repeat(1_000_000) } },
    warning: "story",
  },
];

test.each(accepted)("$name is loaded", async ({ file, items: wanted, warning }) => {
  const done = await load(service, file, items);

  expect(done).toMatchObject({ status: "completed", failureArea: "NONE", errors: 0 });
  expect(done.issues[0]?.message ?? "").toContain(warning ?? "");
  expect(done.warnings > 0).toBe(warning !== undefined);
  for (const [federatedId, fields] of Object.entries(wanted)) {
    expect(await byFederatedId(service, "items", federatedId)).toMatchObject(fields);
  }
});

test("hostile column names are plain names, and system fields are ignored", async () => {
  const harmless = ["constructor", "toString", "{name}", "=1+1", "'; drop table loads; --", "a.b", "<b>"];
  const own = ["__proto__", "id", "version", "createdOn", "entityType", "roles"];
  const names = [...harmless, ...own];

  const done = await load(
    service,
    rows([itemHeader, ...names].join(), ["H1,Hostile", ...names.map((_, index) => `v${index}`)].join()),
    items,
  );

  const item = await byFederatedId(service, "items", "H1");
  expect(done).toMatchObject({ status: "completed", warnings: names.length, counts: { item: { created: 1 } } });
  expect(Object.entries(item).filter(([name]) => harmless.includes(name))).toEqual(
    expect.arrayContaining(harmless.map((name, index) => [name, `v${index}`])),
  );
  expect(item).toMatchObject({ entityType: "item", version: 1, roles: ["family"] });
  expect(Object.hasOwn(item, "__proto__")).toBe(false);
});

interface Skipped {
  readonly loadType: string;
  readonly header: string;
  readonly good: string;
  readonly bad: string;
}

const skipped: readonly Skipped[] = [
  { loadType: "ITEM", header: itemHeader, good: "K1,Parka", bad: "K2," },
  { loadType: "COLOR", header, good: "k1,Red,ff0000", bad: "k2,Red,nohex" },
  {
    loadType: "CUSTOM_ENTITY",
    header: "federatedId,name,typePath",
    good: "s1,Mill,custom-entity:supplier",
    bad: "s2,Mill,item",
  },
  { loadType: "SIZE_RANGE_TEMPLATE", header: "federatedId,name,sizeRange", good: 'z1,Tops,"S,M"', bad: "z2,Tops," },
];

test.each(skipped)("with skip, valid rows of $loadType load and invalid ones are returned", async (skip) => {
  const file = rows(skip.header, skip.good, skip.bad);

  const done = await load(service, file, { loadType: [skip.loadType], onRowError: "skip" });

  const [counts] = Object.values(done.counts);
  expect(done).toMatchObject({ status: "completed", failureArea: "NONE", errors: 1 });
  expect(counts).toMatchObject({ created: 1, failed: 1 });
  expect(done.issues.find(isError)).toMatchObject({ rowNumber: 3 });
  expect((await download(service, done.issuesFileId)).split("\r\n").at(-2)).toContain(skip.bad);
});
