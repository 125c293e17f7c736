import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requireSpaceForRows } from "../../server/src/backup/backup-space.ts";
import { loadConfig } from "../../server/src/config/config.ts";
import { mountSmallDisk, type SmallDisk } from "../testing/small-disk.ts";

let disk: SmallDisk;

beforeAll(() => {
  disk = mountSmallDisk(320);
});

afterAll(() => disk?.remove());

test("a backup of rows leaves space to a PostgreSQL on its disk, from the start and while it is written", async () => {
  const config = loadConfig({ DATA_DIR: join(disk.path, "data") });
  const check = (databaseBytes: number) =>
    requireSpaceForRows(config, { file: join(disk.path, "backup"), databaseBytes });

  await expect(check(500_000_000)).rejects.toThrow(/the backup needs about 250 MB .* and 100 MB that stay free/);
  const repeated = await check(100_000_000);
  await disk.fill(110_000_000);
  await repeated();
  await disk.fill(90_000_000);

  await expect(repeated()).rejects.toThrow(/and the backup needs 100 MB that stay free for PostgreSQL/);
});
