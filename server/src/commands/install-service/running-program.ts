import { access, realpath, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pathExists } from "../../platform/existing-paths.ts";
import { packageFolder } from "../../platform/own-package.ts";
import { StartError } from "../../platform/start-error.ts";
import { accountName } from "./service-unit.ts";

/** The program that is running, as a service would start it again. */
export interface RunningProgram {
  readonly command: readonly string[];
  /** Examples of what it reads, each in another place. */
  readonly files: readonly string[];
}

const scriptOfArchive = "/lib/node_modules/@weft/cli/bin/weft.mjs";
// The unit's ProtectHome and PrivateTmp hide them from the service.
const hiddenFolders = ["/home", "/root", "/run/user", "/tmp", "/var/tmp"];

/** An archive is started by its own command, which keeps a link to its folder in the path; otherwise Node starts a script. */
export async function findRunningProgram(script: string, node: string): Promise<RunningProgram> {
  const folder = script.endsWith(scriptOfArchive) ? script.slice(0, -scriptOfArchive.length) : undefined;
  if (folder !== undefined && (await pathExists(join(folder, "node/bin/node")))) {
    const command = join(folder, "bin/weft");
    return { command: [command], files: [command, node, script] };
  }
  return { command: [node, script], files: [node, script, join(packageFolder, "package.json")] };
}

export interface Reader {
  readonly uid: number;
  readonly gid: number;
}

/** Below the root folder the paths are those of the service. Without a reader, what every account may do decides. */
export async function requireReachable(program: RunningProgram, root: string, reader?: Reader): Promise<void> {
  for (const file of program.files) {
    const barrier = (await findBarrier(file, root, reader)) ?? (await findBarrier(await realpath(file), root, reader));
    if (barrier !== undefined) {
      throw new StartError(
        `The service cannot use ${file}: ${barrier}. Move the folder of the program, or of Node, to a place that every ` +
          "account may enter, such as /opt, and run this command from there. The archive of Weft contains Node.",
      );
    }
  }
}

/** Why the account cannot read the file, if so. */
async function findBarrier(file: string, root: string, reader?: Reader): Promise<string | undefined> {
  await access(file);
  const seen = join("/", relative(root, file));
  const hidden = hiddenFolders.find((folder) => seen.startsWith(`${folder}/`));
  if (hidden !== undefined) {
    return `the unit hides ${hidden} from it`;
  }
  for (let folder = dirname(file); folder !== root && folder !== "/"; folder = dirname(folder)) {
    if (!(await isAllowed(folder, 0o1, reader))) {
      return `the account ${accountName} may not enter ${folder}`;
    }
  }
  return (await isAllowed(file, 0o4, reader)) ? undefined : `the account ${accountName} may not read it`;
}

/** By the permissions of the owner, the group or others, in the way that the system chooses between them. */
async function isAllowed(path: string, bit: number, reader?: Reader): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const shift = reader?.uid === uid ? 6 : reader?.gid === gid ? 3 : 0;
  return ((mode >> shift) & bit) !== 0;
}
