import type { LoaderProcess } from "@weft/client";
import { expect, test } from "vitest";
import type { ProgressState } from "../../output/progress-line.ts";
import { loadState, transferState } from "./load-progress.ts";
import { buildLoad } from "./testing/build-load.ts";

const progress = {
  phase: "writing",
  rowsTotal: 10_000,
  rowsDone: 6_200,
  rowsPerSecond: 1_240,
  percent: 62,
  etaSeconds: 65,
};

test.each<[Partial<LoaderProcess>, ProgressState]>([
  [
    { status: "running", progress },
    { label: "Writing", share: 0.62, details: ["6,200 of 10,000 rows", "1,240 rows/s", "1 min 5 s left"] },
  ],
  [
    {
      status: "running",
      progress: { ...progress, phase: "checking", rowsTotal: 0, rowsDone: 1, rowsPerSecond: 0, etaSeconds: 0 },
    },
    { label: "Checking", share: 0.62, details: ["1 row"] },
  ],
  [
    { status: "running", progress: { ...progress, phase: "publishing", rowsTotal: 2, rowsDone: 1 } },
    { label: "Publishing", share: 0.62, details: ["1 of 2 assortments"] },
  ],
  [
    { status: "pending", progress },
    { label: "Waiting", share: 0, details: [] },
  ],
  [
    {
      status: "running",
      progress: {
        ...progress,
        phase: "waiting",
        rowsTotal: 0,
        rowsDone: 0,
        rowsPerSecond: 0,
        percent: 0,
        etaSeconds: 0,
      },
    },
    { label: "Beginning", share: 0, details: ["0 rows"] },
  ],
  [
    { status: "completed", undo: { status: "running", reverted: 1_000, notReverted: 0, reasons: [] } },
    { label: "Undoing", share: 0, details: ["1,000 undone"] },
  ],
])("%j", (input, state) => {
  expect(loadState(buildLoad(input))).toEqual(state);
});

test("transferred bytes give speed and remaining time", () => {
  expect(transferState("Uploading", { sent: 5_000_000, size: 20_000_000 }, 2)).toEqual({
    label: "Uploading",
    share: 0.25,
    details: ["5.0 MB of 20.0 MB", "2.5 MB/s", "6 s left"],
  });
  expect(transferState("Uploading", { sent: 0, size: 0 }, 0)).toEqual({
    label: "Uploading",
    share: 1,
    details: ["0 bytes of 0 bytes"],
  });
});
