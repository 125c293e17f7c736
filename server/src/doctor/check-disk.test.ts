import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import { checkDisk, evaluateDisk } from "./check-disk.ts";
import { runCheck } from "./finding.ts";

test.each([
  ["enough", 50e9, 100e9, "ok"],
  ["a tenth of a large disk", 100e9, 1000e9, "ok"],
  ["less than a tenth", 99e9, 1000e9, "warning"],
  ["a large part of a small disk", 1.9e9, 4e9, "warning"],
  ["next to nothing", 0.09e9, 100e9, "fault"],
  ["nothing", 0, 100e9, "fault"],
  ["a file system that reports no size", 0, 0, "skipped"],
])("%s", (_name, freeBytes, totalBytes, verdict) => {
  expect(evaluateDisk({ folder: "/data", freeBytes, totalBytes }).verdict).toBe(verdict);
});

test("the sizes are reported", () => {
  const { detail } = evaluateDisk({ folder: "/data", freeBytes: 12.34e9, totalBytes: 100e9 });

  expect(detail).toBe("12.3 GB of 100.0 GB (12 %) are free at /data.");
});

test("a missing folder is measured where it will be created, and each disk is reported once", async () => {
  const config = parseConfig({ DATA_DIR: join(tmpdir(), "weft-nowhere", "data") });

  const findings = await runCheck(checkDisk(config), 1_000);

  expect(findings).toHaveLength(1);
  expect(findings[0]?.detail).toContain(`free at ${tmpdir()}.`);
});
