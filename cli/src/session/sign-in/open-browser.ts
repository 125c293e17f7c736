import { spawn } from "node:child_process";
import type { Terminal } from "../../frame/terminal.ts";

type Surroundings = Pick<Terminal, "env" | "platform">;

/** Whether a browser on this machine would be seen by whoever typed the command. */
export function canOpenBrowser({ env, platform }: Surroundings): boolean {
  if (platform === "win32" || platform === "darwin") return !env["SSH_CONNECTION"];
  return Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"]);
}

/** As well as it goes: the address is printed too, so that nothing depends on it. */
export function openBrowser({ env, platform }: Surroundings, url: string): void {
  const [program, ...args] = opener(platform);
  const child = spawn(program, [...args, url], { env, stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

function opener(platform: NodeJS.Platform): readonly [string, ...string[]] {
  switch (platform) {
    case "darwin":
      return ["open"];
    case "win32":
      // What start does; start itself is a word of the shell, which would read the & of the address.
      return ["rundll32", "url.dll,FileProtocolHandler"];
    default:
      return ["xdg-open"];
  }
}
