import type { SourceFile } from "./list-files.ts";

/** The marker of a statement that is meant to read every org: a sweep of expired rows, a search for due ones. */
const ofAllOrgs = "/* of all orgs */";

// One given org, by its id or slug, not just the same org on both sides of a join.
const namesOrg = /\borg_id\s*(=\s*\$|in \(|= any\()|\bo\.slug = \$|\binsert into \w+( as \w+)? \(\s*org_id\b/;

/** Statements on tenant tables that neither name the org nor have the marker. */
export function statementsWithoutOrg(files: readonly SourceFile[], tenantTables: readonly string[]): string[] {
  const sources = files.filter(
    ({ path }) => /^server\/src\/.*(?<!\.test)\.ts$/.test(path) && !path.includes("/testing/"),
  );
  const fragments = fragmentsWithOrg(sources);
  return statementsOf(sources)
    .filter(({ text }) => tenantTables.some((table) => readsOrWrites(table).test(text)))
    .filter(({ text }) => !namesOrg.test(text) && !text.includes(ofAllOrgs) && !calls(text, fragments))
    .map(({ path, text }) => `${path}: ${text.slice(0, 80)}`);
}

/** Joins of a tenant table that could reach another tenant's rows. */
export function joinsWithoutOrg(files: readonly SourceFile[], tenantTables: readonly string[]): string[] {
  const join =
    /\bjoin (?:lateral )?(\w+)(?: (?:as )?\w+)? (?:on|using) (.*?)(?= (?:left |inner |cross )?join | where | order by | group by | limit | returning | union |$)/g;
  return statementsOf(files).flatMap(({ path, text }) =>
    [...text.matchAll(join)]
      .filter(([, table = "", condition = ""]) => tenantTables.includes(table) && !condition.includes("org_id"))
      .map(([whole]) => `${path}: ${whole}`),
  );
}

function statementsOf(files: readonly SourceFile[]): { path: string; text: string }[] {
  return files
    .filter(({ path }) => path.endsWith(".ts"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:sql|prepared)`((?:[^`\\]|\\.)*)`/g)].map(([, statement = ""]) => ({
        path,
        text: statement.replace(/\s+/g, " ").trim(),
      })),
    );
}

function readsOrWrites(table: string): RegExp {
  return new RegExp(`\\b(from|join|into|update|using) ${table}\\b`);
}

/** Functions that create the org condition. */
function fragmentsWithOrg(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ text }) =>
    [...text.matchAll(/^(?:export )?function (\w+)[\s\S]*?^}/gm)]
      .filter(([whole]) => /\borg_id = \$/.test(whole))
      .map(([, name = ""]) => name),
  );
}

function calls(text: string, names: readonly string[]): boolean {
  return names.some((name) => text.includes(`\${${name}(`));
}
