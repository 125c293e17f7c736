import { createRequire } from "node:module";
import { dirname } from "node:path";
import { z } from "zod";

const require = createRequire(import.meta.url);

/** The folder of the server's package. The sources and the bundle are at different depths in it. */
export const packageFolder = dirname(require.resolve("@weft/server/package.json"));

/** The version of this release. */
export const { version } = z.object({ version: z.string() }).parse(require("@weft/server/package.json"));

/** Set by the build, if it knows the commit (tools/build-commit.mjs). */
declare const weftBuildCommit: string | undefined;

const commit = typeof weftBuildCommit === "undefined" ? undefined : weftBuildCommit;

/** What this process runs: the same in health checks, metrics, logs, traces and the console. */
export const buildIdentity: { readonly version: string; readonly commit?: string } = {
  version,
  ...(commit === undefined ? {} : { commit }),
};

/** Example: "1.4.0 (1f2e3d4c5b6a)", as weft --version prints it. */
export const versionText = commit === undefined ? version : `${version} (${commit})`;
