import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { describeEnd } from "../whoami/describe-caller.ts";
import { findOwner } from "./find-owner.ts";
import { type GrantOptions, grantsFor, withGrantOptions } from "./grant-options.ts";

export function tokensVerbs(): Command[] {
  return [createTokenCommand()];
}

interface CreateTokenOptions extends SharedOptions, GrantOptions {
  readonly task?: string;
  readonly label?: string;
  readonly seconds: string;
}

/** As with keys, only the token goes to standard output. */
export function createTokenCommand(): Command {
  const command = defineCommand("create", {
    description: "Issue an access token. It is shown only once",
    examples: [
      "weft tokens create --app erp --seconds 3600",
      "TOKEN=$(weft tokens create --task <task id>)",
      "weft tokens create --user ada@example.com --preset callback",
    ],
  })
    .option("--app <name>", "app that owns the token; created if it does not exist")
    .option("--user <email>", "user that owns the token. Default without --app: you.");
  return withGrantOptions(command)
    .option("--task <id>", "valid only for the callbacks of this task")
    .option("--label <text>", "label")
    .option("--seconds <number>", "lifetime in seconds", "3600")
    .action(
      commandAction<CreateTokenOptions>(async (context, { options }) => {
        const draft = draftOf(options);
        const weft = await context.weft();
        const owner = await findOwner(weft, options, context.signal);
        // A token for a task has no other permissions, regardless of its owner.
        const narrowed = options.task === undefined ? options : { ...options, preset: "callback" as const };
        const body = { ...draft, ...grantsFor(owner, narrowed) };
        const created = await weft.call("create-access-token", { body }, { signal: context.signal });
        context.print.note(`Token ${created.id} "${created.label}" ${describeEnd(created.expiresOn, new Date())}.`);
        context.print.note("It is shown only once.");
        context.print.result(created, () => created.accessToken);
      }),
    );
}

function draftOf({ task, label, seconds, preset, rights }: CreateTokenOptions) {
  if (!/^\d{1,9}$/.test(seconds)) throw usageError(`--seconds takes a number, not ${seconds}.`);
  if (task !== undefined && (preset !== undefined || rights !== undefined)) {
    throw usageError("--task already defines the permissions of the token.", "Omit --preset and --rights.");
  }
  return {
    expiresInSeconds: Number(seconds),
    ...(label === undefined ? {} : { label }),
    ...(task === undefined ? {} : { taskId: task }),
  };
}
