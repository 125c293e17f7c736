import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { AuditEntry, AuditSearch } from "@weft/client";
import { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { pluralize } from "../../output/amounts.ts";
import { cutTo, safeText, widthOf } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import { type Column, cellOf } from "../../output/table.ts";

/** The default verb is list. */
export function auditCommand(): Command {
  return new Command("audit")
    .description("The audit log: who did what to users, keys, roles and settings (administrators only)")
    .addCommand(listAuditCommand(), { isDefault: true })
    .addCommand(exportAuditCommand());
}

interface ExportOptions extends SharedOptions, FilterOptions {
  readonly after?: string;
  readonly output?: string;
}

export function exportAuditCommand(): Command {
  return withFilter(
    defineCommand("export", {
      description: "Export audit entries, oldest first, as NDJSON; the export itself is recorded",
      examples: ["weft audit export --output audit.ndjson", "weft audit export --since 2026-11-01 | jq -r .action"],
    }),
  )
    .option("--after <cursor>", "only entries after this cursor")
    .option("-o, --output <file>", "write to this file instead of standard output")
    .action(
      commandAction<ExportOptions>(async (context, { options }) => {
        const { output, after } = options;
        const weft = await context.weft();
        const { signal } = context;
        const entries = weft.audit.export({
          ...criteriaOf(options),
          ...(after === undefined ? {} : { after }),
          signal,
        });
        const count =
          output === undefined
            ? await writeLines(entries, (bytes) => context.terminal.outBytes(bytes))
            : await writeFile(entries, output);
        context.print.note(pluralize(count, "entry", "entries"));
      }),
    );
}

async function writeFile(entries: AsyncIterable<AuditEntry>, output: string): Promise<number> {
  const handle = await open(output, "w", 0o600);
  try {
    return await writeLines(entries, async (bytes) => void (await handle.writeFile(bytes)));
  } finally {
    await handle.close();
  }
}

async function writeLines(
  entries: AsyncIterable<AuditEntry>,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  let count = 0;
  for await (const entry of entries) {
    count += 1;
    await write(Buffer.from(`${JSON.stringify(entry)}\n`));
  }
  return count;
}

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

const gap = "  ";
const valueColumnsMax = 40;

export const auditColumns: readonly Column<AuditEntry>[] = [
  { title: "createdOn", value: ({ createdOn }) => createdOn },
  { title: "actor", value: actorOf },
  { title: "action", value: ({ action }) => action },
  { title: "outcome", value: ({ outcome }) => outcome },
  { title: "target", value: targetOf },
  { title: "address", value: ({ origin }) => origin.address ?? "" },
  { title: "changed", value: changedOf },
];

/** An entry as one line. */
export function auditLine(entry: AuditEntry, columns: number, style: Style): string {
  const head = [entry.createdOn, actorOf(entry)].map(safeText).join(gap);
  const paint = entry.outcome === "success" ? style.green : style.red;
  const action = safeText(entry.action);
  const tail = [targetOf(entry), entry.origin.address ?? "", changedOf(entry)].map(safeText).join(gap).trimEnd();
  const room = columns - widthOf(head) - widthOf(action) - 2 * gap.length;
  return `${style.dim(head)}${gap}${paint(action)}${gap}${cutTo(tail, Math.max(1, room))}`;
}

function actorOf({ actor }: AuditEntry): string {
  return actor.name ?? actor.email ?? actor.id ?? actor.type;
}

function targetOf({ target }: AuditEntry): string {
  return [target.type, target.email ?? target.id].filter((part) => part !== undefined).join(" ");
}

/** The changed fields with old → new. */
function changedOf({ before = {}, after = {} }: AuditEntry): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => {
      const old = Object.hasOwn(before, name) ? `${short(before[name])} → ` : "";
      return `${name} ${old}${short(after[name])}`;
    })
    .join(", ");
}

function short(value: unknown): string {
  return value === null || value === undefined ? "–" : cutTo(cellOf(value), valueColumnsMax);
}

export interface FilterOptions {
  readonly action?: string;
  readonly actor?: string;
  readonly targetType?: string;
  readonly target?: string;
  readonly outcome?: string;
  readonly since?: string;
  readonly until?: string;
}

const firstDay = "2000-01-01";
const lastDay = "9999-12-31";

/** The options that select entries. */
export function withFilter(command: Command): Command {
  return command
    .option("--action <action>", "only this action, such as user.create")
    .option("--actor <id>", "only actions of this user or app")
    .option("--target-type <type>", "only actions on this type, such as api-key")
    .option("--target <id>", "only actions on this target")
    .option("--outcome <outcome>", "success, failure or denied")
    .option("--since <time>", "from this date or time, such as 2026-11-01")
    .option("--until <time>", "up to and including this date or time");
}

export function criteriaOf(options: FilterOptions): Pick<AuditSearch, "criteria"> {
  const { action, actor, targetType, target, outcome, since, until } = options;
  const createdOn =
    since === undefined && until === undefined ? undefined : `BETWEEN ${since ?? firstDay} and ${until ?? lastDay}`;
  const all = { action, actorId: actor, targetType, targetId: target, outcome, createdOn };
  const criteria = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return Object.keys(criteria).length === 0 ? {} : { criteria };
}
