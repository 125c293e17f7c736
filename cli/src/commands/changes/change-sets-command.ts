import type { ChangeSet, ChangeSetReversal } from "@weft/client";
import type { Command } from "commander";
import { confirm } from "../../frame/confirm.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { pluralize } from "../../output/amounts.ts";
import type { Column } from "../../output/table.ts";
import { listingOf } from "../entities/list-command.ts";
import { type FilterOptions, filterOf, withFilter } from "./change-filter.ts";
import { valueText, whoOf } from "./format-change.ts";

interface SetsOptions extends SharedOptions, FilterOptions {
  readonly limit?: string;
  readonly page?: string;
  readonly all?: boolean;
}

const columns: readonly Column<ChangeSet>[] = [
  { title: "lastChangedOn", value: ({ lastChangedOn }) => lastChangedOn },
  { title: "by", value: whoOf },
  { title: "changes", value: countsOf },
  { title: "entities", value: namesOf },
  { title: "properties", value: propertiesOf },
  { title: "id", value: ({ id }) => id },
];

export function changeSetsCommand(): Command {
  return withFilter(
    defineCommand("sets", {
      description: "List change sets, newest first: one line for each act",
      examples: [
        "weft changes sets",
        "weft changes sets --where entityReference=item:<id>",
        "weft changes sets --entity-type item --where source=console --all --json",
      ],
    }),
  )
    .option("--limit <number>", "page size (max 100)")
    .option("--page <key>", "continue from a page key")
    .option("--all", "all pages; with --json one object per line")
    .action(
      commandAction<SetsOptions>(async (context, { options }) => {
        const weft = await context.weft();
        const { limit, page, all } = options;
        const { limit: size, nextPageKey } = listingOf({
          where: [],
          ...(limit === undefined ? {} : { limit }),
          ...(page === undefined ? {} : { page }),
        });
        const search = {
          ...filterOf(options),
          ...(size === undefined ? {} : { limit: size }),
          ...(nextPageKey === undefined ? {} : { nextPageKey }),
          signal: context.signal,
        };
        if (all !== true) {
          context.print.page(await weft.changes.sets.list(search), columns);
          return;
        }
        for await (const set of weft.changes.sets.all(search)) {
          context.print.line(set, () => columns.map(({ value }) => value(set)).join("  "));
        }
      }),
    );
}

/** 1 created, 6 updated; at least, if the set is larger than what the service counts. */
function countsOf({ actions, isComplete }: ChangeSet): string {
  const parts = [
    actions.create > 0 ? `${actions.create} created` : "",
    actions.update > 0 ? `${actions.update} updated` : "",
    actions.delete > 0 ? `${actions.delete} deleted` : "",
  ].filter((part) => part !== "");
  return `${isComplete ? "" : "at least "}${parts.join(", ")}`;
}

const namesMax = 3;

function namesOf({ entities }: ChangeSet): string {
  const names = [...new Set(entities.map(({ name, federatedId, entityId }) => name ?? federatedId ?? entityId))];
  const more = names.length - namesMax;
  return [...names.slice(0, namesMax), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

const propertiesMax = 4;

function propertiesOf({ properties }: ChangeSet): string {
  const texts = properties
    .slice(0, propertiesMax)
    .map(({ property, isUniform, oldValue, newValue }) =>
      isUniform ? `${property} ${valueText(oldValue)} → ${valueText(newValue)}` : property,
    );
  const more = properties.length - texts.length;
  return [...texts, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

interface RevertOptions extends SharedOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function revertCommand(): Command {
  return defineCommand("revert", {
    description: "Revert a change set, except what was changed since",
    examples: ["weft changes revert <set> --dry-run", "weft changes revert <set> --yes"],
  })
    .argument("<set>", "id of the change set")
    .option("--dry-run", "only show what would be reverted")
    .option("-y, --yes", "skip confirmation")
    .action(
      commandAction<RevertOptions>(async (context, { args: [id = ""], options }) => {
        const isDryRun = options.dryRun === true;
        if (!isDryRun && options.yes !== true) await confirm(context, `Revert the change set ${id}?`);
        const weft = await context.weft();
        const reversal = await weft.changes.sets.revert({
          id,
          signal: context.signal,
          ...(isDryRun ? { dryRun: true } : {}),
        });
        context.print.line(reversal, () => formatReversal(reversal, isDryRun));
      }),
    );
}

/** The result for people: what is kept, and how to redo. */
function formatReversal({ changeSetId, revertedCount, keptCount, kept }: ChangeSetReversal, isDryRun: boolean): string {
  const verb = isDryRun ? "Would revert" : "Reverted";
  return [
    `${verb} ${pluralize(revertedCount, "entity", "entities")}; kept ${keptCount}.`,
    ...kept.map(({ entityReference, properties = [], reason }) =>
      [`  ${entityReference}`, properties.join(", "), reason].filter((part) => part !== "").join("  "),
    ),
    ...(changeSetId === undefined ? [] : [`To redo: weft changes revert ${changeSetId}`]),
  ].join("\n");
}
