import { Argument, type Command } from "commander";
import { commandAction, defineCommand } from "../frame/define-command.ts";
import { completionScripts, isShell } from "./completion/completion-scripts.ts";

export function completionCommand(): Command {
  return defineCommand("completion", {
    description: "Print a shell completion script",
    examples: [
      "weft completion bash > ~/.local/share/bash-completion/completions/weft",
      "weft completion zsh > ~/.zfunc/_weft",
      "weft completion fish > ~/.config/fish/completions/weft.fish",
    ],
  })
    .addArgument(new Argument("<shell>", "shell to complete in").choices(Object.keys(completionScripts)))
    .action(
      commandAction(async ({ print }, { args: [shell = ""] }) => {
        if (isShell(shell)) print.result({ shell, script: completionScripts[shell] }, () => completionScripts[shell]);
      }),
    );
}
