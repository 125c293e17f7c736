// The commit that is built, for everything that says which version it is.
import { spawnSync } from "node:child_process";

/** For the bundler: weftBuildCommit is the commit of the checkout, or undefined outside of a repository. */
export function defineCommit(root) {
  const commit = runGit(root, "rev-parse", "--short=12", "HEAD");
  const isChanged = runGit(root, "status", "--porcelain", "--untracked-files=no") !== "";
  const text = commit === undefined ? "undefined" : JSON.stringify(isChanged ? `${commit}-changed` : commit);
  return { weftBuildCommit: text };
}

function runGit(root, ...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
