import { once } from "node:events";
import { handleWork, sendNotice } from "../handle-work.ts";

/** Its work is the name of an action. */
handleWork(async (verb, stopping) => {
  switch (verb) {
    case "finish":
      return;
    case "notify":
      sendNotice({ text: "noticed" });
      return;
    case "fail":
      throw Object.assign(new Error("the disk is full"), { code: "ENOSPC" });
    case "wait":
      await (stopping.aborted ? undefined : once(stopping, "abort"));
      throw new Error("stopped");
    case "starve":
      // As if the machine had no time for it.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500);
      return;
    case "hang":
      for (;;) {
        // Blocks the event loop forever.
      }
    default:
      process.exit(7);
  }
});
