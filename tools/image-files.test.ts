import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { secretSettings, settings } from "../server/src/config/settings.ts";
import { contextFilter } from "./build-context.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const isInContext = contextFilter(read(".dockerignore"));
const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
const context = files.filter(isInContext);

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of the Dockerfile, each in one line. */
const instructions: readonly Instruction[] = read("Dockerfile")
  .replaceAll(/^\s*#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => ({ name: line.replace(/ .*$/s, ""), text: line.replace(/^\w+ +/, "") }));
const textsOf = (name: string) => instructions.filter((one) => one.name === name).map(({ text }) => text);
const environment = Object.fromEntries(
  textsOf("ENV").flatMap((text) => [...text.matchAll(/(\w+)=(\S+)/g)].map(([, key = "", value = ""]) => [key, value])),
);

test.each([
  "data/postgres/PG_VERSION",
  "data/secret",
  "server/data/first-credentials.json",
  "first-credentials.json",
  ".git/config",
  ".env",
  "server/.env.local",
  ".npmrc",
  "node_modules/pg/package.json",
  "server/node_modules/pg/package.json",
  "server/dist/main.js",
  "dist/sbom.cdx.json",
  "weft.config.yaml",
  "server/weft.config.yaml",
  "tls.key",
  "server/tls.pem",
  "deploy/secrets/weft-secret",
  "weft.tar.gz",
  "server/src/app.test.ts",
  "contract/tsconfig.tsbuildinfo",
  "clients/java/pom.xml",
])("the build does not see %s", (path) => {
  expect(isInContext(path)).toBe(false);
});

test("the build sees what it needs, and nothing that git ignores", () => {
  const needed = [
    ...["package.json", "package-lock.json", "tsconfig.json", "CHANGELOG.md", "LICENSE", "docs/README.md"],
    ...["server/src/main.ts", "server/migrations/0001_orgs_and_users.sql", "tools/build.mjs", "contract/openapi.json"],
    ...["cli/bin/weft.mjs", "console/index.html", "clients/java/README.md", "bench/RESULTS.md", "server/LICENSE"],
  ];
  const ignored = read(".gitignore")
    .trim()
    .split("\n")
    .map((line) => line.replaceAll("/", ""));

  expect(needed.filter((path) => !context.includes(path))).toEqual([]);
  for (const name of ignored.filter((line) => line !== "target")) {
    expect([name, isInContext(name.replace("*", "x"))]).toEqual([name, false]);
  }
});

test.each([
  ["a\n!a/b", "a/b/c", true],
  ["*\n!a", "a/b", true],
  ["*\n!a\n**/x", "a/b/x/y", false],
  ["*.md", "a/b.md", true],
  ["*.md", "b.md", false],
  ["*.md", "docs", true],
  ["**/.env*", ".env.local", false],
  ["a?c", "abc", false],
  ["a.c", "abc", true],
])("of %j the rule that matches last decides on %s: %s", (text, path, isIncluded) => {
  expect(contextFilter(text)(path)).toBe(isIncluded);
});

test("what is copied exists, and every workspace has its manifest", () => {
  const sources = textsOf("COPY")
    .filter((text) => !text.startsWith("--from="))
    .flatMap((text) => text.split(" ").slice(0, -1))
    .filter((path) => path !== ".");
  const { workspaces }: { workspaces: string[] } = JSON.parse(read("package.json"));

  expect(sources.filter((path) => !context.includes(path))).toEqual([]);
  expect(sources).toEqual(expect.arrayContaining(workspaces.map((name) => `${name}/package.json`)));
});

test("the base image is an argument, packages are locked, and nothing is fetched in another way", () => {
  const runs = textsOf("RUN").join("\n");

  expect(textsOf("FROM").filter((text) => !/^(\$\{NODE_IMAGE\}|base|manifests)( AS \w+)?$/.test(text))).toEqual([]);
  expect(textsOf("ARG")[0]).toMatch(/^NODE_IMAGE=docker\.io\/library\/node:\d+-bookworm-slim$/);
  expect(textsOf("ADD")).toEqual([]);
  expect(runs).not.toMatch(/npm (i|install)\b|curl |wget |(^|&& |; )npx|--force/m);
  expect(runs.match(/npm ci/g)).toHaveLength(2);
  for (const text of textsOf("RUN").filter((one) => one.includes("apt-get install"))) {
    expect(text).toMatch(/--no-install-recommends .*rm -rf \/var\/lib\/apt\/lists/);
  }
});

test("the service runs as an ordinary user by number, without a shell, with settings that exist", () => {
  const forms = [...textsOf("ENTRYPOINT"), ...textsOf("CMD"), textsOf("HEALTHCHECK")[0]?.replace(/^.* CMD /, "") ?? ""];

  expect(instructions.findLast(({ name }) => name === "USER")?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  for (const form of forms) expect(JSON.parse(form)).toEqual(expect.arrayContaining([expect.any(String)]));
  expect(Object.keys(environment).filter((name) => name !== "NODE_ENV" && !(name in settings))).toEqual([]);
  expect(textsOf("VOLUME")).toEqual([environment["DATA_DIR"]]);
  expect(textsOf("EXPOSE")).toEqual([environment["PORT"]]);
});

test("the composed services have secrets in files, health conditions and time to stop", () => {
  const compose = parse(read("deploy/compose.yaml"));
  const { weft, postgres, redis, s3 } = compose.services;
  const known = new Set([...Object.keys(settings), ...secretSettings.map((name) => `${name}_FILE`)]);
  const used = Object.values<{ secrets?: string[] }>(compose.services).flatMap(({ secrets = [] }) => secrets);

  expect(Object.keys(weft.environment).filter((name) => !known.has(name))).toEqual([]);
  // The one of compose.yaml has no password.
  const inVariables = secretSettings.filter((name) => name in weft.environment && name !== "REDIS_URL");
  expect(inVariables).toEqual([]);
  expect(Number.parseInt(weft.stop_grace_period, 10)).toBeGreaterThan(15);
  expect(weft).toMatchObject({ restart: "unless-stopped", read_only: true, cap_drop: ["ALL"] });
  expect(weft.depends_on.postgres).toEqual({ condition: "service_healthy" });
  expect(postgres.healthcheck.test[0]).toBe("CMD");
  expect([redis.profiles, s3.profiles]).toEqual([["redis"], ["s3"]]);
  expect(Object.keys(compose.secrets).sort()).toEqual([...new Set(used)].sort());
  expect(existsSync(join(root, "deploy/secrets"))).toBe(false);
});
