import type { ChangeRecord } from "@weft/client";
import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import type { Column } from "../../output/table.ts";
import { listingOf } from "../entities/list-command.ts";
import { type FilterOptions, filterOf, withFilter } from "./change-filter.ts";
import { changeLine, fieldsOf, nameOf, whoOf } from "./format-change.ts";

interface ListOptions extends SharedOptions, FilterOptions {
  readonly order?: string;
  readonly limit?: string;
  readonly page?: string;
  readonly all?: boolean;
}

const columns: readonly Column<ChangeRecord>[] = [
  { title: "createdOn", value: ({ createdOn }) => createdOn },
  { title: "by", value: whoOf },
  { title: "action", value: ({ action }) => action },
  { title: "typePath", value: ({ typePath }) => typePath },
  { title: "name", value: nameOf },
  { title: "fields", value: fieldsOf },
];

export function listChangesCommand(): Command {
  return withFilter(
    defineCommand("list", {
      description: "Search changes, newest first",
      examples: [
        "weft changes list --entity-type item --limit 20",
        "weft changes list --where entityReference=item:<id> --order createdOn:asc",
        `weft changes list --criteria '{"createdOn": "BETWEEN 2026-01-01 and 2026-01-31"}' --all --json`,
      ],
    }),
  )
    .option("--order <field[:desc]>", "sort field")
    .option("--limit <number>", "page size (max 1000)")
    .option("--page <key>", "continue from a page key")
    .option("--all", "all pages; with --json one object per line")
    .action(
      commandAction<ListOptions>(async (context, { options }) => {
        const weft = await context.weft();
        const { all, criteria: _, entityType: __, ...listing } = options;
        const { order, limit, nextPageKey } = listingOf({ ...listing, where: [] });
        const search = {
          ...filterOf(options),
          ...(order === undefined ? {} : { order }),
          ...(limit === undefined ? {} : { limit }),
          ...(nextPageKey === undefined ? {} : { nextPageKey }),
          signal: context.signal,
        };
        if (all !== true) {
          context.print.page(await weft.changes.list(search), columns);
          return;
        }
        for await (const record of weft.changes.all(search)) {
          context.print.line(record, () => changeLine(record, context.terminal.columns(), context.print.style));
        }
      }),
    );
}
