import { type Command, Option } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { pluralize } from "../../output/amounts.ts";
import { readMoment } from "./read-moment.ts";

interface ReplayOptions extends SharedOptions {
  readonly since?: string;
  readonly until?: string;
  readonly status?: "delivered" | "parked";
  readonly dryRun?: boolean;
}

export function replayCommand(): Command {
  return defineCommand("replay", {
    description: "Replay one delivery, or all deliveries of a webhook since a time",
    examples: [
      "weft webhooks replay <delivery id>",
      "weft webhooks replay --since 2h <webhook id>",
      "weft webhooks replay --since 2026-03-01 --status parked --dry-run <webhook id>",
    ],
  })
    .argument("<id>", "delivery id; with --since a webhook id")
    .option("--since <time>", "2h, 3d or a date: deliveries from then on")
    .option("--until <time>", "with --since: before this time")
    .addOption(
      new Option("--status <which>", "with --since: only deliveries with this status").choices(["delivered", "parked"]),
    )
    .option("--dry-run", "with --since: only show the count")
    .action(
      commandAction<ReplayOptions>(async (context, { args: [id = ""], options }) => {
        await (options.since === undefined ? replayOne(context, id, options) : replaySince(context, id, options));
      }),
    );
}

async function replayOne(context: Context, id: string, { until, status, dryRun }: ReplayOptions): Promise<void> {
  if (until !== undefined || status !== undefined || dryRun !== undefined) {
    throw usageError("--until, --status and --dry-run require --since and a webhook id.");
  }
  const weft = await context.weft();
  const delivery = await weft.call("replay-webhook-delivery", { params: { id } }, { signal: context.signal });
  context.print.result(delivery, () => `The delivery ${id} is ${delivery.status} and will be sent again.`);
}

async function replaySince(context: Context, id: string, options: ReplayOptions): Promise<void> {
  const { since = "", until, status, dryRun = false } = options;
  const now = Date.now();
  const body = {
    since: readMoment("--since", since, now),
    ...(until === undefined ? {} : { until: readMoment("--until", until, now) }),
    ...(status === undefined ? {} : { statuses: [status] }),
    ...(dryRun ? { dryRun } : {}),
  };
  const weft = await context.weft();
  const replayed = await weft.call("replay-webhook", { params: { id }, body }, { signal: context.signal });
  const deliveries = pluralize(replayed.count, "delivery", "deliveries");
  context.print.result(replayed, () => `${deliveries} ${dryRun ? "would be" : "will be"} sent again.`);
}
