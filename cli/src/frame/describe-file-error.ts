import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** Whether the operating system has refused something: files that are not there, addresses in use. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}

interface FileError {
  readonly message: string;
  readonly next?: string;
}

/** What is the matter with a file, in words; of what is no file, the message of the system says it all. */
export function describeFileError({ code, path, message }: NodeJS.ErrnoException): FileError {
  const name = path ?? "that";
  switch (code) {
    case "ENOENT":
      return path === undefined ? { message } : { message: describeMissing(path), next: "Check the path." };
    case "EISDIR":
      // Reading a folder fails after it was opened, and by then its name is forgotten.
      return { message: path === undefined ? "A folder was given, not a file." : `${name} is a folder, not a file.` };
    case "ENOTDIR":
      return { message: `A part of the path ${name} is a file, not a folder.` };
    case "EACCES":
    case "EPERM":
      return path === undefined ? { message } : { message: `You are not allowed to use ${name}.` };
    case "EROFS":
      return { message: `${name} cannot be written: its disk is read-only.` };
    case "ENOSPC":
      return { message: "There is no space left to write to.", next: "Make room, or write elsewhere." };
    default:
      return { message };
  }
}

/** Of a file that was to be written, it is the folder that is missing. */
function describeMissing(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) ? `There is no file ${path}.` : `There is no folder ${folder} for ${path}.`;
}
