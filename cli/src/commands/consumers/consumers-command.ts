import type { ChangeConsumer } from "@weft/client";
import type { Command } from "commander";
import { confirm } from "../../frame/confirm.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand, noun } from "../../frame/define-command.ts";
import type { Column } from "../../output/table.ts";
import { listingOf } from "../entities/list-command.ts";

export function consumersCommand(): Command {
  return noun("consumers", "Change consumers: named positions stored by the service", [
    listCommand(),
    getCommand(),
    setCommand(),
    giveCommand(),
    deleteCommand(),
  ]);
}

const columns: readonly Column<ChangeConsumer>[] = [
  { title: "name", value: ({ name }) => name },
  { title: "lag", value: ({ lag }) => lag, isRight: true },
  { title: "owner", value: ({ ownerName, ownerId }) => ownerName ?? ownerId },
  { title: "cursorTime", value: ({ cursorTime }) => cursorTime },
  { title: "updatedOn", value: ({ updatedOn }) => updatedOn },
];

function listCommand(): Command {
  return defineCommand("list", {
    description: "List consumers and their lag (records)",
    examples: ["weft consumers list", "weft consumers list --json"],
  })
    .option("--limit <number>", "page size (max 1000)")
    .option("--page <key>", "continue from a page key")
    .action(
      commandAction<SharedOptions & { readonly limit?: string; readonly page?: string }>(
        async (context, { options }) => {
          const weft = await context.weft();
          const { limit, nextPageKey } = listingOf({ ...options, where: [] });
          const page = await weft.changes.consumers.list({
            ...(limit === undefined ? {} : { limit }),
            ...(nextPageKey === undefined ? {} : { nextPageKey }),
            signal: context.signal,
          });
          context.print.page(page, columns);
        },
      ),
    );
}

function getCommand(): Command {
  return defineCommand("get", {
    description: "Show a consumer's cursor and lag (records)",
    examples: ["weft consumers get erp"],
  })
    .alias("show")
    .argument("<name>", "consumer name")
    .action(
      commandAction(async (context, { args: [name = ""] }) => {
        const weft = await context.weft();
        context.print.fields(await weft.changes.consumers.get({ name, signal: context.signal }));
      }),
    );
}

function setCommand(): Command {
  return defineCommand("set", {
    description: "Set the position of a consumer, or create one",
    examples: ["weft consumers set erp beginning", "weft consumers set erp now", "weft consumers set erp <cursor>"],
  })
    .argument("<name>", "consumer name")
    .argument("<position>", "a cursor, beginning or now")
    .action(
      commandAction(async (context, { args: [name = "", cursor = ""] }) => {
        const weft = await context.weft();
        context.print.fields(await weft.changes.consumers.put({ name, cursor, signal: context.signal }));
      }),
    );
}

function giveCommand(): Command {
  return defineCommand("give", {
    description: "Assign a consumer to another app or user (administrators only)",
    examples: ["weft consumers give erp <id of an app or user>"],
  })
    .argument("<name>", "consumer name")
    .argument("<owner>", "id of an app or user")
    .action(
      commandAction(async (context, { args: [name = "", ownerId = ""] }) => {
        const weft = await context.weft();
        context.print.fields(await weft.changes.consumers.giveTo({ name, ownerId, signal: context.signal }));
      }),
    );
}

function deleteCommand(): Command {
  return defineCommand("delete", {
    description: "Delete a consumer; the next poll with that name starts over",
    examples: ["weft consumers delete erp", "weft consumers delete erp --yes"],
  })
    .argument("<name>", "consumer name")
    .option("-y, --yes", "skip confirmation")
    .action(
      commandAction<SharedOptions & { readonly yes?: boolean }>(async (context, { args: [name = ""], options }) => {
        if (options.yes !== true) await confirm(context, `Delete the consumer ${name}?`);
        const weft = await context.weft();
        await weft.changes.consumers.delete({ name, signal: context.signal });
        context.print.result({ name, deleted: true }, () => `Deleted ${name}.`);
      }),
    );
}
