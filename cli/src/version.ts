/** The version in package.json; a test compares them. */
export const cliVersion = "0.1.0";

/** Set by the build, if it knows the commit (tools/build-commit.mjs). */
declare const weftBuildCommit: string | undefined;

const commit = typeof weftBuildCommit === "undefined" ? undefined : weftBuildCommit;

/** Example: "1.4.0 (1f2e3d4c5b6a)". */
export const versionText = commit === undefined ? cliVersion : `${cliVersion} (${commit})`;
