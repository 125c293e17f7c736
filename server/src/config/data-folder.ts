import { access, constants, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../platform/start-error.ts";
import type { Config } from "./config.ts";

/**
 * Creates what the node writes to in DATA_DIR, or fails with what to do. A node that serves requests with an external
 * database and S3 writes nothing there: its file system may be read-only.
 */
export async function prepareDataFolder(config: Config): Promise<void> {
  const { dataFolder } = config;
  // The first credentials may be written there. Whether they can be is decided when they are.
  await mkdir(dataFolder, { recursive: true, mode: 0o700 }).catch(() => {});
  for (const { folder, content, advice } of usesOf(config)) {
    if (!(await isWritable(folder))) {
      throw new StartError(
        `DATA_DIR (${dataFolder}) is not writable, and this node stores ${content} there. ` +
          `Set DATA_DIR to a writable directory, ${advice}.`,
      );
    }
  }
}

interface FolderUse {
  readonly folder: string;
  readonly content: string;
  readonly advice: string;
}

function usesOf({ dataFolder, databaseUrl, s3, role }: Config): readonly FolderUse[] {
  const database = { folder: dataFolder, content: "its database", advice: "or set DATABASE_URL" };
  const files = { folder: join(dataFolder, "files"), content: "files", advice: "or set S3_ENDPOINT" };
  const loads = {
    folder: join(dataFolder, "loads"),
    content: "the rows of running loads",
    advice: "or start the node with --role api",
  };
  return [
    ...(databaseUrl === undefined ? [database] : []),
    ...(s3 === undefined ? [files] : []),
    ...(role === "api" ? [] : [loads]),
  ];
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
