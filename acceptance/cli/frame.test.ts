import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { weft } from "../testing/node-process.ts";
import { keyEnv, runInTerminal, runWeft, startWeft } from "../testing/run-weft.ts";

const esc = "\u001b";
let service: TestService;
let env: Record<string, string>;

beforeAll(async () => {
  service = await shareTestService();
  env = keyEnv(service);
});

afterAll(() => service.stop());

async function createItem(object: object): Promise<string> {
  const { body } = await service.call("POST", "/items", { body: object });
  return body.id;
}

describe("help", () => {
  test("it goes to standard output with exit code 0, for the program, a noun and a verb", async () => {
    const runs = await Promise.all([
      runWeft([]),
      runWeft(["--help"]),
      runWeft(["items"]),
      runWeft(["help", "whoami"]),
      runWeft(["keys", "rotate", "--help"]),
    ]);

    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(() => [0, ""]));
    expect(runs[0]?.stdout).toContain("Signing in");
    expect(runs[2]?.stdout).toContain("list ");
    expect(runs[3]?.stdout).toContain("weft whoami --profile production");
    expect(runs[4]?.stdout).toContain("--overlap <seconds>");
  });

  test("help with a command prints the same as its --help, and does nothing", async () => {
    const runs = await Promise.all([
      runWeft(["help", "items", "list"]),
      runWeft(["help", "load", "a.csv", "b.yaml"]),
      runWeft(["help", "serve"]),
    ]);
    const verb = await runWeft(["items", "list", "--help"]);
    const slip = await runWeft(["help", "items", "lits"]);

    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(() => [0, ""]));
    expect(runs[0]?.stdout).toBe(verb.stdout);
    expect(runs[1]?.stdout).toContain("weft load line.csv line.yaml --dry-run");
    expect(runs[2]?.stdout).toContain("--role");
    expect(slip).toMatchObject({ code: 2, stdout: "" });
    expect(slip.stderr).toContain("Did you mean list?");
  });

  test("the version is the package version, with the commit that was built", async () => {
    const manifest = JSON.parse(await readFile(new URL("../../cli/package.json", import.meta.url), "utf8"));

    const run = await runWeft(["--version"]);

    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout.replace(/ \([0-9a-f]{12}(-changed)?\)$/m, "")).toBe(`${manifest.version}\n`);
  });
});

describe("failures", () => {
  test.each([
    ["an unknown command", ["nonsense"], "unknown command 'nonsense'"],
    ["an unknown verb", ["items", "lits"], "Did you mean list?"],
    ["an unknown option", ["items", "list", "--nonsense"], "See weft items list --help."],
    ["an argument too many", ["whoami", "else"], "too many arguments"],
    ["an argument too few", ["keys", "revoke"], "missing required argument 'id'"],
    ["an option before its command", ["--json", "items", "list"], "Options follow the command"],
    ["an option without its value", ["whoami", "--profile"], "argument missing"],
  ])("%s is a usage error: 2", async (_name, args, words) => {
    const run = await runWeft(args);

    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toMatch(args.includes("--json") ? /^\{"error"/ : /^weft: /);
    expect(run.stderr).toContain(words);
  });

  test.each([
    ["a missing file", ["load", "nowhere.csv", "nowhere.yaml"], "File nowhere.yaml not found."],
    ["a missing folder", ["types", "export", "--output", "nowhere/a.yaml"], "Folder nowhere of"],
    ["a folder instead of a file", ["items", "create", "--data", "@."], "Expected a file, not a folder."],
  ])("%s is explained", async (_name, args, words) => {
    const run = await runWeft(args, { env });

    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(words);
    expect(run.stderr).not.toMatch(/ENOENT|EISDIR/);
  });

  test("a validation error is shown once, and a version conflict names --if-match", async () => {
    const id = await createItem({ name: "Parka" });

    const refused = await runWeft(["items", "list", "--limit", "0"], { env });
    const passed = await runWeft(["items", "update", id, "--set", "name=Cape", "--if-match", "7"], { env });

    expect(refused.code).toBe(6);
    expect(refused.stderr.match(/Must be at least 1/g)).toHaveLength(1);
    expect(passed.code).toBe(5);
    expect(passed.stderr).toContain("--if-match");
  });

  test("a page of another server is 7", async () => {
    const foreign = createHttpServer((_request, response) => response.end("<html></html>")).listen(0, "127.0.0.1");
    await once(foreign, "listening");
    const address = foreign.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;

    const run = await runWeft(["whoami"], { env: { ...env, WEFT_BASE_URL: `http://127.0.0.1:${port}/api` } });

    foreign.close();
    expect(run.code).toBe(7);
    expect(run.stderr).toContain("Check the address");
  });

  test("with --json each error is an object on standard error, and standard output stays empty", async () => {
    const usage = await runWeft(["items", "list", "--nonsense", "--json"]);
    const missing = await runWeft(["items", "get", "no-such-item", "--json"], { env });
    const refused = await runWeft(["items", "create", "--set", "typePath=item:none", "--json"], { env });

    expect([usage, missing, refused].map(({ code, stdout }) => [code, stdout])).toEqual([
      [2, ""],
      [3, ""],
      [6, ""],
    ]);
    expect(JSON.parse(usage.stderr)).toEqual({
      error: { message: "unknown option '--nonsense'", next: "See weft items list --help." },
    });
    expect(JSON.parse(missing.stderr)).toMatchObject({
      error: { message: expect.any(String), code: "not-found", status: 404, requestId: expect.stringMatching(/./) },
    });
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { status: 400 } });
  });

  test("an interrupt is 130, also while the service does not respond", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    const connected = new Promise((resolve) => silent.once("connection", resolve));
    await new Promise((resolve) => silent.once("listening", resolve));
    const address = silent.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const running = startWeft(["whoami"], { env: { ...env, WEFT_BASE_URL: `http://127.0.0.1:${port}/api` } });
    await connected;

    const run = await running.end("SIGINT");

    silent.close();
    expect(run).toEqual({ code: 130, stdout: "", stderr: "weft: Interrupted.\n" });
  });
});

describe("output", () => {
  test("colors are only for terminals, and only where enabled", async () => {
    const id = await createItem({ name: "Parka" });
    const args = ["items", "get", id];

    const piped = await runWeft(args, { env });
    const inTerminal = await runInTerminal(args, { env });
    const unwanted = await runInTerminal(args, { env: { ...env, NO_COLOR: "1" } });
    const dumb = await runInTerminal(args, { env: { ...env, TERM: "dumb" } });

    expect([piped.code, inTerminal.code, unwanted.code, dumb.code]).toEqual([0, 0, 0, 0]);
    expect(inTerminal.shown).toContain(`${esc}[`);
    expect([piped.stdout, unwanted.shown, dumb.shown].join("")).not.toContain(esc);
  });

  test("a table is cut to the width of a terminal, and never in a pipe", async () => {
    const name = "A name that is much longer than a narrow terminal is wide";
    await createItem({ name });

    const narrow = await runInTerminal(["items", "list"], { env, columns: 60 });
    const piped = await runWeft(["items", "list"], { env });

    const lengths = narrow.shown.split("\n").map((line) => [...line].length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(60);
    expect(narrow.shown).not.toContain(name);
    expect(piped.stdout).toContain(name);
  });

  test("a reader that closes the pipe early", async () => {
    const operations = Array.from({ length: 500 }, (_value, index) => {
      return { op: "create", object: { name: `${index} ${"x".repeat(200)}` } };
    });
    await service.call("POST", "/items/batch", { body: { operations } });
    const script = `{ "$0" "$1" items list --limit 500 --json | head -1; echo "\${PIPESTATUS[0]}"; } 2>&1`;
    const shell = promisify(execFile)("bash", ["--norc", "-c", script, process.execPath, weft], {
      env: { PATH: process.env["PATH"], ...env },
    });

    const { stdout } = await shell;

    expect(stdout).toBe("{\n0\n");
  });

  test.each([
    ["help whose reader closes the pipe early", `{ "$0" "$1" --help | true; echo "\${PIPESTATUS[0]}"; } 2>&1`, "0\n"],
    [
      "a full disk",
      `{ "$0" "$1" items list > /dev/full; echo "$?"; } 2>&1`,
      "weft: Cannot write the output: ENOSPC: no space left on device, write.\n1\n",
    ],
    ["a note that cannot be written", `"$0" "$1" items list --limit 1 2> /dev/full > /dev/null; echo "$?"`, "0\n"],
  ])("%s is handled", async (_name, script, expected) => {
    const shell = promisify(execFile)("bash", ["--norc", "-c", script, process.execPath, weft], {
      env: { PATH: process.env["PATH"], ...env },
    });

    const { stdout } = await shell;

    expect(stdout.replace(/^More results.*\n/, "")).toBe(expected);
  });

  test("control characters in stored text are shown, not interpreted", async () => {
    const name = `${esc}[2J${esc}]0;title\u0007evil\u009b31m\u202etxt`;
    const id = await createItem({ name, federatedId: "evil" });

    const runs = [
      await runInTerminal(["items", "list", "--where", "federatedId=evil"], { env: { ...env, NO_COLOR: "1" } }),
      await runInTerminal(["items", "get", id], { env: { ...env, NO_COLOR: "1" } }),
      await runInTerminal(["items", "get", id, "--json"], { env }),
    ];

    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(runs.every(({ shown }) => shown.includes("evil"))).toBe(true);
    expect(runs.map(({ shown }) => shown).join("")).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(JSON.parse(runs[2]?.shown ?? "")).toMatchObject({ name });
  });
});
