import { createRequire } from "node:module";

const manifest: { version: string } = createRequire(import.meta.url)("../package.json");

/** The version of the server package, found from src and dist alike. */
export const version = manifest.version;
