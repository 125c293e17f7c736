import { migrationsFolder } from "../config/open-database.ts";
import { findShortFederatedIds } from "../entities/model/entity-store.ts";
import { listMigrations } from "../platform/database/migrate.ts";
import { type DatabaseSchema, readSchema } from "./database-look-store.ts";
import { type Check, type CheckResult, fault, ok, warning } from "./finding.ts";
import type { OpenedDatabase } from "./open-database-to-look.ts";

export function checkSchema({ db }: OpenedDatabase): Check {
  return {
    name: "schema",
    async look() {
      const known = (await listMigrations(migrationsFolder)).map(({ number }) => number);
      const schema = await readSchema(db);
      const isCurrent = known.every((number) => schema.applied.includes(number));
      const short = isCurrent ? await findShortFederatedIds(db) : [];
      return [evaluateSchema({ ...schema, known }), ...evaluateFederatedIds(short)];
    },
  };
}

export interface SchemaFacts extends DatabaseSchema {
  /** The migrations that this server contains. */
  readonly known: readonly number[];
}

/** The same rules as at startup. */
export function evaluateSchema({ applied, known, canMigrate }: SchemaFacts): CheckResult {
  const newestApplied = Math.max(0, ...applied);
  const newestKnown = Math.max(0, ...known);
  const missing = known.filter((number) => !applied.includes(number));
  if (newestApplied > newestKnown) {
    return fault(
      `The schema version is ${newestApplied}, but this server supports ${newestKnown}: it will not start.`,
      "Install the newer server that migrated the database, or restore a backup from before.",
    );
  }
  if (missing.length === 0) {
    return ok(`The schema version is ${newestApplied}, which is up to date.`);
  }
  if (!canMigrate) {
    return fault(
      "The schema is not up to date, and the user of DATABASE_URL cannot create tables.",
      "grant create on schema public to …;",
    );
  }
  return applied.length === 0
    ? ok("The database has no schema yet; the first start will create it.")
    : warning(
        `The schema version is ${newestApplied}; the next start will migrate it to ${newestKnown}.`,
        "Create a backup first: migrations cannot be reverted.",
      );
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
