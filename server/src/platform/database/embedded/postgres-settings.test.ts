import { expect, test } from "vitest";
import { postgresSettings, syncsWholeDisks } from "./postgres-settings.ts";

const mebibytesOf = (settings: Readonly<Record<string, string>>) =>
  ["shared_buffers", "effective_cache_size", "maintenance_work_mem", "work_mem"].map((name) => settings[name]);

test.each([
  [0.25, ["64MB", "128MB", "32MB", "4MB"]],
  [0.5, ["64MB", "256MB", "32MB", "4MB"]],
  [2, ["256MB", "1024MB", "64MB", "4MB"]],
  [4, ["512MB", "2048MB", "128MB", "8MB"]],
  [16, ["2048MB", "8192MB", "512MB", "32MB"]],
  [256, ["2048MB", "65536MB", "512MB", "32MB"]],
])("with %d GiB of memory PostgreSQL gets its share", (gibibytes, expected) => {
  const settings = postgresSettings(gibibytes * 1024 ** 3);

  expect(mebibytesOf(settings)).toEqual(expected);
});

test("by default, the share is that of the machine or the container", () => {
  const settings = postgresSettings();

  expect(mebibytesOf(settings).join(" ")).toMatch(/^\d+MB \d+MB \d+MB \d+MB$/);
});

test("no port is opened, and durability keeps PostgreSQL's defaults", () => {
  const settings = postgresSettings();

  expect(settings["listen_addresses"]).toBe("");
  expect(Object.keys(settings).filter((name) => /fsync|synchronous|full_page|wal_level/.test(name))).toEqual([]);
});

test.each([
  ["linux", "6.1.0-13-amd64", true],
  ["linux", "5.8.0", true],
  ["linux", "5.10.102.1-microsoft-standard-WSL2", true],
  ["linux", "5.4.0-150-generic", false],
  ["linux", "4.19.0", false],
  ["linux", "unknown", false],
  ["darwin", "23.4.0", false],
])("on %s %s whole disks are synced: %s", (system, version, isSynced) => {
  expect(syncsWholeDisks(system, version)).toBe(isSynced);
});

test.each([
  [64 * 1024 ** 2, "sysv"],
  [4 * 1024 ** 3, undefined],
  [Number.POSITIVE_INFINITY, undefined],
])("with %d bytes of POSIX shared memory the kind for queries is %s", (bytes, kind) => {
  expect(postgresSettings(1024 ** 3, bytes)["dynamic_shared_memory_type"]).toBe(kind);
});
