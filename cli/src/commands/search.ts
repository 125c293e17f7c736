import type { Command } from "commander";
import type { SharedOptions } from "../frame/context.ts";
import { commandAction, defineCommand } from "../frame/define-command.ts";
import { readNumber } from "../frame/option-values.ts";

interface SearchOptions extends SharedOptions {
  readonly kinds?: string;
  readonly limit?: string;
}

export function searchCommand(): Command {
  return defineCommand("search", {
    description: "Find entities of all kinds by their words",
    examples: [
      "weft search mauve trench",
      "weft search AW24 --kinds item,assortment --limit 20",
      "weft search 4711 --json",
    ],
  })
    .argument("<words...>", "words or their beginnings, in any order")
    .option("--kinds <names>", "kinds to search, separated by commas (default: all)")
    .option("--limit <number>", "results of each kind (default: 5, max 50)")
    .action(
      commandAction<SearchOptions>(async (context, { args: [words], options: { kinds, limit } }) => {
        const weft = await context.weft();
        const q = Array.isArray(words) ? words.join(" ") : "";
        const query = { q, kinds, limit: limit === undefined ? undefined : readNumber("--limit", limit) };
        const found = await weft.call("search", { query }, { signal: context.signal });
        const rows = found.results.flatMap(({ kind, results }) => results.map((entity) => ({ kind, ...entity })));
        context.print.rows(found, rows, [
          { title: "kind", value: ({ kind }) => kind },
          { title: "id", value: ({ id }) => id },
          { title: "name", value: ({ name }) => name },
          { title: "federatedId", value: ({ federatedId }) => federatedId },
          { title: "typePath", value: ({ typePath }) => typePath },
        ]);
        const cut = found.results.filter(({ hasMore }) => hasMore).map(({ kind }) => kind);
        if (cut.length > 0) {
          context.print.note(`More results of ${cut.join(", ")}: use --limit, or the list of the kind with --search.`);
        }
      }),
    );
}
