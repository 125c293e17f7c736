import { randomBytes } from "node:crypto";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Writable } from "node:stream";
import { errorCodeOf } from "../platform/error-code.ts";
import { conflict, invalidRequest, nothingFound } from "../platform/errors.ts";
import type { Problem } from "../platform/problem.ts";

/**
 * The file appears only when it is complete, and never replaces another one. A failure leaves nothing; only a run that is
 * killed leaves its part.
 */
export async function toNewFile<Result>(path: string, write: (target: Writable) => Promise<Result>): Promise<Result> {
  if ((await stat(path).catch(() => undefined)) !== undefined) {
    throw alreadyExists(path);
  }
  // A name of its own: two runs may write to one path.
  const part = `${path}.${randomBytes(6).toString("hex")}.part`;
  const file = await open(part, "wx", 0o600).catch((error: unknown) => {
    throw explainUnwritable(part, error);
  });
  try {
    const result = await write(file.createWriteStream({ flush: true }));
    await nameFile(part, path);
    return result;
  } finally {
    await rm(part, { force: true });
  }
}

function alreadyExists(path: string): Problem {
  return conflict(`${path} already exists. Choose another name, or move it.`);
}

/** Gives the file another name, unless that exists. A rename would replace what has it. */
async function nameFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (errorCodeOf(error) === "EEXIST") {
      throw alreadyExists(to);
    }
    await renameToNew(from, to);
  }
}

/** For file systems without hard links: the rename replaces only the empty file that was made for it. */
export async function renameToNew(from: string, to: string): Promise<void> {
  const reserved = await open(to, "wx", 0o600).catch((error: unknown) => {
    throw errorCodeOf(error) === "EEXIST" ? alreadyExists(to) : error;
  });
  await reserved.close();
  await rename(from, to).catch(async (error: unknown) => {
    await rm(to, { force: true });
    throw error;
  });
}

function explainUnwritable(path: string, cause: unknown): unknown {
  switch (errorCodeOf(cause)) {
    case "ENOENT":
    case "ENOTDIR":
      return nothingFound(`There is no folder ${dirname(path)}. Create it, or choose another file.`);
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return invalidRequest(`${path} cannot be written. Choose a folder that this account may write to.`);
    default:
      return cause;
  }
}

export async function requireFile(path: string): Promise<string> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) {
    throw nothingFound(`There is no file ${path}.`);
  }
  return path;
}
