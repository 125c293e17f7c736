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
    case "hang":
      for (;;) {
        // Blocks the event loop forever.
      }
    default:
      process.exit(7);
  }
});
