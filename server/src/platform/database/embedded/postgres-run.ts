import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { PostgresChoice } from "./choose-postgres.ts";
import type { Account } from "./postgres-account.ts";
import { replaceFile } from "./postgres-settings.ts";

/** In PostgreSQL's data folder, so that it is moved, backed up and restored with it. */
const recordFile = "weft-postgres.json";

const recordSchema = z.object({
  version: z.object({ major: z.int(), minor: z.int() }),
  folder: z.string(),
  isIncluded: z.boolean(),
  reason: z.string(),
});

/** The PostgreSQL that has last run in the data folder. Undefined in one of an earlier release. */
export async function readLastRun(dataFolder: string): Promise<PostgresChoice | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(join(dataFolder, recordFile), "utf8")));
  } catch {
    return undefined;
  }
}

export async function recordRun(dataFolder: string, choice: PostgresChoice, account: Account): Promise<void> {
  await replaceFile(join(dataFolder, recordFile), `${JSON.stringify(recordSchema.parse(choice))}\n`, account);
}

/** The major version of the database. Undefined if there is none. */
export async function readMajor(dataFolder: string): Promise<number | undefined> {
  const text = await readFile(join(dataFolder, "PG_VERSION"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** Example: the one of /usr/lib/postgresql/18/bin, because it is newer than the included 18.4. */
export function describeRun({ folder, isIncluded, reason }: PostgresChoice): string {
  return `${isIncluded ? "the included one" : `the one of ${folder}`}, because ${reason}`;
}
