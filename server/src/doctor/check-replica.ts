import type { Config } from "../config.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { readReplicaState } from "./database-look-store.ts";
import { explainError } from "./explain-error.ts";
import { type Check, type CheckResult, fault, ok, skipped } from "./finding.ts";
import { maskUrl } from "./mask-secrets.ts";

export function checkReplica({ databaseReplicaUrl }: Config): Check {
  return {
    name: "replica",
    look: async (signal) =>
      databaseReplicaUrl === undefined
        ? [skipped("DATABASE_REPLICA_URL is not set: everything is read from the primary.")]
        : [await lookAtReplica(databaseReplicaUrl, signal)],
  };
}

async function lookAtReplica(connectionString: string, signal: AbortSignal): Promise<CheckResult> {
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-doctor" });
  const close = () => void db.close().catch(() => {});
  signal.addEventListener("abort", close, { once: true });
  const place = maskUrl(connectionString);
  try {
    const { isReplica, isStreaming } = await readReplicaState(db);
    if (!isReplica) {
      return fault(`${place} follows no primary, so nothing is read from it.`, "Give a replica's address, or none.");
    }
    return isStreaming
      ? ok(`The replica at ${place} follows its primary.`)
      : fault(
          `The replica at ${place} receives nothing from its primary, so nothing is read from it.`,
          "Look at its log: primary_conninfo, the primary's pg_hba.conf and max_wal_senders.",
        );
  } catch (error) {
    return fault(
      `The replica at ${place} cannot be used: ${explainError(error)}`,
      "Check DATABASE_REPLICA_URL. Until it is back, the primary answers everything.",
    );
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}
