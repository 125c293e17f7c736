import { setTimeout as sleep } from "node:timers/promises";
import type { AuditEntry, AuditSearch } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { criteriaOf, type FilterOptions, withFilter } from "./audit-filter.ts";
import { auditColumns, auditLine } from "./format-audit.ts";

interface ListOptions extends SharedOptions, FilterOptions {
  readonly limit?: string;
  readonly page?: string;
  readonly all?: boolean;
  readonly follow?: boolean;
}

const pauseMs = 2_000;

export function listAuditCommand(): Command {
  return withFilter(
    defineCommand("list", {
      description: "List audit entries, newest first, or follow them",
      examples: [
        "weft audit list --limit 20",
        "weft audit list --action session.sign-in-failed --since 2026-11-01",
        "weft audit list --target <id> --json",
        "weft audit list --follow",
      ],
    }),
  )
    .option("--limit <number>", "page size (max 1000)")
    .option("--page <key>", "continue from a page key")
    .option("--all", "all pages; with --json one object per line")
    .option("--follow", "print new entries as they are recorded, one per line")
    .action(
      commandAction<ListOptions>(async (context, { options }) => {
        const { limit, page, all, follow } = options;
        const search = { ...criteriaOf(options), ...limitOf(limit) };
        if (follow === true) {
          await followEntries(context, search);
          return;
        }
        const from = page === undefined ? search : { ...search, nextPageKey: page };
        if (all === true) {
          await printAll(context, from);
          return;
        }
        const weft = await context.weft();
        context.print.page(await weft.audit.list({ ...from, signal: context.signal }), auditColumns);
      }),
    );
}

async function printAll(context: Context, search: AuditSearch): Promise<void> {
  const weft = await context.weft();
  let nextPageKey = search.nextPageKey;
  do {
    const page = await weft.audit.list({ ...search, nextPageKey, signal: context.signal });
    printEntries(context, page.results);
    nextPageKey = page.nextPageKey;
  } while (nextPageKey !== undefined);
}

function printEntries({ print, terminal }: Context, entries: readonly AuditEntry[]): void {
  for (const entry of entries) {
    print.line(entry, () => auditLine(entry, terminal.columns(), print.style));
  }
}

async function followEntries(context: Context, search: AuditSearch): Promise<void> {
  const weft = await context.weft();
  const { signal } = context;
  let after = "now";
  for (;;) {
    const page = await weft.audit.list({ ...search, after, signal });
    printEntries(context, page.results);
    after = page.coveredUntil;
    await sleep(pauseMs, undefined, { signal });
  }
}

function limitOf(text: string | undefined): Pick<AuditSearch, "limit"> {
  if (text === undefined) return {};
  if (!/^\d{1,4}$/.test(text)) throw usageError("--limit takes a whole number from 1 to 1000.");
  return { limit: Number(text) };
}
