import type { LoaderProcess } from "@weft/client";

const at = "2026-03-01T09:30:00.000Z";

/** A completed load, with the given overrides. */
export function buildLoad(input: Partial<LoaderProcess> = {}): LoaderProcess {
  return {
    id: "AP6U2iy1Fw9WV_Qi",
    entityType: "loader-process",
    typePath: "loader-process",
    version: 5,
    createdOn: at,
    updatedOn: at,
    startedOn: at,
    endedOn: "2026-03-01T09:30:08.000Z",
    status: "completed",
    failureArea: "NONE",
    subtext: "Completed: 3 created",
    progress: { phase: "done", rowsTotal: 10_000, rowsDone: 10_000, rowsPerSecond: 0, percent: 100, etaSeconds: 0 },
    counts: { item: { created: 3, updated: 0, unchanged: 12_000, deleted: 0, failed: 0 } },
    warnings: 0,
    errors: 0,
    issues: [],
    preprocessingStepResults: [],
    changeSetId: "AP6U2iy1Fw9WV_Qj",
    ...input,
  };
}
