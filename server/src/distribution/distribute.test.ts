import { expect, test } from "vitest";
import { createEmptyDatabase } from "../testing/test-database.ts";
import { distributeNewTables, requireCluster } from "./distribute.ts";

test("a database without Citus is rejected with what to install, and its migrations distribute nothing", async () => {
  const database = await createEmptyDatabase();

  await expect(requireCluster(database.db)).rejects.toThrow(
    "The database does not have the extension citus. Install Citus on every server",
  );
  await expect(distributeNewTables(database.db)).resolves.toBeUndefined();
  await database.drop();
});
