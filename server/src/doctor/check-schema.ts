import type { Config } from "../config/config.ts";
import { migrationsFolder } from "../config/open-database.ts";
import { findShortFederatedIds } from "../entities/model/entity-store.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { listMigrations, pendingOf } from "../platform/database/migration-files.ts";
import { readSchema } from "../platform/database/schema-store.ts";
import { evaluateSchema } from "../platform/database/schema-version.ts";
import { type Check, type CheckResult, explainError, fault, warning } from "./finding.ts";
import type { OpenedDatabase } from "./open-database-to-look.ts";

export function checkSchema({ db }: OpenedDatabase, { role, databaseOwnerUrl }: Config): Check {
  return {
    name: "schema",
    async look(signal) {
      const known = await listMigrations(migrationsFolder);
      const state = await readSchema(db);
      const isOwned = databaseOwnerUrl === undefined ? state.isOwner : await isOwner(databaseOwnerUrl, signal);
      if (typeof isOwned !== "boolean") {
        return [isOwned];
      }
      const { isPending: _, ...result } = evaluateSchema({
        state,
        known,
        isOwned,
        needsOwner: role !== "api",
        migrates: true,
      });
      const isReadable = state.denied.length === 0 && pendingOf(known, state.applied).length === 0;
      return [result, ...evaluateFederatedIds(isReadable ? await findShortFederatedIds(db) : [])];
    },
  };
}

/** Whether the role of DATABASE_OWNER_URL owns the schema, or why that cannot be known. */
async function isOwner(connectionString: string, signal: AbortSignal): Promise<boolean | CheckResult> {
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-doctor" });
  const close = () => void db.close().catch(() => {});
  signal.addEventListener("abort", close, { once: true });
  try {
    const { isOwner: owns } = await readSchema(db);
    return owns;
  } catch (error) {
    return fault(
      `The database cannot be opened as its owner: ${explainError(error)}`,
      "Check the user and password in DATABASE_OWNER_URL.",
    );
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

const namedMax = 5;

/** A custom entity keeps a short federatedId only if another entity of its type has the full one. */
export function evaluateFederatedIds(short: readonly string[]): readonly CheckResult[] {
  if (short.length === 0) {
    return [];
  }
  const named = short.slice(0, namedMax).join(", ");
  return [
    warning(
      `${short.length} custom entities are probably duplicates: another one has the same federatedId with its type path (${named}).`,
      "Compare the two, keep one, and delete the other by its id: DELETE /api/custom-entities/{id}.",
    ),
  ];
}
