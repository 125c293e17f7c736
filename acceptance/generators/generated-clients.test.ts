import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { OwnFolder, readCredentials } from "../testing/own-database.ts";
import { cache, installPython, type Output, root, run, succeed } from "./run-program.ts";

const programs = join(root, "acceptance/generators");
const openApi = join(root, "contract/openapi.json");
const versions = { python: "0.29.1", go: "v2.8.2", openApiGenerator: "7.14.0" };

/** What the program of each language prints. */
const expected = [
  "created Parka",
  "listed 1",
  "polled item create",
  "loaded 2",
  "answered SUCCESS",
  "downloaded true",
  "",
].join("\n");

let data: OwnFolder;
let folder: string;
let api: string;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-generators-"));
  data = await OwnFolder.make();
  const { address } = await data.start();
  api = `${address}/api`;
  key = (await readCredentials(data.path)).apiKey;
  const tasks = [{ name: "Ask the mill", action: "external" }];
  await call("/event-workflows", { name: "Quote", triggers: ["manual|quote"], tasks });
});

afterAll(async () => {
  await data.remove();
  await rm(folder, { recursive: true, force: true });
});

test("openapi-python-client", async () => {
  const python = installPython("openapi-python-client", versions.python);
  const generated = succeed(
    join(dirname(python), "openapi-python-client"),
    ["generate", "--path", openApi, "--output-path", join(folder, "weft"), "--meta", "none"],
    // It formats the files with a program that was installed with it.
    { cwd: folder, env: { PATH: `${dirname(python)}:${process.env["PATH"]}` } },
  );
  await cp(join(programs, "python/program.py"), join(folder, "program.py"));

  expect(warningsOf(generated)).toEqual([]);
  expect(succeed(python, ["program.py"], { cwd: folder, env: await environment("python") }).stdout).toBe(expected);
});

test("oapi-codegen", async () => {
  const codegen = join(cache, `go-${versions.go}/oapi-codegen`);
  if (run("test", ["-x", codegen]).status !== 0) {
    const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${versions.go}`;
    succeed("go", ["install", tool], { env: { GOBIN: dirname(codegen) } });
  }
  const module = join(folder, "go");
  await cp(join(programs, "go"), module, { recursive: true });
  await mkdir(join(module, "weft"));
  const generated = succeed(codegen, ["-config", "oapi-codegen.yaml", openApi], { cwd: module });

  expect(warningsOf(generated)).toEqual([]);
  expect(succeed("go", ["run", "."], { cwd: module, env: await environment("go") }).stdout).toBe(expected);
});

test("openapi-generator", async () => {
  const jar = join(cache, `openapi-generator-cli-${versions.openApiGenerator}.jar`);
  if (run("test", ["-f", jar]).status !== 0) {
    const artifact = `org.openapitools:openapi-generator-cli:${versions.openApiGenerator}`;
    succeed("mvn", ["-B", "-q", "dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`], {
      cwd: folder,
    });
  }
  const project = join(folder, "typescript");
  const target = ["-g", "typescript-fetch", "-o", join(project, "weft")];
  const generated = succeed("java", ["-jar", jar, "generate", "-i", openApi, ...target]);
  await cp(join(programs, "typescript/program.mjs"), join(project, "program.mjs"));
  await writeFile(join(project, "package.json"), '{"type": "module"}');

  expect(warningsOf(generated)).toEqual([]);
  const tsx = join(root, "node_modules/.bin/tsx");
  expect(succeed(tsx, ["program.mjs"], { cwd: project, env: await environment("typescript") }).stdout).toBe(expected);
});

/** About examples in the documentation of the client, and names that the generator changes itself. */
const notices =
  /OpenAPI 3\.1 support is still in beta|Response examples can currently|Failed to get the schema name: null|generator's option/;

function warningsOf({ stdout, stderr }: Output): string[] {
  const lines = `${stdout}\n${stderr}`.split("\n");
  return lines.filter((line) => /warn|skipping|error:/i.test(line) && !notices.test(line));
}

/** The address and key of the service, a task to answer, and the prefix of the program's keys. */
async function environment(language: string): Promise<Record<string, string>> {
  const csv = join(folder, `${language}.csv`);
  await writeFile(csv, `Code,Color,Hex\n${language}-1,Navy,#000080\n${language}-2,Sand,#c2b280\n`);
  return { WEFT_API: api, WEFT_ORG: "demo", WEFT_KEY: key, WEFT_TASK: await openTask(), PREFIX: language, CSV: csv };
}

/** The id of a task that waits for a callback. */
async function openTask(): Promise<string> {
  const started = await call("/event-workflow-requests", { triggerKey: "manual|quote", event: {} });
  const criteria = encodeURIComponent(JSON.stringify({ processId: started.results[0].id, status: "awaiting" }));
  let id: string | undefined;
  await waitUntil("the task waits", async () => {
    const { results } = await call(`/event-workflow-tasks?criteria=${criteria}`);
    id = results[0]?.id;
    return id !== undefined;
  });
  return id ?? "";
}

// biome-ignore lint/suspicious/noExplicitAny: the responses of several operations.
async function call(path: string, body?: object): Promise<any> {
  const headers = { "x-api-key": key, "x-api-org": "demo", "content-type": "application/json" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(`${api}${path}`, init);
  const text = await answer.text();
  expect(answer.status, text).toBeLessThan(300);
  return JSON.parse(text);
}
