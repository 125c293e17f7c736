import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Acceptance tests run the built product, as a user would. */
export default function buildProduct(): void {
  const build = fileURLToPath(new URL("../../tools/build.mjs", import.meta.url));
  execFileSync(process.execPath, [build, "--if-stale"], { stdio: "inherit" });
}
