import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { formatDelivery } from "./format-delivery.ts";

export function deliveryCommand(): Command {
  return defineCommand("delivery", {
    description: "Show a delivery: its message, attempts and responses",
    examples: ["weft webhooks delivery <id>", "weft webhooks delivery <id> --json"],
  })
    .argument("<id>", "delivery id, from weft webhooks deliveries")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const delivery = await weft.call("get-webhook-delivery", { params: { id } }, { signal: context.signal });
        context.print.result(delivery, () => formatDelivery(delivery, context.print.style));
      }),
    );
}
