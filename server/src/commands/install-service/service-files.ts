import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { errorCodeOf, unlessMissing } from "../../platform/error-code.ts";
import { StartError } from "../../platform/start-error.ts";
import type { Reader } from "./running-program.ts";
import { accountName, dataFolderDefault, serviceName, settingsFolder } from "./service-unit.ts";

const run = promisify(execFile);
export const unitPath = `/etc/systemd/system/${serviceName}.service`;
export const secretPath = `${settingsFolder}/secret`;
export const environmentPath = `${settingsFolder}/weft.env`;

/** The first settings that a service needs. Without them it is reachable from its machine only. */
export const environmentText = `# Settings of the service, one NAME=value in each line; the guide "Configuration" lists them.
# After a change: systemctl restart ${serviceName}
#WEFT_PUBLIC_URL=https://weft.example.com
#TRUST_PROXY=127.0.0.1
`;

/** The files of a machine, or of another system below a folder. */
export class ServiceFiles {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  path(path: string): string {
    return join(this.root, path);
  }

  async read(path: string): Promise<string | undefined> {
    return readFile(this.path(path), "utf8").catch((error: unknown) => unlessMissing(explainDenied(error, path)));
  }

  /** Appears with its content, and replaces a link instead of what it leads to. */
  async write(path: string, text: string, mode: number): Promise<void> {
    const part = `${this.path(path)}.${randomBytes(6).toString("hex")}.part`;
    await mkdir(dirname(part), { recursive: true });
    await writeFile(part, text, { mode, flag: "wx" });
    await chmod(part, mode);
    await rename(part, this.path(path));
  }

  async hasAccess(path: string, expected: Access): Promise<boolean> {
    const found = await this.#look(path);
    return (
      found !== undefined &&
      (found.mode & 0o777) === expected.mode &&
      found.uid === expected.uid &&
      found.gid === expected.gid
    );
  }

  async makeFolder(path: string): Promise<void> {
    await mkdir(this.path(path), { recursive: true });
  }

  async setAccess(path: string, { uid, gid, mode }: Access): Promise<void> {
    await chown(this.path(path), uid, gid);
    await chmod(this.path(path), mode);
  }

  /** Data that another account wrote would be only half readable. */
  async requireOwnData(folder: string, account: Reader | undefined): Promise<void> {
    const found = await this.#look(folder);
    if (found === undefined || found.uid === account?.uid || (await readdir(this.path(folder))).length === 0) {
      return;
    }
    throw new StartError(
      `${folder} has data of another account (user id ${found.uid}). Stop the service that uses it, and run ` +
        `chown -R ${accountName}:${accountName} ${folder} after the account exists, or choose another --data-dir.`,
    );
  }

  async findAccount(): Promise<Reader | undefined> {
    const line = (await this.read("/etc/passwd"))?.split("\n").find((entry) => entry.startsWith(`${accountName}:`));
    const [, , uid, gid] = line?.split(":") ?? [];
    return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
  }

  async makeAccount(): Promise<void> {
    const description = `u ${accountName} - "Weft" ${dataFolderDefault}`;
    await runTool("systemd-sysusers", [`--root=${this.root}`, "--inline", description]);
  }

  /** Of the running systemd, or on the files of the other system. */
  async systemctl(...args: readonly string[]): Promise<string> {
    return runTool("systemctl", this.root === "/" ? args : [`--root=${this.root}`, ...args]);
  }

  async #look(path: string) {
    return lstat(this.path(path)).catch((error: unknown) => unlessMissing(explainDenied(error, path)));
  }
}

export interface Access extends Reader {
  readonly mode: number;
}

function explainDenied(error: unknown, path: string): unknown {
  return errorCodeOf(error) === "EACCES"
    ? new StartError(`${path} cannot be read. Run this command as root, also with --dry-run.`)
    : error;
}

async function runTool(name: string, args: readonly string[]): Promise<string> {
  try {
    return (await run(name, args)).stdout.trim();
  } catch (error) {
    const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    throw new StartError(`${[name, ...args].join(" ")} failed: ${output || errorCodeOf(error)}`, { cause: error });
  }
}
