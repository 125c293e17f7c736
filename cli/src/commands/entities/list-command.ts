import type { Listing, Page } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { repeated } from "../../frame/repeated.ts";
import type { Column } from "../../output/table.ts";
import { samplesOf } from "./noun-samples.ts";
import type { Noun } from "./nouns.ts";
import { readAssignments } from "./read-draft.ts";

interface ListOptions extends SharedOptions {
  readonly where: readonly string[];
  readonly criteria?: string;
  readonly order?: string;
  readonly limit?: string;
  readonly page?: string;
  readonly all?: boolean;
  readonly fields?: string;
  readonly relations?: string;
  readonly search?: string;
  readonly total?: boolean;
  readonly ids?: boolean;
}

type Entity = Readonly<Record<string, unknown>>;

export function listCommand(noun: Noun): Command {
  return withFilters(plainListCommand(noun), noun.filters ?? []);
}

/** --status awaiting is short for --where status=awaiting. */
function withFilters(command: Command, filters: readonly string[]): Command {
  for (const field of filters) {
    const name = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    command.option(`--${name} <value>`, `short for --where ${field}=<value>`).on(`option:${name}`, (value: string) => {
      const { where } = command.opts<ListOptions>();
      command.setOptionValue("where", [...where, `${field}=${value}`]);
    });
  }
  return command;
}

function plainListCommand(noun: Noun): Command {
  return defineCommand("list", {
    description: `List ${noun.name}`,
    examples: [
      `weft ${noun.name} list`,
      `weft ${noun.name} list ${samplesOf(noun).where} --order createdOn:desc --limit 20`,
      `weft ${noun.name} list --criteria '{"createdOn": "BETWEEN 2026-01-01 and 2026-12-31"}' --all --json`,
    ],
  })
    .option("--where <field=value>", "only those whose field has this value; may be repeated", repeated, [])
    .option("--criteria <object>", "a condition as JSON or jsurl")
    .option("--order <field[:desc]>", "the field to order by")
    .option("--limit <number>", "how many, at most 1000")
    .option("--page <key>", "go on where another list has ended")
    .option("--all", "all pages; with --json one line each")
    .option("--fields <names>", "only these fields, separated by commas")
    .option("--relations <names>", "references to show as entities, separated by commas")
    .option("-s, --search <words>", "words in names, keys and searchable texts")
    .option("--total", "also count all of them")
    .option("--ids", "only the ids, one a line")
    .action(
      commandAction<ListOptions>(async (context, { options }) => {
        if (options.ids === true && context.isJson) throw usageError("--ids and --json exclude each other.");
        const weft = await context.weft();
        const order = noun.order === undefined ? {} : { order: noun.order };
        const listing = { entityName: noun.kind, ...listingOf({ ...order, ...options }), signal: context.signal };
        const show = shower(context, options, columnsOf(noun, options));
        if (options.all !== true) {
          show(await weft.entities.list<Entity>(listing));
          return;
        }
        for await (const page of weft.entities.pages<Entity>(listing)) {
          show({ results: page.results });
        }
      }),
    );
}

/** How a page is printed: ids, lines or a page of JSON, or a table. */
function shower(
  context: Context,
  options: ListOptions,
  columns: readonly Column<Entity>[],
): (page: Page<Entity>) => void {
  const { print, terminal, isJson } = context;
  if (options.ids === true) return ({ results }) => terminal.out(results.map(({ id }) => `${id}\n`).join(""));
  if (options.all === true && isJson)
    return ({ results }) => results.forEach((entity) => void print.line(entity, () => ""));
  return (page) => {
    print.page(page, columns);
    if (page.total !== undefined) print.note(`${page.total} in all.`);
  };
}

/** What was typed, as the client takes it. */
export function listingOf(options: Omit<ListOptions, keyof SharedOptions>): Listing {
  const { where, criteria, order, limit, page, fields, relations, search, total } = options;
  if (criteria !== undefined && where.length > 0) {
    throw usageError("--where and --criteria exclude each other.", "Put everything into --criteria.");
  }
  const conditions = readAssignments(where, "--where");
  if (Object.keys(conditions).length < where.length) {
    // The last of them would silently win.
    throw usageError(
      "Each field can be given to --where once.",
      "--criteria takes more than one condition of a field.",
    );
  }
  return {
    ...(criteria === undefined ? {} : { criteria }),
    ...(where.length === 0 ? {} : { criteria: conditions }),
    ...(order === undefined ? {} : { order: readOrder(order) }),
    ...(limit === undefined ? {} : { limit: readLimit(limit) }),
    ...(page === undefined ? {} : { nextPageKey: page }),
    ...(fields === undefined ? {} : { fields }),
    ...(relations === undefined ? {} : { relations }),
    ...(search === undefined ? {} : { q: search }),
    ...(total === true ? { includeTotal: true } : {}),
  };
}

function readOrder(text: string): { orderField: string; order: string } {
  const [, orderField = "", order = "asc"] = /^(.+?)(?::(asc|desc))?$/i.exec(text) ?? [];
  return { orderField, order: order.toLowerCase() };
}

function readLimit(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw usageError(`--limit takes a number, not ${text}.`);
  return Number(text);
}

function columnsOf(noun: Noun, { fields }: ListOptions): Column<Entity>[] {
  const names =
    fields === undefined ? noun.columns : ["id", ...fields.split(",").filter((name) => name.trim() !== "id")];
  return names.map((name) => ({ title: name.trim(), value: (entity) => entity[name.trim()] }));
}
