import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { formatDelivery } from "./format-delivery.ts";

export function deliveryCommand(): Command {
  return defineCommand("delivery", {
    description: "Show a delivery: its message, and each attempt with its answer",
    examples: ["weft webhooks delivery <id>", "weft webhooks delivery <id> --json"],
  })
    .argument("<id>", "the delivery's id, as weft webhooks deliveries lists it")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const delivery = await weft.call("get-webhook-delivery", { params: { id } }, { signal: context.signal });
        context.print.result(delivery, () => formatDelivery(delivery, context.print.style));
      }),
    );
}
