import type { UploadProgress } from "@weft/client";
import type { ProgressDisplay } from "../../output/progress-bar.ts";
import { transferState } from "../load/load-progress.ts";

/** Smaller transfers end before a progress bar is useful. */
const bytesWorthShowing = 1_000_000;

/** Shows the progress of an upload or a download. */
export function showTransfer(display: ProgressDisplay, label: string): (progress: UploadProgress) => void {
  const began = performance.now();
  return (progress) => {
    if (progress.size > bytesWorthShowing) {
      display.show(transferState(label, progress, (performance.now() - began) / 1000));
    }
  };
}
