import type { Weft } from "@weft/client";
import type { Style } from "./make-collection.ts";

/** Shared by all parts of the demo. */
export interface DemoContext {
  readonly weft: Weft;
  readonly collection: readonly Style[];
  readonly signal: AbortSignal;
  /** Reports the current step and the total progress from 0 to 1. */
  readonly onProgress: (label: string, share: number, detail?: string) => void;
}
