import { fileURLToPath } from "node:url";
import { migrate } from "./platform/database/migrate.ts";

export const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

/** Brings the schema up to date. */
export async function migrateDatabase(connectionString: string): Promise<void> {
  await migrate(connectionString, migrationsFolder);
}
