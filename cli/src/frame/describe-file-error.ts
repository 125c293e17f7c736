import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** Whether it is an error of the operating system: a missing file, an address in use. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}

interface FileError {
  readonly message: string;
  readonly next?: string;
}

/** Explains a file error; for other errors the message of the system is sufficient. */
export function describeFileError({ code, path, message }: NodeJS.ErrnoException): FileError {
  const name = path ?? "that";
  switch (code) {
    case "ENOENT":
      return path === undefined ? { message } : { message: describeMissing(path), next: "Check the path." };
    case "EISDIR":
      // Reading a folder fails after it was opened, when its name is no longer known.
      return { message: path === undefined ? "Expected a file, not a folder." : `${name} is a folder, not a file.` };
    case "ENOTDIR":
      return { message: `A part of the path ${name} is a file, not a folder.` };
    case "EACCES":
    case "EPERM":
      return path === undefined ? { message } : { message: `Permission denied: ${name}.` };
    case "EROFS":
      return { message: `${name} is on a read-only file system.` };
    case "ENOSPC":
      return { message: "No space left on the device.", next: "Free some space, or write elsewhere." };
    default:
      return { message };
  }
}

/** When writing a file, it is the folder that is missing. */
function describeMissing(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) ? `File ${path} not found.` : `Folder ${folder} of ${path} not found.`;
}
