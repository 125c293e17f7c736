import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dataFolderOf, fillUnit, isUnchangedUnit } from "./service-unit.ts";

const template = readFileSync(new URL("../../../../deploy/weft.service", import.meta.url), "utf8");
const fill = (command: readonly string[], dataFolder = "/var/lib/weft") => fillUnit(template, { command, dataFolder });
const linesOf = (unit: string, name: string) => unit.split("\n").filter((line) => line.startsWith(`${name}=`));

test.each([
  [["/opt/weft/bin/weft"], "ExecStart=/opt/weft/bin/weft serve"],
  [["/usr/bin/node", "/usr/bin/weft"], "ExecStart=/usr/bin/node /usr/bin/weft serve"],
  [["/opt/weft 1.0/bin/weft"], 'ExecStart="/opt/weft 1.0/bin/weft" serve'],
  [["/opt/50%/bin/weft"], "ExecStart=/opt/50%%/bin/weft serve"],
])("%j is started as %s", (command, line) => {
  expect(linesOf(fill(command), "ExecStart")).toEqual([line]);
});

test("the data folder is named everywhere", () => {
  const unit = fill(["/opt/weft/bin/weft"], "/data/weft");

  expect(linesOf(unit, "ReadWritePaths")).toEqual(["ReadWritePaths=/data/weft"]);
  expect(dataFolderOf(unit)).toBe("/data/weft");
  expect(unit).not.toContain("/var/lib/weft");
});

test.each([
  ['/opt/"weft"/bin/weft', "/var/lib/weft"],
  ["/opt/weft\n/bin/weft", "/var/lib/weft"],
  ["/opt/$HOME/bin/weft", "/var/lib/weft"],
  ["/opt/weft/bin/weft", "data"],
  ["/opt/weft/bin/weft", "/data and more"],
  ["/opt/weft/bin/weft", "/%h"],
  ["/opt/weft/bin/weft", "/"],
])("%j with the data folder %j is refused", (program, dataFolder) => {
  expect(() => fill([program], dataFolder)).toThrow(/^The unit cannot name /);
});

test("a change by hand is noticed, whatever it is", () => {
  const unit = fill(["/opt/weft/bin/weft"]);

  expect(isUnchangedUnit(unit)).toBe(true);
  expect(isUnchangedUnit(`${unit}\n`)).toBe(false);
  expect(isUnchangedUnit(unit.replace("RestartSec=2", "RestartSec=9"))).toBe(false);
  expect([isUnchangedUnit(""), isUnchangedUnit(template)]).toEqual([false, false]);
});
