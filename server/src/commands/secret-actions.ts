import { loadConfig } from "../config/config.ts";
import { pluralize } from "../platform/amounts.ts";
import { invalidRequest } from "../platform/errors.ts";
import { silentSecondsDefault } from "../platform/jobs/node-heartbeat.ts";
import { countSeals } from "../platform/secrets/count-seals.ts";
import { continueRotation, startRotation } from "../platform/secrets/rotate-secrets.ts";
import type { SealedTable } from "../platform/secrets/sealed-table.ts";
import {
  findRotation,
  forgetAllSecrets,
  listNodeSecrets,
  lockServiceSecrets,
  noteServiceSecrets,
  type RotationRow,
} from "../platform/secrets/service-secret-store.ts";
import { recordInEveryOrg, withDatabase, withMigratedDatabase } from "./operator-act.ts";

/** Enough to compare two fingerprints by eye. */
const shownLength = 8;
const shown = (fingerprint: string | undefined) => fingerprint?.slice(0, shownLength) ?? "unknown";

/** Which secrets the configuration, the nodes and the stored values use, by their fingerprints. */
export async function showStatus(tables: readonly SealedTable[]): Promise<void> {
  await withMigratedDatabase(loadConfig(), async ({ db, secrets }) => {
    const [current, ...former] = secrets.fingerprints;
    console.log(`current secret   ${shown(current)}`);
    console.log(`former secrets   ${former.length === 0 ? "none" : former.map(shown).join(", ")}`);
    for (const { id, fingerprints } of await listNodeSecrets(db, silentSecondsDefault)) {
      console.log(`node ${id}   encrypts with ${shown(fingerprints?.[0])}`);
    }
    for (const table of tables) {
      const counts = await countSeals(db, secrets, table);
      const all = `${counts.current} current, ${counts.former} former, ${counts.unreadable} unreadable`;
      console.log(`${table.table}: ${all}`);
    }
    const rotation = await findRotation(db);
    console.log(rotation === undefined ? "No rotation has been started." : describeRotation(rotation));
  });
}

function describeRotation(rotation: RotationRow): string {
  const { target, started_on, finished_on, pass, read_count, row_count, resealed_count, unreadable_count } = rotation;
  const resealed = `${pluralize(resealed_count, "stored secret")} encrypted again`;
  const unreadable = unreadable_count === 0 ? "" : `, ${unreadable_count} could not be decrypted`;
  return finished_on === null
    ? `Rotation to ${shown(target)}, started ${started_on.toISOString()}: pass ${pass}, ${read_count} of ${row_count} rows, ${resealed}${unreadable}.`
    : `Rotation to ${shown(target)} finished ${finished_on.toISOString()}: ${resealed}${unreadable}.`;
}

export interface RotateOptions {
  readonly background?: boolean;
}

const progressMs = 1_000;

/** Works on the rotation itself. If it is interrupted, the running nodes continue within a minute. */
export async function rotate({ background }: RotateOptions, tables: readonly SealedTable[]): Promise<void> {
  const config = loadConfig();
  await withMigratedDatabase(config, async ({ db, secrets }) => {
    await startRotation({ db, secrets, tables });
  });
  await recordInEveryOrg(config, { action: "service-secret.rotate", target: { type: "service-secret" } });
  if (background === true) {
    console.log("The running nodes begin within a minute. Follow the progress with: weft admin secrets status");
    return;
  }
  await withDatabase(config, async ({ db, secrets }) => {
    let shownAt = Date.now();
    const onProgress = (rotation: RotationRow) => {
      if (Date.now() - shownAt >= progressMs) {
        shownAt = Date.now();
        console.log(describeRotation(rotation));
      }
    };
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    process.once("SIGINT", stop).once("SIGTERM", stop);
    const rotation = await continueRotation({ db, secrets, tables }, { onProgress, stopping: stopping.signal });
    process.off("SIGINT", stop).off("SIGTERM", stop);
    console.log(describeOutcome(rotation));
  });
}

/** Undefined if another rotation has replaced it: then former secrets are still needed. */
export function describeOutcome(rotation: RotationRow | undefined): string {
  if (rotation === undefined) {
    return "The rotation was replaced by one to another secret. Keep all secrets in WEFT_SECRET, and run weft admin secrets status.";
  }
  const advice =
    rotation.finished_on === null
      ? "Interrupted. The running nodes continue within a minute; or run the command again."
      : "You can now remove the former secrets from WEFT_SECRET on every node.";
  return `${describeRotation(rotation)}\n${advice}`;
}

/** For a lost secret: the database accepts the configured one, and what it cannot decrypt must be saved again. */
export async function reset({ yes }: { readonly yes?: boolean }): Promise<void> {
  if (yes !== true) {
    throw invalidRequest(
      "Stored secrets that WEFT_SECRET cannot decrypt will have to be saved again: client secrets of single sign-on, secrets of webhooks and workflows. Run the command again with --yes.",
    );
  }
  const config = loadConfig();
  await withMigratedDatabase(config, async ({ db, secrets }) => {
    await db.transaction(async (tx) => {
      await lockServiceSecrets(tx);
      await forgetAllSecrets(tx);
      await noteServiceSecrets(tx, secrets.fingerprints);
    });
  });
  await recordInEveryOrg(config, { action: "service-secret.reset", target: { type: "service-secret" } });
  console.log("The database accepts this WEFT_SECRET. weft doctor lists what must be saved again.");
}
