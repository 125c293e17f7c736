import type { Command } from "commander";
import { confirm } from "../../frame/confirm.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { safeText } from "../../output/safe-text.ts";

interface RevokeOptions extends SharedOptions {
  readonly yes?: boolean;
}

export function revokeKeyCommand(): Command {
  return defineCommand("revoke", {
    description: "Revoke a key now. It remains in the list",
    examples: ["weft keys revoke <id>", "weft keys revoke <id> --yes"],
  })
    .argument("<id>", "key id, from weft keys list")
    .option("-y, --yes", "skip confirmation")
    .action(
      commandAction<RevokeOptions>(async (context, { args: [id = ""], options }) => {
        const weft = await context.weft();
        const { signal } = context;
        if (options.yes !== true) {
          const { label, secretHint } = await weft.call("get-api-key", { params: { id } }, { signal });
          await confirm(context, `Revoke the key "${label}" (${secretHint})? This cannot be undone.`);
        }
        const revoked = await weft.call("revoke-api-key", { params: { id } }, { signal });
        context.print.result(revoked, () =>
          safeText(`Revoked ${revoked.id} "${revoked.label}" (${revoked.secretHint}).`),
        );
      }),
    );
}
