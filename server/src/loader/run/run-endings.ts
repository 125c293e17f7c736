import type { FailureArea } from "../load.ts";

/** Thrown when somebody has asked to cancel the load. */
export class LoadCanceled extends Error {}

/** Thrown when the load is no longer this run's: another has ended it or continues with it. */
export class LoadLeaseLostError extends Error {
  // Told from others by name where it comes out of a thread.
  override readonly name = "LoadLeaseLostError";
}

/** Thrown when the node is to stop: another continues from the last batch. */
export class LoadInterrupted extends Error {}

/** Ends a load: what is wrong is in its issues. */
export class LoadFailed extends Error {
  readonly area: FailureArea;

  constructor(area: FailureArea, options?: ErrorOptions) {
    super(`the load has failed: ${area}`, options);
    this.name = "LoadFailed";
    this.area = area;
  }
}
