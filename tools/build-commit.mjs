// The commit that is built, for everything that says which version it is.
import { spawnSync } from "node:child_process";

/** For the bundler: weftBuildCommit is the commit of the checkout, or undefined outside of a repository. */
export function defineCommit(root) {
  return { weftBuildCommit: JSON.stringify(readCommit(root)) ?? "undefined" };
}

/** The build of an image has no repository, and gets the commit as WEFT_COMMIT. */
export function readCommit(root) {
  const { WEFT_COMMIT: given = "" } = process.env;
  if (given !== "") {
    return given;
  }
  const commit = runGit(root, "rev-parse", "--short=12", "HEAD");
  const isChanged = runGit(root, "status", "--porcelain", "--untracked-files=no") !== "";
  return commit !== undefined && isChanged ? `${commit}-changed` : commit;
}

function runGit(root, ...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
