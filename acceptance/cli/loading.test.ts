import { execFile } from "node:child_process";
import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HeldBatches, holdBatches } from "../../server/src/loader/testing/hold-batches.ts";
import { startTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type Desk, openDesk } from "../testing/desk.ts";
import { weft as weftPath } from "../testing/node-process.ts";
import { keyEnv, runInTerminal, runWeft, startWeft } from "../testing/run-weft.ts";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await desk.file("colors.yaml", "loadType: [COLOR]");
});

afterAll(() => desk.close());

/** Three batches, or one per thousand rows. */
function colors(name: string, rows = 2_500): Promise<string> {
  const lines = Array.from({ length: rows }, (_, row) => `${name}-${row},Red ${row},#ff0000`);
  return desk.file(name, "federatedId,name,hex", ...lines);
}

/** Waits until the follower of a load has polled it that many more times. */
async function looks(count: number): Promise<void> {
  const asked = () => desk.service.logLines.filter((line) => /"\/api\/loader-processes\/[^"/]+"/.test(line)).length;
  const before = asked();
  await waitUntil(`the load is read ${count} times`, () => asked() >= before + count);
}

/** Loads block after their first batch until the work is done. */
async function whileHeld<Result>(
  { database }: TestService,
  work: (held: HeldBatches) => Promise<Result>,
): Promise<Result> {
  const held = await holdBatches(database, 2);
  try {
    return await work(held);
  } finally {
    await held.release();
  }
}

/** The final content of the screen. */
function leftOn(shown: string): string {
  return stripVTControlCharacters(shown.slice(shown.lastIndexOf("\r\u001b[J"))).trimStart();
}

describe("on a terminal", () => {
  test("a bar appears, grows and is cleared, and the summary remains", async () => {
    const csv = await colors("bar.csv");

    const running = await whileHeld(desk.service, async (held) => {
      const ended = runInTerminal(["load", csv, "colors.yaml"], { env: desk.env, cwd: desk.folder, columns: 90 });
      await held.areHeld();
      await looks(2);
      return { ended };
    });
    const { code, shown } = await running.ended;

    const lines = shown.split("\r\u001b[J").map((line) => stripVTControlCharacters(line));
    const bars = lines.filter((line) => line.includes("░"));
    const percents = bars.map((line) => Number(/(\d+) %/.exec(line)?.[1]));
    expect(code).toBe(0);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(percents.filter((percent) => percent > 30 && percent < 100).length).toBeGreaterThan(0);
    expect(bars.find((line) => line.startsWith("Writing"))).toMatch(
      /^Writing {4}█+░+ +\d+ % {2}[\d,]+ of 2,500 rows {2}[\d,]+ rows\/s/,
    );
    expect(bars.every((line) => line.length < 90 && !line.includes("\n"))).toBe(true);
    expect(leftOn(shown)).not.toMatch(/[█░]/);
    expect(leftOn(shown)).toMatch(/^Loaded 2,500 rows in [\d.]+ (?:s|min).*, [\d,]+ rows per second\. Load /);
    expect(leftOn(shown)).toMatch(/^color +2,500 +0 +0 +0 +0$/m);
  });

  test("Ctrl-C leaves the load running and prints the command that cancels it", async () => {
    // More than is in flight at a time.
    const csv = await colors("ctrl-c.csv", 12_000);

    const { code, shown, id, canceled } = await whileHeld(desk.service, async (held) => {
      const typed = [{ after: /Writing/, text: "\u0003" }];
      const run = await runInTerminal(["load", csv, "colors.yaml"], { env: desk.env, cwd: desk.folder, typed });
      await held.areHeld();
      const [, found = ""] = /weft loads cancel ([\w-]{16})/.exec(run.shown) ?? [];
      return { ...run, id: found, canceled: await desk.weft(["loads", "cancel", found]) };
    });
    const watched = await desk.weft(["loads", "watch", id]);

    expect(code).toBe(130);
    expect(leftOn(shown)).toContain(`Stopped watching. The load ${id} continues.`);
    expect(canceled).toMatchObject({ code: 0, stdout: `The load ${id} will be canceled after the current batch.\n` });
    expect(watched.code).toBe(1);
    expect(watched.stdout).toContain("Canceled: earlier writes are kept.");
  });

  test("a large file shows its upload progress", async () => {
    const path = join(desk.folder, "large.csv");
    await writeFile(path, `federatedId,name,hex,note\nlarge-1,Red,#ff0000,${"x".repeat(1_200_000)}\n`);

    const { code, shown } = await runInTerminal(["load", path, "colors.yaml", "--no-watch"], {
      env: desk.env,
      cwd: desk.folder,
    });

    expect(code).toBe(0);
    expect(stripVTControlCharacters(shown)).toMatch(/Uploading +█+ 100 % {2}1\.2 MB of 1\.2 MB/);
    expect(leftOn(shown)).toMatch(/^[\w-]{16}\nFollow it with weft loads watch /);
  });
});

describe("for programs", () => {
  test("a pipe gets lines without a bar on standard error, and the summary on standard output", async () => {
    const csv = await colors("piped.csv");

    const running = await whileHeld(desk.service, async () => {
      const started = startWeft(["load", csv, "colors.yaml"], { env: desk.env, cwd: desk.folder });
      await started.printed(/^Writing: /m);
      return started;
    });
    const { code, stdout, stderr } = await running.ended;

    expect(code).toBe(0);
    expect(stdout).toMatch(/^Loaded 2,500 rows in /);
    expect(stderr).toMatch(/^Writing: \d+ %, [\d,]+ of 2,500 rows/m);
    expect(stripVTControlCharacters(stdout + stderr)).toBe(stdout + stderr);
  });

  test("--json prints only the ended load", async () => {
    const csv = await desk.file("json.csv", "federatedId,name,hex", "json-1,Red,#ff0000");

    const { code, stdout, stderr } = await desk.weft(["load", csv, "colors.yaml", "--json"]);

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ status: "completed", counts: { color: { created: 1 } } });
  });

  test("--no-watch prints the id immediately; the load is listed, shown and has results", async () => {
    const csv = await desk.file("later.csv", "federatedId,name,hex", "later-1,Red,#ff0000");

    const started = await desk.weft(["load", csv, "colors.yaml", "--no-watch"]);
    const id = started.stdout.trim();
    const watched = await desk.weft(["loads", "watch", id]);
    const listed = await desk.weft(["loads", "list", "--status", "completed", "--limit", "1"]);
    const shown = await desk.weft(["loads", "show", id]);
    const results = await desk.weft(["loads", "results", id]);
    const none = await desk.weft(["loads", "results", id, "--failed"]);

    expect(id).toMatch(/^[\w-]{16}$/);
    expect(watched.stdout).toContain(`Load ${id}.`);
    expect(listed.stdout).toMatch(new RegExp(`^${id} +completed +Completed: 1 created`, "m"));
    expect(shown.stdout).toBe(watched.stdout);
    expect(results.stdout).toMatch(/^\ufeff_row,entityType,id,outcome\r\n2,color,[\w-]{16},created\r\n$/);
    expect(none).toMatchObject({ code: 3, stdout: "" });
  });

  test("the file can be standard input", async () => {
    const input = "federatedId,name,hex\nstdin-1,Red,#ff0000\n";
    const spool = await mkdtemp(join(desk.folder, "spool-"));

    const { code, stdout } = await runWeft(["load", "-", "colors.yaml"], {
      env: { ...desk.env, TMPDIR: spool },
      cwd: desk.folder,
      input,
    });

    expect(code).toBe(0);
    expect(stdout).toMatch(/^Loaded 1 row /);
    expect(await readdir(spool)).toEqual([]);
  });

  test("the file can be a named pipe", async () => {
    const { stdout } = await promisify(execFile)(
      "bash",
      [
        "-c",
        `"$0" "$1" load <(printf 'federatedId,name,hex\\nfifo-1,Red,#ff0000\\n') colors.yaml`,
        process.execPath,
        weftPath,
      ],
      { cwd: desk.folder, env: { PATH: process.env["PATH"], ...desk.env } },
    );

    expect(stdout).toMatch(/^Loaded 1 row /);
  });
});

test("a load is followed through a restart of the service, and the outage is shown", async () => {
  const port = String(await freePort());
  const data = { DATA_DIR: await mkdtemp(join(desk.folder, "data-")) };
  // The load continues here while the polled node is down.
  const other = await startTestService(data);
  const node = await startTestService({ ...data, PORT: port, WEFT_ROLE: "api" }, other);
  const csv = await colors("restart.csv");

  const running = await whileHeld(other, async () => {
    const followed = startWeft(["load", csv, "colors.yaml"], { env: keyEnv(node), cwd: desk.folder });
    await followed.printed(/^Writing: /m);
    await node.stop();
    await followed.printed(/^No response: /m);
    return followed;
  });
  const again = await startTestService({ ...data, PORT: port, WEFT_ROLE: "api" }, other);
  const { code, stdout } = await running.ended;
  await again.stop();
  await other.stop();

  expect(code).toBe(0);
  expect(stdout).toMatch(/^Loaded 2,500 rows /);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
