import type { WriteResult } from "../entities/write/write-request.ts";

/** For writes by the service itself: one rejected write rolls back the whole publish. */
export function requireAllWritten(results: readonly WriteResult[]): void {
  for (const result of results) {
    if ("problem" in result) {
      throw result.problem;
    }
  }
}
