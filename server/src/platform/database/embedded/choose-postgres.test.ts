import { expect, test } from "vitest";
import { choosePostgres, type PostgresSurvey, warnOfOlder } from "./choose-postgres.ts";
import { formatVersion, parseServerVersion } from "./postgres-version.ts";

const included = { folder: "/included", version: { major: 18, minor: 4 }, isIncluded: true };
const installed = (major: number, minor: number) => ({
  folder: `/pg/${major}.${minor}`,
  version: { major, minor },
  isIncluded: false,
});

const machine: PostgresSurvey = { setting: "", included, named: "", found: [] };
const noPackage = "There is no PostgreSQL for linux-riscv64.";

type Case = readonly [string, Partial<PostgresSurvey>, number | undefined, string];

test.each<Case>([
  ["a new database, and nothing installed", {}, undefined, "/included: no newer PostgreSQL 18 is installed"],
  ["an older one installed", { found: [installed(18, 3)] }, 18, "/included: no newer PostgreSQL 18 is installed"],
  ["the same one installed", { found: [installed(18, 4)] }, 18, "/included: no newer"],
  ["a newer one installed", { found: [installed(18, 6)] }, 18, "/pg/18.6: it is newer than the included 18.4"],
  [
    "a new database, and a newer one installed",
    { found: [installed(18, 6)] },
    undefined,
    "/pg/18.6: it is newer than the included 18.4",
  ],
  ["several installed", { found: [installed(18, 6), installed(18, 10), installed(18, 9)] }, 18, "/pg/18.10: "],
  [
    "a new database, and only other majors installed",
    { found: [installed(15, 18), installed(19, 1)] },
    undefined,
    "/inc",
  ],
  ["a beta version installed", { found: [installed(18, -1)] }, 18, "/included: no newer"],
  [
    "a database of an older major",
    { found: [installed(15, 18), installed(18, 6)] },
    15,
    "/pg/15.18: the database is of PostgreSQL 15, and the included one is 18.4",
  ],
  ["a database of a newer major", { found: [installed(19, 1)] }, 19, "/pg/19.1: the database is of PostgreSQL 19"],
  [
    "a database of a major that is not installed",
    { found: [installed(15, 18)] },
    17,
    "refused: The database is of PostgreSQL 17, which is not installed on this machine; there is 18.4 (included), 15.18 (/pg/15.18). Install PostgreSQL 17",
  ],
  [
    "a platform without an included one, and one installed",
    { included: noPackage, found: [installed(15, 18), installed(17, 2), installed(14, 9)] },
    undefined,
    "/pg/17.2: this platform has no included one",
  ],
  [
    "a platform without an included one, and none installed",
    { included: noPackage, found: [installed(14, 9)] },
    undefined,
    `refused: ${noPackage} Install PostgreSQL 15 or newer, or set DATABASE_URL.`,
  ],
  ["bundled", { setting: "bundled", found: [installed(18, 6)] }, 18, "/included: WEFT_POSTGRES_BIN is bundled"],
  ["bundled, on a platform without it", { setting: "bundled", included: noPackage }, 18, `refused: ${noPackage}`],
  [
    "bundled, and a database of an older major",
    { setting: "bundled" },
    15,
    "refused: The database is of PostgreSQL 15, and WEFT_POSTGRES_BIN names PostgreSQL 18.4 (included). To keep it, remove WEFT_POSTGRES_BIN or name the folder of a PostgreSQL 15. To upgrade it: weft admin upgrade-postgres",
  ],
  ["a folder", { setting: "/x", named: installed(18, 3) }, 18, "/pg/18.3: WEFT_POSTGRES_BIN is /x"],
  [
    "a folder, and a new database",
    { setting: "/x", named: installed(15, 18) },
    undefined,
    "/pg/15.18: WEFT_POSTGRES_BIN",
  ],
  ["a folder that cannot be used", { setting: "/x", named: "/x has no initdb." }, 18, "refused: /x has no initdb."],
  [
    "a folder of an older major than the database",
    { setting: "/x", named: installed(17, 9) },
    18,
    "refused: The database is of PostgreSQL 18, and WEFT_POSTGRES_BIN names PostgreSQL 17.9 (/pg/17.9), which cannot open it.",
  ],
  [
    "a folder of a newer major than the database",
    { setting: "/x", named: installed(19, 0) },
    18,
    "refused: The database is of PostgreSQL 18, and WEFT_POSTGRES_BIN names PostgreSQL 19.0 (/pg/19.0). To keep",
  ],
  [
    "a folder of a major that is too old",
    { setting: "/x", named: installed(14, 9) },
    14,
    "refused: WEFT_POSTGRES_BIN names PostgreSQL 14.9 (/pg/14.9), and 15 or newer is required.",
  ],
])("%s", (_name, survey, major, expected) => {
  const choice = choosePostgres({ ...machine, ...survey }, major);

  const found = "refusal" in choice ? `refused: ${choice.refusal}` : `${choice.folder}: ${choice.reason}`;
  expect(found).toContain(expected);
});

test.each([
  ["postgres (PostgreSQL) 18.4\n", "18.4"],
  ["postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n", "15.18"],
  ["postgres (PostgreSQL) 19beta2\n", "19 (before its release)"],
  ["postgres (EnterpriseDB) 16.4.1\n", undefined],
  ["", undefined],
])("%s is the version %s", (output, expected) => {
  const version = parseServerVersion(output);

  expect(version && formatVersion(version)).toBe(expected);
});

test.each([
  [undefined, false],
  [{ major: 18, minor: 4 }, false],
  [{ major: 18, minor: 3 }, false],
  [{ major: 18, minor: 6 }, true],
  [{ major: 17, minor: 9 }, false],
])("18.4 after %o: a warning is %s", (before, isWarned) => {
  expect(warnOfOlder(before, { major: 18, minor: 4 }) !== undefined).toBe(isWarned);
});
