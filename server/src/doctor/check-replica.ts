import type { Config } from "../config/config.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { maskUrl } from "../platform/parse-url.ts";
import { readReplicaState } from "./database-look-store.ts";
import { type Check, type CheckResult, explainError, fault, ok, skipped } from "./finding.ts";

export function checkReplica({ databaseReplicaUrl }: Config): Check {
  return {
    name: "replica",
    look: async (signal) =>
      databaseReplicaUrl === undefined
        ? [skipped("DATABASE_REPLICA_URL is not set: all reads use the primary.")]
        : [await lookAtReplica(databaseReplicaUrl, signal)],
  };
}

async function lookAtReplica(connectionString: string, signal: AbortSignal): Promise<CheckResult> {
  const db = new PostgresDatabase({
    connectionString,
    connectionsMax: 1,
    applicationName: "weft-doctor",
    acceptsStandby: true,
  });
  const close = () => void db.close().catch(() => {});
  signal.addEventListener("abort", close, { once: true });
  const place = maskUrl(connectionString);
  try {
    const { isReplica, isStreaming } = await readReplicaState(db);
    if (!isReplica) {
      return fault(`${place} is not a replica, so it is not used.`, "Set the URL of a replica, or remove the setting.");
    }
    return isStreaming
      ? ok(`The replica at ${place} follows its primary.`)
      : fault(
          `The replica at ${place} receives nothing from its primary, so it is not used.`,
          "Check its log: primary_conninfo, the primary's pg_hba.conf and max_wal_senders.",
        );
  } catch (error) {
    return fault(
      `The replica at ${place} cannot be used: ${explainError(error)}`,
      "Check DATABASE_REPLICA_URL. Until the replica is available, all reads use the primary.",
    );
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}
