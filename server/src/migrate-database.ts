import { fileURLToPath } from "node:url";
import { runMigrations } from "graphile-worker";
import { migrate } from "./platform/database/migrate.ts";

export const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

/** Brings our own schema and the job queue's up to date. */
export async function migrateDatabase(connectionString: string): Promise<void> {
  await migrate(connectionString, migrationsFolder);
  await runMigrations({ connectionString });
}
