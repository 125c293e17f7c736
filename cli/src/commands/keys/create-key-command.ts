import type { CreatedApiKey } from "@weft/client";
import { type Command, Option } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand, withFormerOption } from "../../frame/define-command.ts";
import { describeEnd } from "../whoami/describe-caller.ts";
import { describeRight } from "../whoami/describe-right.ts";
import { findOwner, type Owner } from "./find-owner.ts";
import { type GrantOptions, grantsFor, withGrantOptions } from "./grant-options.ts";

interface CreateKeyOptions extends SharedOptions, GrantOptions {
  readonly label?: string;
  readonly expires?: string;
  readonly rateLimit?: string;
  readonly allow?: string[];
}

/** Creates a key; only the key goes to standard output: KEY=$(weft getApiKey --app erp). */
export function createKeyCommand(name: string, { isAppRequired }: { readonly isAppRequired: boolean }): Command {
  const typed = isAppRequired ? `weft ${name}` : `weft keys ${name}`;
  const command = defineCommand(name, {
    description: `Create a key${isAppRequired ? " for an app" : " for an app or yourself"}. It is shown only once`,
    examples: [
      `${typed} --app erp`,
      `KEY=$(${typed} --app erp --label production --expires 90)`,
      `${typed} --app warehouse --preset read-only --expires 2027-01-31 --rate-limit 50`,
      `${typed} --app erp --allow 203.0.113.7 198.51.100.0/24`,
      ...(isAppRequired ? [] : [`${typed} --label laptop`]),
    ],
  });
  const app = new Option("--app <name>", "app that owns the key; created if it does not exist");
  command.addOption(app.makeOptionMandatory(isAppRequired));
  if (!isAppRequired) command.option("--user <email>", "user that owns the key. Default without --app: you.");
  withFormerOption(command, "--rate <number>", "rateLimit");
  return withGrantOptions(command)
    .option("--label <text>", "label, such as the environment that uses it")
    .option("--expires <date or days>", "expiry. Default: never.")
    .option("--allow <address...>", "allowed addresses or ranges. Default: any.")
    .option("--rate-limit <number>", "requests per second. Default: set by the operator.")
    .action(
      commandAction<CreateKeyOptions>(async (context, { options }) => {
        const draft = draftOf(options);
        const weft = await context.weft();
        const owner = await findOwner(weft, options, context.signal);
        const body = { ...draft, ...grantsFor(owner, options) };
        const created = await weft.call("create-api-key", { body }, { signal: context.signal });
        printKey(context, created, owner);
        context.print.result(created, () => created.apiKey);
      }),
    );
}

/** Validated before anything is created: an invalid option must not leave an app behind. */
function draftOf({ label, expires, rateLimit, allow }: CreateKeyOptions) {
  return {
    ...(allow === undefined ? {} : { allowedAddresses: allow }),
    ...(label === undefined ? {} : { label }),
    ...(expires === undefined ? {} : { expiresOn: readEnd(expires, new Date()) }),
    ...(rateLimit === undefined ? {} : { ratePerSecond: readRate(rateLimit) }),
  };
}

function printKey({ print }: Context, key: CreatedApiKey, owner: Owner): void {
  if (owner.type === "app" && owner.isNew) print.note(`Created the app ${owner.name}.`);
  const rights = key.rights?.map(describeRight).join("; ");
  const may = key.preset === null ? (rights ?? "do what the user may do") : `do what the preset ${key.preset} allows`;
  print.note(`Key ${key.id} "${key.label}" may ${may}. It ${describeEnd(key.expiresOn ?? undefined, new Date())}.`);
  print.note("The key is shown only once: store it as a secret.");
}

function readRate(text: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(text))
    throw usageError(`--rate-limit takes requests per second such as 50, not ${text}.`);
  return Number(text);
}

const dayMs = 86_400_000;

/** A number of days from now, or a date, as a time in UTC. */
export function readEnd(text: string, now: Date): string {
  const days = /^(\d{1,5})d?$/.exec(text)?.[1];
  const end = days === undefined ? readDate(text) : new Date(now.getTime() + Number(days) * dayMs);
  if (end === undefined) throw usageError(`${text} is neither a date such as 2027-01-31 nor a number of days.`);
  if (end <= now) throw usageError(`${text} is not in the future.`);
  return end.toISOString();
}

function readDate(text: string): Date | undefined {
  const date = /^\d{4}-\d\d-\d\d(?:T\S+)?$/.test(text) ? new Date(text) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
}
