import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { configErrors } from "../testing/config-errors.ts";
import { parseConfig } from "./config.ts";

const cores = availableParallelism();
const ofMachine = cores <= 2 ? 1 : Math.min(cores - 1, 16);

test.each([
  [{}, ofMachine, Math.max(16, 5 * ofMachine)],
  [{ WEFT_PROCESSES: "auto", DATABASE_POOL: "9" }, 1, 9],
  [{ WEFT_PROCESSES: "3" }, 3, 16],
  [{ WEFT_PROCESSES: "8" }, 8, 40],
  [{ WEFT_PROCESSES: "2", DATABASE_POOL: "6" }, 2, 6],
  [{ WEFT_PROCESSES: "8", WEFT_ROLE: "worker" }, 1, 16],
])("%j starts %i processes with %i connections", (raw, processes, databasePool) => {
  expect(parseConfig(raw)).toMatchObject({ processes, databasePool });
});

test.each([
  [{ WEFT_PROCESSES: "all" }, "WEFT_PROCESSES: must be auto, or a number of processes from 1 to 64"],
  [{ WEFT_PROCESSES: "0" }, "WEFT_PROCESSES: must be a whole number from 1 to 64"],
  [
    { WEFT_PROCESSES: "4", DATABASE_POOL: "11" },
    "WEFT_PROCESSES: each process needs 3 connections; increase DATABASE_POOL",
  ],
])("%j is rejected", (raw, error) => {
  expect(configErrors(() => parseConfig(raw))).toEqual([error]);
});
