import { joinsWithoutOrg, statementsWithoutOrg } from "./org-rules.ts";

/** The repository rules that no existing linter covers. Each returns its violations, as path and reason. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

type Rule = (files: readonly SourceFile[]) => string[];

const linesMax = 300;
const drawers = /^(utils?|helpers?|common|misc|shared|manager|data|lib|types|constants)$/;

export const rules: Readonly<Record<string, Rule>> = {
  // A page has no environment; the console shows programs that have one.
  "only config.ts reads the environment": (files) =>
    pathsMatching(
      sources(files),
      /\bprocess\.env\b|\benv\b[^=;]*\} = process\b/,
      /^(server\/src\/config\.ts|cli\/src\/frame\/terminal\.ts|.*\/testing\/.*|(acceptance|bench|tools|docs\/examples)\/.*|console\/src\/.*)$/,
    ),

  "no drawers": (files) =>
    files
      .map(({ path }) => path)
      .filter((path) =>
        path
          .replace(/\.\w+$/, "")
          .split("/")
          .some((part) => drawers.test(part)),
      ),

  "constants have names like all others": (files) =>
    pathsMatching(sources(files), /^(export )?const [A-Z][A-Z\d_]+\b/m, /^client\/src\/contract\//),

  "SQL only in stores and platform/database": (files) =>
    pathsMatching(
      sources(files).filter(({ path }) => path.startsWith("server/src/")),
      /\b(sql|prepared)`|\.query\(\s*["'`]/,
      /(-store\.ts|\.test\.ts|\/testing\/.*|^server\/src\/platform\/database\/.*)$/,
    ),

  "one table, one owner folder": (files) =>
    tablesOf(files).flatMap(({ name }) => {
      const users = sources(files).filter(
        ({ path, text }) =>
          path.endsWith("-store.ts") && new RegExp(`\\b(from|into|update|join)\\s+${name}\\b`).test(text),
      );
      const owners = new Set(users.filter(({ text }) => writesTo(name, text)).map(({ path }) => ownerOf(path)));
      const folders = new Set(users.map(({ path }) => ownerOf(path)));
      return owners.size > 1 || (folders.size > 1 && !openTables.has(name))
        ? [`${name} is used by ${[...new Set([...owners, ...folders])].join(", ")}`]
        : [];
    }),

  "every tenant table is keyed by the org first": (files) =>
    tablesOf(files)
      .filter(isTenants)
      .filter(({ body }) => !/primary key \(org_id\b|org_id text collate "C" primary key/.test(body))
      .map(({ name }) => `${name} has org_id, but not first in its primary key`),

  "every statement names the org, or says that it is of all": (files) =>
    statementsWithoutOrg(files, tenantTables(files)),

  "every join of tenants' tables carries the org": (files) => joinsWithoutOrg(files, tenantTables(files)),

  "migrations are numbered without gaps": (files) => {
    const names = files
      .map(({ path }) => path)
      .filter((path) => path.startsWith("server/migrations/"))
      .sort();
    return names.filter((path, index) => !path.includes(`/${String(index + 1).padStart(4, "0")}_`));
  },

  "files have at most 300 lines": (files) =>
    files
      .filter(({ path }) => !path.endsWith(".sql") && !path.startsWith("client/src/contract/"))
      .filter(({ text }) => text.split("\n").length - 1 > linesMax)
      .map(({ path }) => path),

  "nothing is left behind": (files) =>
    pathsMatching(
      sources(files),
      /\bTODO\b|\bFIXME\b|\bXXX\b|@ts-ignore|@ts-expect-error|\.(only|skip|todo)\(/,
      /^tools\/tidy/,
    ),

  "tests wait for conditions, never for a time": (files) =>
    pathsMatching(
      files.filter(({ path }) => path.endsWith(".test.ts") || path.includes("/testing/")),
      /(setTimeout\(\w+, *|await delay\(|await sleep\()\d[\d_]{2,}/,
      /^tools\/tidy/,
    ),
};

// The list of orgs and live nodes is read in the same statement as their due work.
const openTables = new Set(["orgs", "nodes"]);

export function findErrors(name: string, files: readonly SourceFile[]): string[] {
  const rule = rules[name];
  if (rule === undefined) {
    throw new Error(`Unknown rule ${name}.`);
  }
  return rule(files);
}

function sources(files: readonly SourceFile[]): SourceFile[] {
  return files.filter(({ path }) => /\.(tsx?|mjs)$/.test(path));
}

function pathsMatching(files: readonly SourceFile[], pattern: RegExp, exempt: RegExp): string[] {
  return files.filter(({ path, text }) => !exempt.test(path) && pattern.test(text)).map(({ path }) => path);
}

function tablesOf(files: readonly SourceFile[]): { name: string; body: string }[] {
  return files
    .filter(({ path }) => path.startsWith("server/migrations/"))
    .flatMap(({ text }) => [
      ...text.matchAll(/create (?:unlogged )?table (\w+) \(([\s\S]*?)\n?\)(?: partition[^;]*)?;/g),
    ])
    .map(([, name = "", body = ""]) => ({ name, body }));
}

function isTenants({ body }: { readonly body: string }): boolean {
  return /^\s*org_id\b/m.test(body);
}

function tenantTables(files: readonly SourceFile[]): string[] {
  return tablesOf(files)
    .filter(isTenants)
    .map(({ name }) => name);
}

function writesTo(table: string, text: string): boolean {
  return new RegExp(`\\b(insert into|update|delete from)\\s+${table}\\b`).test(text);
}

/** The product folder, or the folder of platform/, that a file belongs to. */
function ownerOf(path: string): string {
  const [first = "", second = ""] = path.replace("server/src/", "").split("/");
  return first === "platform" ? `${first}/${second}` : first;
}
