import { open } from "node:fs/promises";
import type { AuditEntry } from "@weft/client";
import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { pluralize } from "../../output/amounts.ts";
import { criteriaOf, type FilterOptions, withFilter } from "./audit-filter.ts";

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
