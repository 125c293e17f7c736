import type { FailureArea } from "./load.ts";
import type { LoadIssue } from "./load-issue.ts";

interface LoadFailedOptions extends ErrorOptions {
  readonly area?: FailureArea;
}

/** Thrown when a load cannot continue. Its issues are the reason, unless they were reported when they were found. */
export class LoadFailedError extends Error {
  readonly issues: readonly LoadIssue[];
  /** Where the load failed. Absent until its issues are reported. */
  readonly area: FailureArea | undefined;

  constructor(issues: readonly LoadIssue[], options: LoadFailedOptions = {}) {
    super(issues.map(({ message }) => message).join(" "), options);
    this.name = "LoadFailedError";
    this.issues = issues;
    this.area = options.area;
  }
}

/** Thrown when cancellation of the load was requested. */
export class LoadCanceledError extends Error {}

/** Thrown when this run no longer owns the load: another run has ended or resumed it. */
export class LoadLeaseLostError extends Error {
  // Identified by name, because a thread loses the class.
  override readonly name = "LoadLeaseLostError";
}

/** Thrown when the node stops: another node continues from the last batch. */
export class LoadInterruptedError extends Error {}
