import type { UploadProgress } from "@weft/client";
import type { ProgressDisplay } from "../../output/progress-bar.ts";
import { transferState } from "../load/load-progress.ts";

/** What is smaller is there before anybody has read how far it is. */
const bytesWorthShowing = 1_000_000;

/** Shows how far an upload or a download is. */
export function showTransfer(display: ProgressDisplay, label: string): (progress: UploadProgress) => void {
  const began = performance.now();
  return (progress) => {
    if (progress.size > bytesWorthShowing) {
      display.show(transferState(label, progress, (performance.now() - began) / 1000));
    }
  };
}
