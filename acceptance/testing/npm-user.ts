import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);

/** A command that runs until it is stopped. */
export interface RunningCommand {
  readonly address: string;
  /** Sends the signal to all of its processes, as a terminal does, and waits until they ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** A user with a new machine: Node, npm with an empty cache, and an empty home folder. */
export class NpmUser {
  readonly folder: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #running: ChildProcess[] = [];

  private constructor(folder: string, env: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.#env = env;
  }

  static async make(): Promise<NpmUser> {
    const folder = await mkdtemp(join(tmpdir(), "weft-npm-"));
    const home = join(folder, "home");
    await mkdir(home);
    const setting = async (name: string) => (await run("npm", ["config", "get", name])).stdout.trim();
    return new NpmUser(folder, {
      PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
      HOME: home,
      PORT: String(await freePort()),
      npm_config_cache: join(folder, "cache"),
      // How this machine reaches the registry of all packages but ours. A global installation elsewhere has no such file.
      npm_config_globalconfig: await setting("globalconfig"),
      npm_config_registry: await setting("registry"),
      npm_config_update_notifier: "false",
      npm_config_audit: "false",
      npm_config_fund: "false",
    });
  }

  async configureNpm(text: string): Promise<void> {
    await writeFile(join(this.folder, "home/.npmrc"), text);
  }

  /** Returns what the commands print. */
  async run(commands: string, folder: string): Promise<string> {
    const { stdout } = await run("bash", ["-euo", "pipefail", "-c", commands], {
      cwd: folder,
      env: this.#env,
      maxBuffer: 2 ** 26,
    });
    return stdout;
  }

  /** Starts a service and waits until it is ready. */
  async start(command: string, folder: string): Promise<RunningCommand> {
    const child = spawn("bash", ["-c", command], {
      cwd: folder,
      env: this.#env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#running.push(child);
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (printed += text));
    await waitUntil("it is ready", () => /ready at \S+/.test(printed) || child.exitCode !== null, 240_000);
    const address = /ready at (\S+)/.exec(printed)?.[1];
    if (address === undefined) throw new Error(`${command} ended with ${child.exitCode}:\n${printed}`);
    return { address, end: (signal) => endGroup(child, signal) };
  }

  async remove(): Promise<void> {
    await Promise.all(this.#running.map((child) => endGroup(child, "SIGTERM")));
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function endGroup(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const group = -(child.pid ?? 0);
  if (!isRunning(group)) return;
  process.kill(group, signal);
  await waitUntil("its processes ended", () => !isRunning(group), 60_000);
}

function isRunning(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}
