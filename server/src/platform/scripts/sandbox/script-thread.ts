import { parentPort } from "node:worker_threads";
import { yieldPriority } from "../../threads/yield-priority.ts";
import type { ScriptCommand } from "../script-messages.ts";
import { compileEngine } from "./engine.ts";
import { SandboxPool } from "./sandbox-pool.ts";
import { SandboxedScript } from "./sandboxed-script.ts";

/** The thread in which scripts run, one after the other. */
const port = parentPort;
if (port === null) {
  throw new Error("this module runs in a thread");
}
yieldPriority();
const pool = new SandboxPool(await compileEngine());
let script: SandboxedScript | undefined;

port.on("message", (command: ScriptCommand) => {
  if (command.kind === "begin") {
    script = new SandboxedScript(command.work, pool, (event) => port.postMessage(event));
    void script.begin();
  } else {
    script?.answer(command);
  }
});
