import { migrationsFolder } from "../config/open-database.ts";
import { listMigrations } from "../platform/database/migrate.ts";
import { type DatabaseSchema, readSchema } from "./database-look-store.ts";
import { type Check, type CheckResult, fault, ok, warning } from "./finding.ts";
import type { OpenedDatabase } from "./open-database-to-look.ts";

export function checkSchema({ db }: OpenedDatabase): Check {
  return {
    name: "schema",
    async look() {
      const known = (await listMigrations(migrationsFolder)).map(({ number }) => number);
      return [evaluateSchema({ ...(await readSchema(db)), known })];
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
