import type { ChangeConsumer } from "@weft/client";
import type { Command } from "commander";
import { confirm } from "../../frame/confirm.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand, noun } from "../../frame/leaf.ts";
import type { Column } from "../../output/table.ts";
import { listingOf } from "../entities/list-command.ts";

export function consumersCommand(): Command {
  return noun("consumers", "Readers of the changes whose place the service keeps", [
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
    description: "List the consumers with how many changes they lag behind",
    examples: ["weft consumers list", "weft consumers list --json"],
  })
    .option("--limit <number>", "how many, at most 1000")
    .option("--page <key>", "go on where another list has ended")
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
    description: "Show a consumer's cursor and how many changes it lags behind",
    examples: ["weft consumers get erp"],
  })
    .alias("show")
    .argument("<name>", "its name")
    .action(
      commandAction(async (context, { args: [name = ""] }) => {
        const weft = await context.weft();
        context.print.fields(await weft.changes.consumers.get({ name, signal: context.signal }));
      }),
    );
}

function setCommand(): Command {
  return defineCommand("set", {
    description: "Move a consumer to another place, or make one",
    examples: ["weft consumers set erp beginning", "weft consumers set erp now", "weft consumers set erp <cursor>"],
  })
    .argument("<name>", "its name")
    .argument("<place>", "a cursor, beginning or now")
    .action(
      commandAction(async (context, { args: [name = "", cursor = ""] }) => {
        const weft = await context.weft();
        context.print.fields(await weft.changes.consumers.put({ name, cursor, signal: context.signal }));
      }),
    );
}

function giveCommand(): Command {
  return defineCommand("give", {
    description: "Give a consumer to another app or user; for administrators",
    examples: ["weft consumers give erp <id of an app or user>"],
  })
    .argument("<name>", "its name")
    .argument("<owner>", "the id of an app or user")
    .action(
      commandAction(async (context, { args: [name = "", ownerId = ""] }) => {
        const weft = await context.weft();
        context.print.fields(await weft.changes.consumers.giveTo({ name, ownerId, signal: context.signal }));
      }),
    );
}

function deleteCommand(): Command {
  return defineCommand("delete", {
    description: "Forget a consumer; a poll of that name begins anew",
    examples: ["weft consumers delete erp", "weft consumers delete erp --yes"],
  })
    .argument("<name>", "its name")
    .option("-y, --yes", "without asking")
    .action(
      commandAction<SharedOptions & { readonly yes?: boolean }>(async (context, { args: [name = ""], options }) => {
        if (options.yes !== true) await confirm(context, `Forget the consumer ${name}?`);
        const weft = await context.weft();
        await weft.changes.consumers.delete({ name, signal: context.signal });
        context.print.result({ name, deleted: true }, () => `Deleted ${name}.`);
      }),
    );
}
