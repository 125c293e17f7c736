import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

const skipped = new Set(["node_modules", "dist", "data", "packed", "target", ".git"]);

/** A file as the rules see it. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The paths of all files in a folder of the repository, without build output. */
export function listFiles(folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}
