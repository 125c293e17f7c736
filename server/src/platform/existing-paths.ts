import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCodeOf } from "./error-code.ts";

/** The path itself, or its nearest existing ancestor, in which it will be created. */
export async function nearestFolder(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    const code = errorCodeOf(error);
    // ENOTDIR: an ancestor is a file.
    if (code !== "ENOENT" && code !== "ENOTDIR") {
      throw error;
    }
    return nearestFolder(dirname(path));
  }
}

export async function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
