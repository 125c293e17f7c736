import { createRequire } from "node:module";
import { dirname } from "node:path";
import { z } from "zod";

const require = createRequire(import.meta.url);

/** The folder of the server's package. The sources and the bundle are at different depths in it. */
export const packageFolder = dirname(require.resolve("@weft/server/package.json"));

/** The version of this release. */
export const { version } = z.object({ version: z.string() }).parse(require("@weft/server/package.json"));
