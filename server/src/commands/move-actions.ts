import { join } from "node:path";
import { requireDatabase } from "../backup/make-backup.ts";
import { type Config, loadConfig } from "../config/config.ts";
import { type DatabaseAccess, joinDatabase } from "../config/open-database.ts";
import type { MoveStep } from "../moving/copy-all.ts";
import { cancelMove, moveDatabase } from "../moving/move-database.ts";
import { acceptClosed } from "../platform/database/database-url.ts";
import { waitForDatabase } from "../platform/database/wait-for-database.ts";
import { maskUrl } from "../platform/parse-url.ts";
import { StartError } from "../platform/start-error.ts";
import { CopyTally } from "./copy-tally.ts";
import { recordInEveryOrg } from "./operator-act.ts";

export interface MoveCommand {
  readonly to?: string;
  readonly cancel?: boolean;
  readonly yes?: boolean;
}

/** Moves the service to the database of --to or DATABASE_MOVE_URL, or cancels that. */
export async function runMove({ to, cancel = false, yes = false }: MoveCommand): Promise<void> {
  const given = loadConfig(to === undefined ? {} : { DATABASE_MOVE_URL: to });
  const config = { ...given, databaseUrl: given.databaseUrl && acceptClosed(given.databaseUrl) };
  if (config.databaseUrl === undefined) {
    await requireDatabase(config.dataFolder);
  }
  const access = await joinDatabase(config);
  try {
    const source = { ...access, ownerConnectionString: acceptClosed(access.ownerConnectionString) };
    if (cancel) {
      const hadEnded = await cancelMove(source, { evenIfMoved: yes });
      const copy = hadEnded
        ? "The copy is complete, and nodes could write to it: drop it."
        : "The copy is incomplete: drop it.";
      console.log(`The move is canceled. Nodes write to this database again. ${copy}`);
    } else {
      await move(config, source, to);
    }
  } finally {
    await access.close();
  }
}

async function move(config: Config, source: DatabaseAccess, to: string | undefined): Promise<void> {
  if (config.databaseMoveUrl === undefined) {
    throw new StartError(
      "Name the database to move to with --to, or with DATABASE_MOVE_URL or DATABASE_MOVE_URL_FILE, which keep its password out of the list of processes.",
    );
  }
  const targetUrl = acceptClosed(config.databaseMoveUrl);
  await requireTarget(targetUrl);
  if (to !== undefined && maskUrl(to).includes(":***@")) {
    console.error(
      "Warning: other users of this machine can see the password in the list of processes. Use DATABASE_MOVE_URL_FILE.",
    );
  }
  const place = maskUrl(targetUrl);
  const tally = new CopyTally();
  let isClosed = false;
  const onStep = (step: MoveStep) => {
    if (step.kind === "closed") {
      isClosed = true;
      console.log(
        "Writes are refused from now on, and nodes serve reads. To let them write again: weft admin move --cancel",
      );
    } else {
      tally.show(step);
    }
  };
  const began = Date.now();
  try {
    await moveDatabase({ source, targetUrl, onBegin: () => recordMove(config), onStep });
  } catch (error) {
    if (isClosed) {
      console.error(
        "The move has not ended, and writes are still refused. Run it again to continue, or with --cancel.",
      );
    }
    throw error;
  }
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`\nMoved to ${place} in ${seconds} s: ${tally.total}.\n\n${formatNextSteps(config, place)}`);
}

/** Recorded before the database is closed. The copy also contains the entry. */
export function recordMove(config: Config): Promise<void> {
  return recordInEveryOrg(config, { action: "database.move", target: { type: "database" } });
}

async function requireTarget(url: string): Promise<void> {
  try {
    await waitForDatabase({ url, waitMs: 0 });
  } catch (error) {
    throw error instanceof StartError
      ? new StartError(error.message.replaceAll("DATABASE_URL", "the URL of the target"), { cause: error })
      : error;
  }
}

function formatNextSteps(config: Config, place: string): string {
  const { dataFolder, databaseUrl, secrets, s3 } = config;
  const isEmbedded = databaseUrl === undefined;
  const settings = [
    `DATABASE_URL_FILE=<a file with the URL of ${place}>, or DATABASE_URL`,
    secrets === undefined
      ? `WEFT_SECRET_FILE=${join(dataFolder, "secret")}: without this secret, stored secrets cannot be decrypted`
      : "WEFT_SECRET as before: stored secrets are encrypted with it",
    s3 === undefined
      ? `DATA_DIR=${dataFolder} as before: ${join(dataFolder, "files")} has the contents of files. Nodes on other machines need the same folder, or S3`
      : "S3_… as before: the bucket has the contents of files",
  ];
  const former = isEmbedded ? `remove ${join(dataFolder, "postgres")}` : "drop the former database";
  return [
    "Next:",
    "1. Stop all nodes. They serve reads of the former database, and refuse writes.",
    "2. Set on every node:",
    ...settings.map((setting) => `     ${setting}`),
    "   Nodes with a role that does not own the database also need DATABASE_OWNER_URL and: weft migrate --grants <role>",
    "3. Start the nodes, and run: weft doctor",
    `4. Make a backup, and ${former} when you no longer need it.`,
    "To stay on the former database instead, before you start a node on the new one: weft admin move --cancel --yes",
  ].join("\n");
}
