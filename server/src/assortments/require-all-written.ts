import type { WriteResult } from "../entities/write/write-request.ts";

/** For what the service writes by itself: one that is refused takes the whole publish back. */
export function requireAllWritten(results: readonly WriteResult[]): void {
  for (const result of results) {
    if ("problem" in result) {
      throw result.problem;
    }
  }
}
