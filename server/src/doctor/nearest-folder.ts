import { stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The path itself, or the nearest one above it that exists: what will hold it once it is made. */
export async function nearestFolder(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    // One that is a file is told by ENOTDIR to those who go through it.
    if (code !== "ENOENT" && code !== "ENOTDIR") {
      throw error;
    }
    return nearestFolder(dirname(path));
  }
}
