import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import type { Column } from "../../output/table.ts";

export interface NewestOptions {
  readonly limit: string;
  readonly page?: string;
  readonly all?: boolean;
}

/** For lists of events. */
export function withNewestOptions(command: Command): Command {
  return command
    .option("--limit <number>", "page size (max 1000)", "50")
    .option("--page <key>", "continue from a page key")
    .option("--all", "all pages; with --json one object per line");
}

/** The options of such a list: newest first, with optional criteria. */
export function newestQuery({ limit }: NewestOptions, criteria: Readonly<Record<string, string | undefined>>) {
  if (!/^\d{1,4}$/.test(limit)) throw usageError(`--limit takes a number, not ${limit}.`);
  const given = Object.entries(criteria).filter(([, value]) => value !== undefined);
  return {
    order: { orderField: "createdOn", order: "desc" },
    limit: Number(limit),
    ...(given.length === 0 ? {} : { criteria: Object.fromEntries(given) }),
  };
}

interface ListPage<Row> {
  readonly results: readonly Row[];
  readonly nextPageKey?: string;
}

type FetchPage<Row> = (key: { readonly nextPageKey?: string }) => Promise<ListPage<Row>>;

/** One page, or all pages in sequence. */
export async function listNewest<Row>(
  { print, isJson }: Context,
  { page, all }: NewestOptions,
  columns: readonly Column<Row>[],
  fetchPage: FetchPage<Row>,
): Promise<void> {
  let found = await fetchPage(page === undefined ? {} : { nextPageKey: page });
  if (all !== true) {
    print.page(found, columns);
    return;
  }
  for (;;) {
    const { results, nextPageKey } = found;
    if (isJson) results.forEach((row) => void print.line(row, () => ""));
    else print.page({ results }, columns);
    if (nextPageKey === undefined) return;
    found = await fetchPage({ nextPageKey });
  }
}
