import { stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The path itself, or its nearest existing ancestor, in which it will be created. */
export async function nearestFolder(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    // ENOTDIR: an ancestor is a file.
    if (code !== "ENOENT" && code !== "ENOTDIR") {
      throw error;
    }
    return nearestFolder(dirname(path));
  }
}
