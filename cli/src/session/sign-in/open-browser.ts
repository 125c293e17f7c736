import { spawn } from "node:child_process";
import type { Terminal } from "../../frame/terminal.ts";

type Surroundings = Pick<Terminal, "env" | "platform">;

/** Whether a browser on this machine is visible to the user. */
export function canOpenBrowser({ env, platform }: Surroundings): boolean {
  if (platform === "win32" || platform === "darwin") return !env["SSH_CONNECTION"];
  return Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"]);
}

/** Best effort: the URL is printed too. */
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
      // What start does; start itself is a shell command, which would interpret the & of the URL.
      return ["rundll32", "url.dll,FileProtocolHandler"];
    default:
      return ["xdg-open"];
  }
}
