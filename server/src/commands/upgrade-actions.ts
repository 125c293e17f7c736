import { join, resolve } from "node:path";
import { requireDatabase } from "../backup/make-backup.ts";
import { type Config, loadConfig } from "../config/config.ts";
import { formerNameOf, listOwnSettings, upgradePostgres, walBytes } from "../moving/upgrade-postgres.ts";
import {
  choosePostgres,
  type PostgresInstallation,
  type PostgresSurvey,
  upgradeCommand,
} from "../platform/database/embedded/choose-postgres.ts";
import { findLiveOwner, listHolders } from "../platform/database/embedded/data-folder.ts";
import { probePostgres } from "../platform/database/embedded/installed-postgres.ts";
import { type Account, choosePostgresAccount } from "../platform/database/embedded/postgres-account.ts";
import { readMajor } from "../platform/database/embedded/postgres-run.ts";
import { formatVersion } from "../platform/database/embedded/postgres-version.ts";
import { surveyPostgres } from "../platform/database/embedded/select-postgres.ts";
import { folderBytes, readDisks } from "../platform/disks.ts";
import { pathExists } from "../platform/existing-paths.ts";
import { StartError } from "../platform/start-error.ts";
import { CopyTally } from "./copy-tally.ts";

export interface UpgradeCommand {
  readonly from?: string;
}

/** Copies the embedded database to the major version that a new one would have. */
export async function runUpgrade(options: UpgradeCommand): Promise<void> {
  const config = loadConfig();
  if (config.databaseUrl !== undefined) {
    throw new StartError(
      "DATABASE_URL names a PostgreSQL that is not the service's own. Upgrade it with its own tools, or copy the service to a newer one: weft admin move",
    );
  }
  const { dataFolder } = config;
  // Also completes the last step of an upgrade that was interrupted.
  await requireDatabase(dataFolder);
  const place = join(dataFolder, "postgres");
  const major = (await readMajor(place)) ?? 0;
  const plan = await planUpgrade(config, major, options);
  if (plan === undefined) {
    return;
  }
  await requireStopped(place);
  await requireRoom(dataFolder, plan.from);
  const settings = await listOwnSettings(place);
  const began = Date.now();
  const tally = new CopyTally();
  console.log(
    `Copying the database from PostgreSQL ${describe(plan.from)} to ${describe(plan.to)}. It is only read: if this is interrupted, nothing has changed, and you can run it again.`,
  );
  await upgradePostgres({ folder: dataFolder, ...plan, onStep: (step) => tally.show(step) });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`\nUpgraded to PostgreSQL ${formatVersion(plan.to.version)} in ${seconds} s: ${tally.total}.`);
  console.log(formatNextSteps(dataFolder, plan.from, settings));
}

interface UpgradePlan {
  readonly from: PostgresInstallation;
  readonly to: PostgresInstallation;
}

/** Undefined if there is nothing to upgrade, which is printed. */
async function planUpgrade(config: Config, major: number, { from }: UpgradeCommand): Promise<UpgradePlan | undefined> {
  const account = choosePostgresAccount();
  const place = { account, folder: config.dataFolder };
  const to = choosePostgres(await surveyPostgres({ ...place, setting: config.postgresPrograms }), undefined);
  if ("refusal" in to) {
    throw new StartError(to.refusal);
  }
  if (to.version.major === major) {
    console.log(
      `The database is of PostgreSQL ${major}, and so is the one to upgrade to: ${describe(to)}. There is nothing to do. To upgrade to another one, set WEFT_POSTGRES_BIN to the folder with its programs, or to bundled.`,
    );
    return undefined;
  }
  if (to.version.major < major) {
    throw new StartError(
      `The database is of PostgreSQL ${major}, which is newer than ${describe(to)}. Set WEFT_POSTGRES_BIN to the folder with the programs of a newer one.`,
    );
  }
  const own =
    from === undefined
      ? findSource(await surveyPostgres({ ...place, setting: "" }), major)
      : await probeSource(resolve(from), account, major);
  return { from: own, to };
}

function findSource(survey: PostgresSurvey, major: number): PostgresInstallation {
  const found = choosePostgres(survey, major);
  if ("refusal" in found) {
    throw new StartError(
      `The database is of PostgreSQL ${major}. To read it, ${upgradeCommand} needs PostgreSQL ${major}, which is not installed on this machine. Install it, or name the folder with its programs: ${upgradeCommand} --from <folder>`,
    );
  }
  return found;
}

async function probeSource(folder: string, account: Account, major: number): Promise<PostgresInstallation> {
  const found = await probePostgres(folder, account);
  if (typeof found === "string") {
    throw new StartError(`--from: ${found}`);
  }
  if (found.version.major !== major) {
    throw new StartError(`--from: the database is of PostgreSQL ${major}, and ${describe(found)} cannot read it.`);
  }
  return found;
}

function describe({ version, folder, isIncluded }: PostgresInstallation): string {
  return `${formatVersion(version)} (${isIncluded ? "included" : folder})`;
}

async function requireStopped(place: string): Promise<void> {
  const owner = (await listHolders(place)).length > 0 ? await findLiveOwner(place) : undefined;
  if (owner !== undefined) {
    throw new StartError(
      `The database is in use by a service or another command (process ${owner}). Nothing was changed. Stop it, and run ${upgradeCommand} again.`,
    );
  }
}

/** The copy is at most as large as the database: the new one has no empty space in its tables. */
async function requireRoom(dataFolder: string, from: PostgresInstallation): Promise<void> {
  const former = join(dataFolder, formerNameOf(from));
  if (await pathExists(former)) {
    throw new StartError(
      `${former} exists: it is the database of an earlier upgrade. Nothing was changed. Delete or move it, and run ${upgradeCommand} again.`,
    );
  }
  const needed = (await folderBytes(join(dataFolder, "postgres", "base"))) + walBytes;
  const [disk] = await readDisks([dataFolder]);
  if (disk !== undefined && disk.freeBytes < needed) {
    const inMegabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
    throw new StartError(
      `There is too little space at ${dataFolder}: ${inMegabytes(disk.freeBytes)} MB are free, and the copy needs up to ${inMegabytes(needed)} MB. Nothing was changed. Free some space first.`,
    );
  }
}

function formatNextSteps(dataFolder: string, from: PostgresInstallation, settings: readonly string[]): string {
  const [current, former] = [join(dataFolder, "postgres"), join(dataFolder, formerNameOf(from))];
  const lost = settings.length === 0 ? [] : [`Not carried over, set with "alter system": ${settings.join("; ")}`];
  return [
    ...lost,
    "Next:",
    "1. Start the service, and run: weft doctor",
    "2. Make a backup: those from before can be restored only with the former PostgreSQL.",
    `3. When you no longer need the former database, delete it: rm -r ${former}`,
    `To go back instead, without what is written from now on: stop the service, rm -r ${current}, mv ${former} ${current}`,
  ].join("\n");
}
