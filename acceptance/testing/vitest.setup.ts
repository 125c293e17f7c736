import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Acceptance tests run what a user would: the built product. */
export default function buildProduct(): void {
  const build = fileURLToPath(new URL("../../tools/build.mjs", import.meta.url));
  execFileSync(process.execPath, [build, "--if-stale"], { stdio: "inherit" });
}
