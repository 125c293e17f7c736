import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadOperatorActions, type OperatorActionRun } from "./operator-actions.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-actions-"));
});

afterEach(() => rm(folder, { recursive: true }));

async function writeModules(modules: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(modules)) {
    await writeFile(join(folder, file), text);
  }
}

async function refusal(): Promise<string> {
  return loadOperatorActions(folder).then(
    () => "",
    (error: Error) => error.message,
  );
}

async function loadOne(text: string) {
  await writeModules({ "one.mjs": text });
  const [action] = (await loadOperatorActions(folder)).values();
  if (action === undefined) throw new Error("nothing was loaded");
  return action;
}

function buildRun(changes: Partial<OperatorActionRun> = {}): OperatorActionRun {
  return {
    event: { newData: { name: "Parka" } },
    config: { width: 100 },
    tasks: {},
    task: { id: "t1", name: "Resize", attempt: 1, idempotencyKey: "k1" },
    log: () => {},
    signal: new AbortController().signal,
    ...changes,
  };
}

test("no folder and an empty folder mean no actions", async () => {
  expect(await loadOperatorActions(undefined)).toEqual(new Map());
  expect(await loadOperatorActions(folder)).toEqual(new Map());
});

test("every module or symlink in the folder is an action; other files and subfolders are ignored", async () => {
  await mkdir(join(folder, "shared"));
  await writeModules({
    "resize.mjs": `import { width } from "./shared/width.mjs";
      export const name = "resize-image";
      export const run = async ({ config }) => ({ width: config.width * width });`,
    "notify.js": `module.exports = { name: ["not", "ify"].join(""), async run() {} };`,
    "shared/width.mjs": "export const width = 2;",
    "README.md": "Our actions.",
    "package.json": "{}",
    "shared/sign.mjs": `export const name = "sign-2"; export const run = () => ({ isSigned: true });`,
  });
  await symlink(join(folder, "shared/sign.mjs"), join(folder, "sign.mjs"));

  const actions = await loadOperatorActions(folder);

  expect([...actions.keys()].sort()).toEqual(["notify", "resize-image", "sign-2"]);
  expect(await actions.get("resize-image")?.run(buildRun())).toEqual({ width: 200 });
  expect(await actions.get("sign-2")?.run(buildRun())).toEqual({ isSigned: true });
  expect(await actions.get("notify")?.run(buildRun())).toBeUndefined();
});

test("an action receives the event, its config and task, can log, and is notified when to stop", async () => {
  const action = await loadOne(`
    export const name = "notify";
    export async function run({ event, config, tasks, task, log, signal }) {
      log("received " + event.newData.name);
      return { config, tasks, task, isStopped: signal.aborted };
    }`);
  const lines: string[] = [];
  const run = buildRun({
    log: (line) => lines.push(line),
    tasks: { before: { output: 1 } },
    signal: AbortSignal.abort(),
  });

  const output = await action.run(run);

  expect(output).toEqual({
    config: { width: 100 },
    tasks: { before: { output: 1 } },
    task: { id: "t1", name: "Resize", attempt: 1, idempotencyKey: "k1" },
    isStopped: true,
  });
  expect(lines).toEqual(["received Parka"]);
});

test("an error that an action throws is passed on", async () => {
  const action = await loadOne(
    `export const name = "fail"; export const run = async () => { throw new Error("no disk"); };`,
  );

  await expect(action.run(buildRun())).rejects.toThrow("no disk");
});

describe("the output of an action must be JSON", () => {
  test.each([
    ["[1]", "is not an object; return an object or nothing"],
    ["'text'", "is not an object; return an object or nothing"],
    ["null", "is not an object; return an object or nothing"],
    ["{ a: 1n }", "contains a bigint, which is not JSON"],
    ["{ a: () => 1 }", "contains a function, which is not JSON"],
    ["{ a: [NaN] }", "contains NaN, which is not a number in JSON"],
    ["{ a: new Date() }", "contains a class instance, which is not JSON"],
    ["{ a: new Map() }", "contains a class instance, which is not JSON"],
    ["(() => { const a = {}; a.a = a; return a; })()", "is nested more than 64 levels deep"],
    ["{ a: 'a\\0' }", "contains NUL or half of a character, which cannot be stored"],
    [`JSON.parse('{"__proto__": 1}')`, 'has the key "__proto__"'],
  ])("%s", async (value, error) => {
    const action = await loadOne(`export const name = "odd"; export const run = async () => (${value});`);

    await expect(action.run(buildRun())).rejects.toThrow(`The return value of the action odd ${error}.`);
  });

  test("undefined members are omitted", async () => {
    const action = await loadOne(
      `export const name = "fine"; export const run = () => ({ a: undefined, b: [1, "ü", null, true] });`,
    );

    expect(Object.entries((await action.run(buildRun())) ?? {})).toEqual([["b", [1, "ü", null, true]]]);
  });
});

describe("the module validates a config", () => {
  test.each([
    ["", undefined],
    ["export const check = ({ width }) => (width > 50 ? 'width is at most 50' : undefined);", "width is at most 50"],
    ["export const check = () => undefined;", undefined],
    ["export const check = () => { throw new Error('odd'); };", "Its check failed: odd"],
    ["export const check = async () => undefined;", "Its check returns neither a text nor undefined."],
  ])("%s", async (check, error) => {
    const action = await loadOne(`export const name = "checked"; export const run = () => {}; ${check}`);

    expect(action.check({ width: 100 })).toBe(error);
  });
});

describe("the service does not start", () => {
  test("and reports all errors of all modules at once", async () => {
    await writeModules({
      "a-broken.mjs": "export const name = ;",
      "b-throws.mjs": "throw new Error('no license');",
      "c-empty.mjs": "",
      "d-shout.mjs": "export const name = 'Resize Image'; export const run = 5;",
      "e-built-in.mjs": "export const name = 'http'; export const run = () => {};",
      "f-first.mjs": "export const name = 'same'; export const run = () => {};",
      "g-second.mjs": "export const name = 'same'; export const run = () => {}; export const check = 'yes';",
      "h-fine.mjs": "export const name = 'fine'; export const run = () => {};",
    });

    const lines = (await refusal()).split("\n");

    expect(lines[0]).toBe(`The actions in ${folder} cannot be used.`);
    expect(lines[1]).toMatch(/^- a-broken\.mjs cannot be loaded: ./);
    expect(lines.slice(2)).toEqual([
      "- b-throws.mjs cannot be loaded: no license",
      "- c-empty.mjs does not export a name; add export const name = 'resize-image'.",
      "- c-empty.mjs does not export a function run; add export async function run({ event, config }) { … }.",
      '- d-shout.mjs has the name "Resize Image"; a name must have lowercase words with hyphens, such as resize-image.',
      "- d-shout.mjs does not export a function run; add export async function run({ event, config }) { … }.",
      "- e-built-in.mjs has the name http of a built-in action; choose another.",
      "- g-second.mjs has the same name as f-first.mjs, same; choose another.",
      "- g-second.mjs exports a check that is not a function.",
    ]);
  });

  test.each(["absent", "a-file"])("if its folder is invalid: %s", async (name) => {
    await writeFile(join(folder, "a-file"), "");

    await expect(loadOperatorActions(join(folder, name))).rejects.toThrow(/^The action directory .* cannot be read: E/);
  });
});
