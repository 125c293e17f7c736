import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { pathExists } from "../../platform/existing-paths.ts";
import { packageFolder } from "../../platform/own-package.ts";
import { StartError } from "../../platform/start-error.ts";
import { findRunningProgram, type Reader, requireReachable } from "./running-program.ts";
import { environmentPath, environmentText, ServiceFiles, secretPath, unitPath } from "./service-files.ts";
import {
  accountName,
  dataFolderDefault,
  dataFolderOf,
  fillUnit,
  isUnchangedUnit,
  serviceName,
  settingsFolder,
} from "./service-unit.ts";

export interface InstallOptions {
  readonly dataDir?: string;
  readonly root?: string;
  readonly now?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly remove?: boolean;
}

/** Installs the program that is running as a service of systemd. Repeated, it changes only what differs. */
export async function installService(options: InstallOptions): Promise<void> {
  const root = resolve(options.root ?? "/");
  await requireMachine(options, root);
  const files = new ServiceFiles(root);
  const existing = await files.read(unitPath);
  if (options.remove === true) {
    await removeService(files, existing, options);
    return;
  }
  const dataFolder = options.dataDir ?? dataFolderOf(existing ?? "") ?? dataFolderDefault;
  const account = await files.findAccount();
  const program = await findRunningProgram(process.argv[1] ?? "", process.execPath);
  await requireReachable(program, root, account);
  await files.requireOwnData(dataFolder, account);
  const command = program.command.map((path) => (isBelow(root, path) ? join("/", relative(root, path)) : path));
  const template = await readFile(join(packageFolder, "dist/weft.service"), "utf8");
  const unit = fillUnit(template, { command, dataFolder });
  requireUnchanged(existing, unit, options);
  if (options.dryRun === true) {
    console.log(unit);
  }
  await runSteps(stepsOf({ files, dataFolder, unit, existing }, options), options);
  if (options.dryRun !== true) {
    console.log(nextSteps({ command, dataFolder, unit, existing }, options));
  }
}

async function requireMachine({ root: other, now, dryRun }: InstallOptions, root: string): Promise<void> {
  if (other !== undefined && now === true) {
    throw new StartError(
      `--now starts the service of this machine. Use systemctl --root=${root} enable ${serviceName}.`,
    );
  }
  if (!(await pathExists(join(root, "etc")))) {
    throw new StartError(`${root} has no folder etc. Name the root folder of a system with --root.`);
  }
  if (dryRun === true) {
    return;
  }
  if (process.getuid?.() !== 0) {
    throw new StartError("Run this command as root: it creates an account and writes to /etc. --dry-run shows how.");
  }
  if (other === undefined && !(await pathExists("/run/systemd/system"))) {
    throw new StartError(
      "systemd does not run on this machine. Let its service manager run weft serve, or name the folder of another " +
        "system with --root.",
    );
  }
}

function isBelow(folder: string, path: string): boolean {
  return !relative(folder, path).startsWith("..");
}

function requireUnchanged(existing: string | undefined, unit: string, { force }: InstallOptions): void {
  if (existing !== undefined && existing !== unit && !isUnchangedUnit(existing) && force !== true) {
    throw new StartError(
      `${unitPath} was changed, or was not written by this command. Move your changes to a drop-in ` +
        `(systemctl edit ${serviceName}), and repeat the command with --force: it replaces the file and keeps a copy.`,
    );
  }
}

interface Step {
  readonly what: string;
  isNeeded(): Promise<boolean>;
  apply(): Promise<void>;
}

interface Installation {
  readonly files: ServiceFiles;
  readonly dataFolder: string;
  readonly unit: string;
  readonly existing: string | undefined;
}

function stepsOf(installation: Installation, options: InstallOptions): readonly Step[] {
  const { files, unit, existing } = installation;
  return [
    {
      what: `Create the account ${accountName}.`,
      isNeeded: async () => (await files.findAccount()) === undefined,
      apply: () => files.makeAccount(),
    },
    ...folderSteps(installation),
    ...(existing === undefined || existing === unit || isUnchangedUnit(existing) ? [] : [copyStep(files, existing)]),
    {
      what: `Write the unit ${unitPath}.`,
      isNeeded: async () => existing !== unit,
      apply: async () => {
        await files.write(unitPath, unit, 0o644);
        if (options.root === undefined) await files.systemctl("daemon-reload");
      },
    },
    ...(options.now !== true ? [] : [isReplacing(installation) ? restartStep(files) : startStep(files)]),
  ];
}

/** systemctl start, and enable --now, leave a service alone that runs with the former unit. */
function isReplacing({ existing, unit }: Pick<Installation, "existing" | "unit">): boolean {
  return existing !== undefined && existing !== unit;
}

function folderSteps({ files, dataFolder }: Installation): readonly Step[] {
  const ofRoot = (account: Reader) => ({ ...account, uid: 0 });
  return [
    accessStep(files, { path: dataFolder, mode: 0o700, ownedBy: (account) => account }, () =>
      files.makeFolder(dataFolder),
    ),
    accessStep(files, { path: settingsFolder, mode: 0o750, ownedBy: ofRoot }, () => files.makeFolder(settingsFolder)),
    accessStep(files, { path: secretPath, mode: 0o640, ownedBy: ofRoot }, async () => {
      // A service that has run in this folder before has encrypted with its own.
      const own = await files.read(join(dataFolder, "secret"));
      await files.write(secretPath, own ?? `${randomBytes(32).toString("base64")}\n`, 0o600);
    }),
    accessStep(files, { path: environmentPath, mode: 0o640, ownedBy: ofRoot }, () =>
      files.write(environmentPath, environmentText, 0o600),
    ),
  ];
}

interface WantedAccess {
  readonly path: string;
  readonly mode: number;
  ownedBy(account: Reader): Reader;
}

/** Creates what is missing, and gives it its owner and permissions. What exists keeps its contents. */
function accessStep(files: ServiceFiles, wanted: WantedAccess, create: () => Promise<void>): Step {
  const { path, mode, ownedBy } = wanted;
  const exists = () => pathExists(files.path(path));
  return {
    what: `Create ${path}, if it does not exist, with the permissions ${mode.toString(8)}.`,
    isNeeded: async () => {
      const account = await files.findAccount();
      return account === undefined || !(await files.hasAccess(path, { ...ownedBy(account), mode }));
    },
    apply: async () => {
      if (!(await exists())) await create();
      const account = await files.findAccount();
      if (account === undefined) {
        throw new StartError(`The account ${accountName} is not in ${files.path("/etc/passwd")}. Create it there.`);
      }
      await files.setAccess(path, { ...ownedBy(account), mode });
    },
  };
}

function copyStep(files: ServiceFiles, existing: string): Step {
  const copy = `${unitPath}.${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "")}.bak`;
  return {
    what: `Keep a copy of the unit as ${copy}.`,
    isNeeded: async () => true,
    apply: () => files.write(copy, existing, 0o644),
  };
}

function startStep(files: ServiceFiles): Step {
  return {
    what: `Enable and start the service: systemctl enable --now ${serviceName}.`,
    isNeeded: async () =>
      (
        await Promise.all(
          ["is-enabled", "is-active"].map((verb) => files.systemctl(verb, serviceName).catch(() => "no")),
        )
      ).includes("no"),
    apply: async () => void (await files.systemctl("enable", "--now", serviceName)),
  };
}

function restartStep(files: ServiceFiles): Step {
  return {
    what: `Enable the service and start it with the new unit: systemctl restart ${serviceName}.`,
    isNeeded: async () => true,
    apply: async () => {
      await files.systemctl("enable", serviceName);
      await files.systemctl("restart", serviceName);
    },
  };
}

async function runSteps(steps: readonly Step[], { dryRun }: InstallOptions): Promise<void> {
  let count = 0;
  if (dryRun === true) {
    console.log("Nothing was changed. The steps would be:");
  }
  for (const { what, isNeeded, apply } of steps) {
    if (await isNeeded()) {
      count += 1;
      if (dryRun !== true) await apply();
      console.log(what);
    }
  }
  if (count === 0) {
    console.log("There is nothing to change.");
  }
}

interface Installed extends Pick<Installation, "dataFolder" | "unit" | "existing"> {
  readonly command: readonly string[];
}

function nextSteps({ command, dataFolder, ...units }: Installed, options: InstallOptions): string {
  const asService =
    `systemd-run --pipe --wait --quiet -p User=${accountName} -p WorkingDirectory=${settingsFolder} ` +
    `-p EnvironmentFile=-${environmentPath} -E DATA_DIR=${dataFolder} -E WEFT_SECRET_FILE=${secretPath}`;
  return [
    "",
    "Next:",
    `- Set WEFT_PUBLIC_URL in ${environmentPath}, then: systemctl restart ${serviceName}`,
    ...(options.now === true ? [] : [`- ${howToStart(units, options)}`]),
    `- Read its log: journalctl -u ${serviceName} -f`,
    `- Use ${dataFolder}/first-credentials.json, which the first start writes, to sign in.`,
    `- Store a copy of ${secretPath} elsewhere: backups do not contain it.`,
    `- Check it: ${asService} ${command.join(" ")} doctor`,
  ].join("\n");
}

function howToStart(units: Pick<Installation, "existing" | "unit">, { root }: InstallOptions): string {
  const enable =
    root === undefined ? `systemctl enable --now ${serviceName}` : `systemctl --root=${root} enable ${serviceName}`;
  return root === undefined && isReplacing(units)
    ? `Start the service with the new unit: systemctl restart ${serviceName}`
    : `Start the service, now and with the machine: ${enable}`;
}

/** Keeps everything that cannot be made again. */
async function removeService(
  files: ServiceFiles,
  existing: string | undefined,
  options: InstallOptions,
): Promise<void> {
  if (existing === undefined) {
    console.log(`There is no ${files.path(unitPath)} to remove.`);
    return;
  }
  requireUnchanged(existing, "", options);
  const remove: Step = {
    what: `Stop and disable the service, and remove ${unitPath}.`,
    isNeeded: async () => true,
    apply: async () => {
      await files.systemctl("disable", ...(options.root === undefined ? ["--now"] : []), serviceName);
      await rm(files.path(unitPath));
      if (options.root === undefined) await files.systemctl("daemon-reload");
    },
  };
  await runSteps(isUnchangedUnit(existing) ? [remove] : [copyStep(files, existing), remove], options);
  const dataFolder = dataFolderOf(existing) ?? dataFolderDefault;
  console.log(
    `Kept: the data in ${dataFolder}, the settings and the secret in ${settingsFolder}, and the account ${accountName}. ` +
      `To delete them too: rm -r ${dataFolder} ${settingsFolder} && userdel ${accountName}`,
  );
}
