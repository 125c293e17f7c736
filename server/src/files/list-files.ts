import { decodeIdKey, encodeIdKey } from "../entities/list/id-page-key.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { FileRow } from "./file.ts";
import { countFiles, listFilesAfter } from "./file-store.ts";

export interface FilePageInput {
  readonly limit: number;
  readonly nextPageKey?: string | undefined;
  readonly includeTotal?: boolean | undefined;
  readonly budget: Budget;
}

export interface FilePage {
  readonly rows: readonly FileRow[];
  readonly nextPageKey?: string;
  readonly total?: number;
}

/** A page of all files, oldest first: the most common request, and fast with any number of files. */
export async function listFiles(db: PostgresDatabase, orgId: string, input: FilePageInput): Promise<FilePage> {
  const after = decodeIdKey(input.nextPageKey) ?? "";
  const { budget, limit } = input;
  const found = await budget.read(() => listFilesAfter(db, orgId, { after, limit: limit + 1, budget }));
  const rows = found.rows.slice(0, limit);
  const last = found.isCut || found.rows.length > limit ? rows.at(-1) : undefined;
  return {
    rows,
    ...(last === undefined ? {} : { nextPageKey: encodeIdKey(last.id) }),
    ...(input.includeTotal === true ? { total: await countFiles(db, orgId) } : {}),
  };
}
