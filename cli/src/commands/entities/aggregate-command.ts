import type { Weft } from "@weft/client";
import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { repeated } from "../../frame/option-values.ts";
import type { Column } from "../../output/table.ts";
import { criteriaOf, type FilterOptions, readLimit, readOrder } from "./list-command.ts";
import { samplesOf } from "./noun-samples.ts";
import type { Noun } from "./nouns.ts";

interface AggregateOptions extends SharedOptions, FilterOptions {
  readonly groupBy?: string;
  readonly metrics?: string;
  readonly order?: string;
  readonly limit?: string;
  readonly search?: string;
}

type Group = Awaited<ReturnType<Weft["entities"]["aggregate"]>>["results"][number];

export function aggregateCommand(noun: Noun): Command {
  return defineCommand("aggregate", {
    description: `Count and sum ${noun.name} by group`,
    examples: [
      `weft ${noun.name} aggregate --group-by typePath`,
      `weft ${noun.name} aggregate --group-by createdOn:month,typePath --metrics max:updatedOn --order createdOn`,
      `weft ${noun.name} aggregate ${samplesOf(noun).where} --json`,
    ],
  })
    .option("--group-by <fields>", "up to two fields, such as season,price:50 or launchDate:month")
    .option("--metrics <names>", "such as sum:price,avg:price,min:price,max:price,count:price")
    .option("--where <field=value>", "filter by field value; repeatable", repeated, [])
    .option("--criteria <object>", "filter criteria as JSON or jsurl")
    .option("-s, --search <text>", "search names, external IDs and searchable texts")
    .option("--order <name[:asc|:desc]>", "sort by count, a field of --group-by or a metric")
    .option("--limit <number>", "maximum number of groups (max 1000)")
    .action(
      commandAction<AggregateOptions>(async (context, { options }) => {
        const { groupBy, metrics, order, limit, search } = options;
        const weft = await context.weft();
        const aggregated = await weft.entities.aggregate({
          entityName: noun.kind,
          signal: context.signal,
          ...criteriaOf(options),
          ...(groupBy === undefined ? {} : { groupBy }),
          ...(metrics === undefined ? {} : { metrics }),
          ...(order === undefined ? {} : { order: readOrder(order) }),
          ...(limit === undefined ? {} : { limit: readLimit(limit) }),
          ...(search === undefined ? {} : { q: search }),
        });
        context.print.page(aggregated, columnsOf(aggregated.results));
        const rest = aggregated.totalGroups - aggregated.results.length;
        if (rest > 0) context.print.note(`${aggregated.totalGroups} groups in total. Use --limit to show more.`);
      }),
    );
}

function columnsOf([first]: readonly Group[]): Column<Group>[] {
  const fields = Object.keys(first?.group ?? {});
  const metrics = Object.keys(first?.metrics ?? {});
  return [
    ...fields.map((name) => ({ title: name, value: ({ group }: Group) => describeValue(group[name]) })),
    { title: "count", value: ({ count }) => count, isRight: true },
    ...metrics.map((name) => ({ title: name, value: (row: Group) => row.metrics[name] ?? "–", isRight: true })),
  ];
}

/** Red (red) for an option, 50 – 100 for a band, and a dash for entities without a value. */
function describeValue(given: Group["group"][string] | undefined): string {
  if (given === undefined || given.value === null) return "–";
  const { value, to, label } = given;
  if (to !== undefined) return `${value} – ${to}`;
  return label === undefined || label === value ? String(value) : `${label} (${value})`;
}
