import type { Weft } from "@weft/client";
import type { Style } from "./make-collection.ts";

/** What every part of the demonstration works with. */
export interface DemoContext {
  readonly weft: Weft;
  readonly collection: readonly Style[];
  readonly signal: AbortSignal;
  /** Told of what is done now, and how much of all is done, from 0 to 1. */
  readonly onProgress: (label: string, share: number, detail?: string) => void;
}
