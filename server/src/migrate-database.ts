import { fileURLToPath } from "node:url";
import { migrate } from "./platform/database/migrate.ts";

export const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

/** Migrates the schema to the current version. */
export async function migrateDatabase(connectionString: string): Promise<void> {
  await migrate(connectionString, migrationsFolder);
}
