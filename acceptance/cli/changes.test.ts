import { execFile } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFailingProxy } from "../../client/src/testing/failing-proxy.ts";
import { startTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { weft as weftCommand } from "../testing/node-process.ts";
import { keyEnv, type RunningWeft, runWeft, startWeft, type WeftRun } from "../testing/run-weft.ts";

let service: TestService;
let folder: string;
let items = 0;

beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), "weft-changes-"));
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

function weft(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<WeftRun> {
  return runWeft(args, { env: { ...keyEnv(service), ...env }, cwd: folder });
}

/** Each test has its own type, so that its changes can be distinguished. */
async function createItems(typePath: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => `Item ${++items}`);
  const operations = names.map((name) => ({ op: "create", object: { typePath, name, price: 10 } }));
  await service.call("POST", "/items/batch", { body: { operations } });
  return names;
}

/** The printed lines of JSON. */
function recordsIn(stdout: string) {
  const whole = stdout.slice(0, stdout.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

function namesIn(stdout: string): string[] {
  return recordsIn(stdout).map(({ propertyDiffs }) => propertyDiffs.name.newValue);
}

describe("changes tail", () => {
  test("misses and repeats nothing across a restart of the service", async () => {
    const typePath = "item:restarted";
    const node = await startTestService({}, service);
    const port = new URL(node.address).port;
    const args = ["changes", "tail", "--where", `typePath=${typePath}`, "--since", "beginning", "--json"];
    const before = await createItems(typePath, 3);

    const tail = startWeft(args, { env: keyEnv(node) });
    await tail.printed(/Item \d+[\s\S]*\n[\s\S]*\n[\s\S]*\n/);
    await node.stop();
    const meanwhile = await createItems(typePath, 3);
    const again = await startTestService({ PORT: port }, service);
    const after = await createItems(typePath, 3);
    const all = [...before, ...meanwhile, ...after];
    await waitUntil("all lines are printed", () => namesIn(tail.stdout()).length >= all.length);
    const run = await tail.end("SIGINT");
    await again.stop();

    expect(namesIn(run.stdout)).toEqual(all);
    expect(run.code).toBe(130);
  });

  test.each([
    ["--cursor-file", "killed.cursor"],
    ["--consumer", "killed"],
  ])("with %s continues after the last line when it was killed", async (option, place) => {
    const typePath = `item:killed${option.replaceAll("-", "")}`;
    const all = await createItems(typePath, 300);
    const args = [
      "changes",
      "tail",
      "--where",
      `typePath=${typePath}`,
      "--since",
      "beginning",
      "--json",
      option,
      place,
    ];
    const printed: string[] = [];
    let kills = 0;

    for (const wanted of [1, 60, 120]) {
      const tail = startWeft(args, { env: keyEnv(service), cwd: folder });
      await waitUntil("lines are printed", () => printed.length + namesIn(tail.stdout()).length >= wanted);
      await killed(tail);
      kills += 1;
      printed.push(...namesIn(tail.stdout()));
    }
    const last = startWeft(args, { env: keyEnv(service), cwd: folder });
    const more = await createItems(typePath, 2);
    await waitUntil("all lines are printed", () => namesIn(last.stdout()).includes(more[1] ?? ""));
    await last.end("SIGTERM");
    printed.push(...namesIn(last.stdout()));

    const isRepeated = (name: string, index: number) => printed[index - 1] === name;
    expect(printed.filter((name, index) => !isRepeated(name, index))).toEqual([...all, ...more]);
    expect(printed.filter(isRepeated).length).toBeLessThanOrEqual(kills);
  });

  test("does not count a line that was not read", async () => {
    const typePath = "item:untaken";
    const names = await createItems(typePath, 3);
    const filter = ["changes", "tail", "--where", `typePath=${typePath}`, "--since", "beginning", "--json"];
    const command = [process.execPath, weftCommand, ...filter, "--cursor-file", "untaken.cursor"];

    await promisify(execFile)("sh", ["-c", '"$@" | true', "sh", ...command], {
      cwd: folder,
      env: { PATH: process.env["PATH"], ...keyEnv(service) },
    });
    const tail = startWeft(command.slice(2), { env: keyEnv(service), cwd: folder });
    await waitUntil("all lines are printed", () => namesIn(tail.stdout()).length >= names.length);
    await tail.end("SIGINT");

    expect(namesIn(tail.stdout())).toEqual(names);
  });

  test("starts at now, stores that position, and prints readable lines", async () => {
    const typePath = "item:fresh";
    await createItems(typePath, 1);
    const args = ["changes", "tail", "--where", `typePath=${typePath}`, "--cursor-file", "fresh.cursor"];

    const early = startWeft(args, { env: keyEnv(service), cwd: folder });
    await waitUntil(
      "the position is stored",
      async () => (await readFile(join(folder, "fresh.cursor"), "utf8").catch(() => "")) !== "",
    );
    await killed(early);
    const [name] = await createItems(typePath, 1);
    const tail = startWeft(args, { env: keyEnv(service), cwd: folder });
    await tail.printed(new RegExp(`${name}`));
    const run = await tail.end("SIGINT");

    expect(early.stdout()).toBe("");
    expect(run.stdout).toMatch(new RegExp(`^\\S+Z  .+  create  ${typePath}  ${name}  .*price 10`));
    expect(run.stderr).toBe("weft: Interrupted.\n");
  });

  test("rejects invalid options immediately", async () => {
    const both = await weft(["changes", "tail", "--consumer", "a", "--cursor-file", "b"]);
    const nowhere = await weft(["changes", "tail", "--since", "yesterday"]);
    const stranger = await weft(["changes", "tail"], { WEFT_API_KEY: "wrong" });
    const { stdout: help } = await weft(["changes", "tail", "--help"]);

    expect([both.code, nowhere.code, stranger.code]).toEqual([2, 6, 4]);
    expect(help).toContain("that line is printed again");
  });
});

/** SIGKILL: without any cleanup. */
async function killed(tail: RunningWeft): Promise<void> {
  process.kill(tail.pid, "SIGKILL");
  await tail.ended.catch(() => undefined);
}

describe("changes poll", () => {
  test("shows changes since a position, exits, and prints where to continue", async () => {
    const typePath = "item:polled";
    const [first, second, third] = await createItems(typePath, 3);
    const filter = ["--where", `typePath=${typePath}`];

    const begun = await weft(["changes", "poll", ...filter, "--limit", "2"]);
    const [, cursor = ""] = /^Continue with --after (\S+)$/m.exec(begun.stderr) ?? [];
    const rest = await weft(["changes", "poll", ...filter, "--after", cursor, "--json"]);
    const nothing = await weft(["changes", "poll", ...filter, "--after", JSON.parse(rest.stdout).coveredUntil]);

    expect(begun.stdout.trimEnd().split("\n")).toEqual([
      expect.stringContaining(`${first}`),
      expect.stringContaining(`${second}`),
    ]);
    expect(JSON.parse(rest.stdout).results).toMatchObject([{ propertyDiffs: { name: { newValue: third } } }]);
    expect(nothing).toMatchObject({ code: 0, stdout: "" });
  });

  test("advances its consumer", async () => {
    const typePath = "item:consumed";
    const poll = ["changes", "poll", "--consumer", "shop", "--where", `typePath=${typePath}`, "--json"];
    const names = await createItems(typePath, 2);

    const first = await weft(poll);
    const second = await weft(poll);
    const more = await createItems(typePath, 1);
    const third = await weft(poll);

    const reported = [first, second, third].map(({ stdout }) =>
      JSON.parse(stdout).results.map(
        (record: { propertyDiffs: { name: { newValue: string } } }) => record.propertyDiffs.name.newValue,
      ),
    );
    expect(reported).toEqual([names, [], more]);
  });
});

describe("changes list", () => {
  test("searches by entity type, criteria and order, in pages", async () => {
    const typePath = "item:listed";
    const [oldest, , newest] = await createItems(typePath, 3);
    const filter = ["--entity-type", "item", "--where", `typePath=${typePath}`];

    const table = await weft(["changes", "list", ...filter]);
    const page = await weft(["changes", "list", ...filter, "--order", "createdOn:asc", "--limit", "1", "--json"]);
    const all = await weft(["changes", "list", ...filter, "--all", "--json"]);

    expect(table.stdout).toMatch(
      new RegExp(`^CREATEDON +BY +ACTION +TYPEPATH +NAME +FIELDS\n.* create +${typePath} +${newest} `),
    );
    expect(JSON.parse(page.stdout)).toMatchObject({
      results: [{ propertyDiffs: { name: { newValue: oldest } } }],
      nextPageKey: expect.any(String),
    });
    expect(recordsIn(all.stdout)).toHaveLength(3);
  });
});

describe("changes export", () => {
  test("resumes after a lost connection", async () => {
    const typePath = "item:exported";
    const names = await createItems(typePath, 6);
    const proxy = await startFailingProxy(service.address);
    proxy.next(
      { kind: "cut-answer", afterBytes: 1000 },
      { kind: "refuse", status: 503 },
      { kind: "cut-answer", afterBytes: 900 },
    );

    const run = await weft(["changes", "export", "--where", `typePath=${typePath}`, "-o", "changes.ndjson"], {
      WEFT_BASE_URL: proxy.baseUrl,
    });
    const calls = proxy.calls.length;
    await proxy.close();

    expect(run).toMatchObject({ code: 0, stdout: "", stderr: "6 changes\n" });
    expect(calls).toBeGreaterThanOrEqual(4);
    expect(namesIn(await readFile(join(folder, "changes.ndjson"), "utf8"))).toEqual(names);
  });

  test("resumes an incomplete file", async () => {
    const typePath = "item:resumed";
    const names = await createItems(typePath, 2);
    const args = ["changes", "export", "--where", `typePath=${typePath}`, "--output", "resumed.ndjson"];

    await weft(args);
    await appendFile(join(folder, "resumed.ndjson"), '{"id":"half');
    const more = await createItems(typePath, 1);
    const resumed = await weft([...args, "--resume"]);
    const piped = await weft(args.slice(0, -2));
    const wrong = await weft([...args.slice(0, -2), "--resume"]);

    expect(resumed.stderr).toBe("1 change\n");
    expect(namesIn(await readFile(join(folder, "resumed.ndjson"), "utf8"))).toEqual([...names, ...more]);
    expect(namesIn(piped.stdout)).toEqual([...names, ...more]);
    expect(wrong.code).toBe(2);
  });
});

describe("consumers", () => {
  test("are set, shown with their lag, listed and deleted", async () => {
    const set = await weft(["consumers", "set", "erp", "now", "--json"]);
    await createItems("item:lagging", 2);
    const got = await weft(["consumers", "get", "erp", "--json"]);
    const listed = await weft(["consumers", "list"]);
    const deleted = await weft(["consumers", "delete", "erp", "--yes"]);
    const gone = await weft(["consumers", "get", "erp"]);

    expect(JSON.parse(set.stdout)).toMatchObject({ name: "erp", lag: 0 });
    expect(JSON.parse(got.stdout).lag).toBeGreaterThanOrEqual(2);
    expect(listed.stdout).toMatch(/^NAME +LAG +OWNER +CURSORTIME +UPDATEDON\nerp /);
    expect(deleted.stdout).toBe("Deleted erp.\n");
    expect(gone.code).toBe(3);
  });

  test("are not deleted without confirmation", async () => {
    await weft(["consumers", "set", "kept", "beginning"]);

    const asked = await weft(["consumers", "delete", "kept"]);

    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain("--yes");
  });
});
