import { basename, dirname, join } from "node:path/posix";
import { refusedByCitus } from "./citus-rules.ts";
import type { SourceFile } from "./list-files.ts";
import { joinsWithoutOrg, statementsWithoutOrg } from "./org-rules.ts";

type Rule = (files: readonly SourceFile[]) => string[];

const linesMax = 300;
const linesOfOwnFileMin = 40;
/** One file for each member, however small. */
const families =
  /^server\/src\/(doctor\/check-|entities\/rules\/|entity-types\/kinds\/|mcp\/tools\/|workflows\/actions\/)/;
const drawers = /^(utils?|helpers?|common|misc|shared|manager|data|lib|types|constants)$/;

/** The repository rules that no existing linter covers. Each returns its violations, as path and reason. */
export const rules: Readonly<Record<string, Rule>> = {
  // A page has no environment; the console shows programs that have one.
  // The PATH, in which installed-postgres.ts searches for programs, is not a setting.
  "only config.ts reads the environment": (files) =>
    pathsMatching(
      sources(files),
      /\bprocess\.env\b|\benv\b[^=;]*\} = process\b/,
      /^(server\/src\/config\/config\.ts|server\/src\/platform\/database\/embedded\/installed-postgres\.ts|cli\/src\/frame\/terminal\.ts|.*\/testing\/.*|(acceptance|bench|tools|docs\/examples)\/.*|console\/src\/.*)$/,
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
          path.endsWith("-store.ts") &&
          !path.startsWith(wholeOrgs) &&
          new RegExp(`\\b(from|into|update|join)\\s+${name}\\b`).test(text),
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

  "statements run on Citus": refusedByCitus,

  "migrations are numbered without gaps": (files) => {
    const names = files
      .map(({ path }) => path)
      .filter((path) => path.startsWith("server/migrations/"))
      .sort();
    return names.filter((path, index) => !path.includes(`/${String(index + 1).padStart(4, "0")}_`));
  },

  "files have at most 300 lines": (files) =>
    files
      .filter(({ path }) => !/\.(sql|md)$/.test(path) && !path.startsWith("client/src/contract/"))
      .filter(({ text }) => text.split("\n").length - 1 > linesMax)
      .map(({ path }) => path),

  "a small file with one importer beside it belongs into that importer": (files) => {
    const importers = importersOf(productSources(files));
    return productSources(files)
      .filter(({ path, text }) => text.split("\n").length - 1 < linesOfOwnFileMin && !families.test(path))
      .filter(({ path }) => {
        const [importer, ...others] = importers.get(path) ?? [];
        return importer !== undefined && others.length === 0 && mayTakeIn(importer, path, files);
      })
      .map(({ path }) => path);
  },

  "a problem that several files raise is built in errors.ts": (files) => {
    const builders = new Map<string, Set<string>>();
    for (const { path, text } of productSources(files)) {
      for (const [, code = ""] of text.matchAll(/\bnew Problem\(\s*"([^"]+)"/g)) {
        builders.set(code, (builders.get(code) ?? new Set()).add(path));
      }
    }
    return [...builders]
      .filter(([, paths]) => paths.size > 1)
      .map(([code, paths]) => `${code} is built in ${[...paths].join(", ")}`);
  },

  "a thrown class is called …Error, except Problem and RetryLater": (files) =>
    productSources(files).flatMap(({ path, text }) =>
      [...text.matchAll(/\bclass (\w+) extends (?:\w*Error|Problem)\b/g)]
        .filter(([, name = ""]) => !/Error$|^Problem$|^RetryLater$/.test(name))
        .map(([, name = ""]) => `${path}: ${name}`),
    ),

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

  // On npm, weft is the package of another project. Only in a checkout npx finds our command by that name.
  "no text says to install weft": (files) =>
    pathsMatching(
      files,
      /\bnpx( -\S+)* weft(@|\b)(?!-)|\b(npm|pnpm|yarn|bun)( -\S+)* (i|install|add|exec|dlx|x)( -\S+)* weft(@|\b)(?!-)/,
      /^(README\.md|acceptance\/shell\/readme\.test\.ts|docs\/decisions\/.*|tools\/tidy.*)$/,
    ),

  "the console formats only in ui/format.ts": (files) =>
    pathsMatching(files, /\bnew Intl\./, /^(?!console\/src\/)|^console\/src\/ui\/format\.ts$/),

  "the console builds query keys only in query-keys.ts": (files) =>
    pathsMatching(files, /\bqueryKey(:| =) \[/, /^(?!console\/src\/)|^console\/src\/query-keys\.ts$/),
};

// The list of orgs, or of their feeds, and live nodes is read in the same statement as their due work.
const openTables = new Set(["orgs", "org_feeds", "nodes"]);
// The operator's verbs resume, delete and export whole organizations, with everything that they have in any table.
const wholeOrgs = "server/src/orgs/";

export function findErrors(name: string, files: readonly SourceFile[]): string[] {
  const rule = rules[name];
  if (rule === undefined) {
    throw new Error(`Unknown rule ${name}.`);
  }
  return rule(files);
}

/** What is shipped: without tests and generated files. */
function productSources(files: readonly SourceFile[]): SourceFile[] {
  return sources(files).filter(
    ({ path }) => /^\w+\/src\//.test(path) && !/\.test\.|\/testing\/|^client\/src\/contract\//.test(path),
  );
}

function importersOf(files: readonly SourceFile[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, text } of files) {
    const imported = [...text.matchAll(/\b(?:from|import|import\() ?"(\.[^"]+)"/g)].map(([, to = ""]) =>
      join(dirname(path), to),
    );
    for (const target of new Set(imported)) {
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  return importers;
}

function mayTakeIn(importer: string, path: string, files: readonly SourceFile[]): boolean {
  const tests = files.filter((file) => file.path.endsWith(".test.ts") && dirname(file.path) === dirname(path));
  const isTested = tests.some(({ text }) => text.includes(`"./${basename(path)}"`));
  return (
    dirname(importer) === dirname(path) &&
    !importer.endsWith("/index.ts") &&
    // Loaded when it is needed.
    !importedLazily(importer, path, files) &&
    importer.endsWith("-store.ts") === path.endsWith("-store.ts") &&
    // What a test calls stays free of components and their styles.
    !(importer.endsWith(".tsx") && path.endsWith(".ts") && isTested)
  );
}

function importedLazily(importer: string, path: string, files: readonly SourceFile[]): boolean {
  const text = files.find((file) => file.path === importer)?.text ?? "";
  return text.includes(`import("./${basename(path)}")`);
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
