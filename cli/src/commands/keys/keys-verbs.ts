import type { CreatedApiKey } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import { confirm } from "../../frame/confirm.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { safeText } from "../../output/safe-text.ts";
import { replaceKey } from "../../session/replace-key.ts";
import { describeEnd } from "../whoami/describe-caller.ts";
import { createKeyCommand } from "./create-key-command.ts";

export function keysVerbs(): Command[] {
  return [createKeyCommand("create", { isAppRequired: false }), rotateKeyCommand(), revokeKeyCommand()];
}

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

interface RotateOptions extends SharedOptions {
  readonly overlap: string;
}

export function rotateKeyCommand(): Command {
  return defineCommand("rotate", {
    description: "Rotate a key; the old key stays valid for a while",
    examples: ["weft keys rotate <id>", "KEY=$(weft keys rotate <id> --overlap 3600)"],
  })
    .argument("<id>", "key id, from weft keys list")
    .option("--overlap <seconds>", "how long the old key stays valid", "86400")
    .action(
      commandAction<RotateOptions>(async (context, { args: [id = ""], options }) => {
        const body = { overlapSeconds: readSeconds(options.overlap) };
        const weft = await context.weft();
        const isOwn = await isKeyInUse(context, id);
        const created = await weft.call("rotate-api-key", { params: { id }, body }, { signal: context.signal });
        if (isOwn) await useFromNowOn(context, created);
        context.print.note(`Key ${created.id} replaces ${id}, which expires in ${body.overlapSeconds} seconds.`);
        context.print.note(`The new key ${describeEnd(created.expiresOn ?? undefined, new Date())}.`);
        context.print.result(created, () => created.apiKey);
      }),
    );
}

/** Whether the current profile would be locked out when the old key expires. */
async function isKeyInUse(context: Context, id: string): Promise<boolean> {
  const { weft, stored } = await context.session();
  if (stored?.apiKey === undefined) return false;
  const { credential } = await weft.call("whoami", {}, { signal: context.signal });
  return credential.id === id;
}

async function useFromNowOn(context: Context, { apiKey, expiresOn }: CreatedApiKey): Promise<void> {
  const { profile = "" } = await context.session();
  replaceKey(context.terminal, profile, { apiKey, expiresOn });
  context.print.note(`The profile ${profile} now uses the new key.`);
}

function readSeconds(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw usageError(`--overlap takes a number of seconds, not ${text}.`);
  return Number(text);
}
