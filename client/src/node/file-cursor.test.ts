import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildChangeWorld, type ChangeWorld, cursorsOf } from "../../../server/src/changes/testing/change-world.ts";
import { shareTestService, type TestService } from "../../../server/src/testing/test-service.ts";
import { collect, idsOf, weftOf } from "../changes/testing/poller.ts";
import type { Weft } from "../weft.ts";
import { fileCursor } from "./file-cursor.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-cursor-"));
  file = join(folder, "erp.cursor");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a cursor in a file", () => {
  test("is stored for the next program, readable only by its owner", async () => {
    const before = await fileCursor(file).load();
    await fileCursor(file).save("C1");
    await fileCursor(file).save("C2");

    expect(before).toBeUndefined();
    expect(await fileCursor(file).load()).toBe("C2");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["erp.cursor"]);
  });

  test("is an error if the file is empty", async () => {
    await writeFile(file, "\n");

    await expect(fileCursor(file).load()).rejects.toThrow("Delete the file to start over");
  });

  test("is an error when it is saved in a missing folder, and leaves nothing", async () => {
    await expect(fileCursor(join(folder, "no", "file")).save("C1")).rejects.toThrow("ENOENT");

    expect(await readdir(folder)).toEqual([]);
  });

  test("is complete for readers during concurrent saves", async () => {
    const saves = Array.from({ length: 30 }, (_, number) => fileCursor(file).save(`C${"x".repeat(number)}.`));
    await Promise.race(saves);

    for (let look = 0; look < 50; look++) {
      expect(await readFile(file, "utf8")).toMatch(/^Cx*\.\n$/);
    }
    await Promise.all(saves);
  });

  test("is complete if the program is killed", async () => {
    for (let kill = 0; kill < 3; kill++) {
      const child = await startSaver(file);
      child.kill("SIGKILL");
      await once(child, "exit");

      expect(await fileCursor(file).load()).toMatch(/^C(x{9})*\.$/);
    }
  });
});

/** A program that only saves cursors; resolves when it is running. */
async function startSaver(path: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL("../changes/testing/save-cursors.ts", import.meta.url));
  const args = ["--conditions=source", "--import", "tsx", script, path];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

describe("a poll with a cursor in a file", () => {
  const recordsCount = 7;
  const limit = 3;
  let service: TestService;
  let world: ChangeWorld;
  let weft: Weft;
  let ids: string[];

  beforeAll(async () => {
    service = await shareTestService();
    world = await buildChangeWorld(service);
    weft = weftOf(world, service.address);
    ids = cursorsOf(await world.add(...Array.from({ length: recordsCount }, () => ({}))));
  });

  afterAll(() => service.stop());

  const points = Array.from({ length: recordsCount + 1 }, (_, point) => point);

  test.each(points)("that is killed after %i records misses nothing, and repeats at most one page", async (point) => {
    // Killed: the next record is never requested, and the iterator is never closed.
    const killed = weft.changes.poll({ cursor: fileCursor(file), limit, follow: false });
    const seen: string[] = [];
    for (let step = 0; step < point; step++) {
      const { value } = await killed.next();
      if (value !== undefined) seen.push(value.id);
    }

    const again = idsOf(await collect(weft.changes.poll({ cursor: fileCursor(file), limit, follow: false })));

    const finishedPages = Math.floor(Math.max(0, point - 1) / limit) * limit;
    expect(seen).toEqual(ids.slice(0, point));
    expect(again).toEqual(ids.slice(finishedPages));
  });

  test("that is left at any point, repeatedly, delivers each record until it is finished", async () => {
    const finished: string[] = [];
    for (const finishedBeforeLeaving of [0, 1, 0, 2, 4, 0, 9]) {
      let count = 0;
      for await (const { id } of weft.changes.poll({ cursor: fileCursor(file), limit, follow: false })) {
        if (count === finishedBeforeLeaving) break;
        finished.push(id);
        count += 1;
      }
    }

    expect(finished).toEqual(ids);
  });
});
