import type { FailureArea } from "../load.ts";

/** Thrown when cancellation of the load was requested. */
export class LoadCanceled extends Error {}

/** Thrown when this run no longer owns the load: another run has ended or resumed it. */
export class LoadLeaseLostError extends Error {
  // Identified by name, because a thread loses the class.
  override readonly name = "LoadLeaseLostError";
}

/** Thrown when the node stops: another node continues from the last batch. */
export class LoadInterrupted extends Error {}

/** Ends a load whose issues have the reason. */
export class LoadFailed extends Error {
  readonly area: FailureArea;

  constructor(area: FailureArea, options?: ErrorOptions) {
    super(`the load has failed: ${area}`, options);
    this.name = "LoadFailed";
    this.area = area;
  }
}
