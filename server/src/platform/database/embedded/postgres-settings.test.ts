import { expect, test } from "vitest";
import { postgresSettings } from "./postgres-settings.ts";

const mebibytesOf = (settings: Readonly<Record<string, string>>) =>
  ["shared_buffers", "effective_cache_size", "maintenance_work_mem", "work_mem"].map((name) => settings[name]);

test.each([
  [0.25, ["64MB", "128MB", "32MB", "4MB"]],
  [0.5, ["64MB", "256MB", "32MB", "4MB"]],
  [2, ["256MB", "1024MB", "64MB", "4MB"]],
  [4, ["512MB", "2048MB", "128MB", "8MB"]],
  [16, ["2048MB", "8192MB", "512MB", "32MB"]],
  [256, ["2048MB", "65536MB", "512MB", "32MB"]],
])("of %d GiB of memory PostgreSQL gets its share", (gibibytes, expected) => {
  const settings = postgresSettings(gibibytes * 1024 ** 3);

  expect(mebibytesOf(settings)).toEqual(expected);
});

test("without a number, the share is that of the machine or the container", () => {
  const settings = postgresSettings();

  expect(mebibytesOf(settings).join(" ")).toMatch(/^\d+MB \d+MB \d+MB \d+MB$/);
});

test("no port is opened, and durability is left as PostgreSQL has it", () => {
  const settings = postgresSettings();

  expect(settings["listen_addresses"]).toBe("");
  expect(Object.keys(settings).filter((name) => /fsync|synchronous|full_page|wal_level/.test(name))).toEqual([]);
});
