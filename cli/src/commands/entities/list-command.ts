import { ApiError, type Listing, type Page, type Weft } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { repeated } from "../../frame/option-values.ts";
import type { Column } from "../../output/table.ts";
import { samplesOf } from "./noun-samples.ts";
import type { Noun } from "./nouns.ts";
import { readAssignments } from "./read-draft.ts";
import { withVerbOptions } from "./verb-options.ts";

interface ListOptions extends SharedOptions, FilterOptions {
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
  const command = defineCommand("list", {
    description: `List ${noun.name}`,
    examples: [
      `weft ${noun.name} list`,
      `weft ${noun.name} list ${samplesOf(noun).where} --order createdOn:desc --limit 20`,
      `weft ${noun.name} list --criteria '{"createdOn": "BETWEEN 2026-01-01 and 2026-12-31"}' --all --json`,
    ],
  })
    .option("--where <field=value>", "filter by field value; repeatable", repeated, [])
    .option("--criteria <object>", "filter criteria as JSON or jsurl")
    .option("--order <fields>", "sort fields (max 3), comma-separated: color,price:desc")
    .option("--limit <number>", "page size (max 1000)")
    .option("--page <key>", "continue from a page key")
    .option("--all", "all pages; with --json one object per line");
  return withVerbOptions(command, noun, "list", {
    fields: ["--fields <names>", "fields to show, comma-separated"],
    relations: ["--relations <names>", "references to expand, comma-separated"],
    q: ["-s, --search <text>", "search names, external IDs and searchable texts"],
    includeTotal: ["--total", "also show the total count"],
  })
    .option("--ids", "print only ids, one per line")
    .action(
      commandAction<ListOptions>(async (context, { options }) => {
        if (options.ids === true && context.isJson) throw usageError("--ids and --json cannot be combined.");
        const weft = await context.weft();
        const order = noun.order === undefined ? {} : { order: noun.order };
        const listing = { entityName: noun.kind, ...listingOf({ ...order, ...options }), signal: context.signal };
        const isTable = !context.isJson && options.ids !== true && options.fields === undefined;
        const nameOf = isTable ? await namesFor(weft, noun, context.signal) : undefined;
        const show = shower(context, options, columnsOf(noun, options, nameOf));
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

/** Prints a page as ids, JSON lines, a JSON page or a table. */
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
    if (page.total !== undefined) print.note(`${page.total} in total.`);
  };
}

/** The options as input of the client. */
export function listingOf(options: Omit<ListOptions, keyof SharedOptions>): Listing {
  const { order, limit, page, fields, relations, search, total } = options;
  return {
    ...criteriaOf(options),
    ...(order === undefined ? {} : { order: readOrders(order) }),
    ...(limit === undefined ? {} : { limit: readLimit(limit) }),
    ...(page === undefined ? {} : { nextPageKey: page }),
    ...(fields === undefined ? {} : { fields }),
    ...(relations === undefined ? {} : { relations }),
    ...(search === undefined ? {} : { q: search }),
    ...(total === true ? { includeTotal: true } : {}),
  };
}

/** One order is an object, which services of earlier releases accept as well. */
function readOrders(text: string): NonNullable<Listing["order"]> {
  const orders = text.split(",").map((part) => readOrder(part.trim(), "asc"));
  const [first] = orders;
  return orders.length === 1 && first !== undefined ? first : orders;
}

/** The options of a filter. */
export interface FilterOptions {
  readonly where: readonly string[];
  readonly criteria?: string;
}

export function criteriaOf({ where, criteria }: FilterOptions): Pick<Listing, "criteria"> {
  if (criteria !== undefined && where.length > 0) {
    throw usageError("--where and --criteria cannot be combined.", "Put all conditions into --criteria.");
  }
  const conditions = readAssignments(where, "--where");
  if (Object.keys(conditions).length < where.length) {
    // The last of them would win silently.
    throw usageError("--where accepts each field once.", "Use --criteria for several conditions on one field.");
  }
  if (where.length > 0) return { criteria: conditions };
  return criteria === undefined ? {} : { criteria };
}

/** Without a default direction, the service chooses one. */
export function readOrder(text: string, otherwise?: "asc"): { orderField: string; order?: string } {
  const [, orderField = "", order = otherwise] = /^(.+?)(?::(asc|desc))?$/i.exec(text) ?? [];
  return { orderField, ...(order === undefined ? {} : { order: order.toLowerCase() }) };
}

export function readLimit(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw usageError(`--limit takes a number, not ${text}.`);
  return Number(text);
}

type NameOf = (entity: Entity) => unknown;

function columnsOf(noun: Noun, { fields }: ListOptions, nameOf: NameOf | undefined): Column<Entity>[] {
  const names =
    fields === undefined ? noun.columns : ["id", ...fields.split(",").filter((name) => name.trim() !== "id")];
  return names.map((name) => ({
    title: name.trim(),
    value: nameOf !== undefined && name === noun.named?.column ? nameOf : (entity) => entity[name.trim()],
  }));
}

/** The names of a column that shows other entities. Callers who may not read those see their ids. */
async function namesFor(weft: Weft, { named }: Noun, signal: AbortSignal): Promise<NameOf | undefined> {
  if (named === undefined) return undefined;
  const names = new Map<unknown, unknown>();
  try {
    for await (const { results } of weft.entities.pages<Entity>({ entityName: named.kind, limit: 1000, signal })) {
      for (const { id, name } of results) names.set(id, name);
    }
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  return (entity) => names.get(entity[named.field]) ?? entity[named.field];
}
