import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

/** Removes what an earlier build left in the folder. Done after a build: a running program still finds its chunks. */
export function removeOthers(folder, metafile, kept) {
  const made = new Set([...Object.keys(metafile.outputs).map((path) => basename(path)), ...kept]);
  for (const name of readdirSync(folder).filter((entry) => !made.has(entry))) {
    rmSync(join(folder, name), { recursive: true });
  }
}
