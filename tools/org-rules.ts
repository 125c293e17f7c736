import type { SourceFile } from "./list-files.ts";
import { statementsOf } from "./sql-statements.ts";

/** The marker of a statement that is meant to read every org, with the reason. On Citus every worker runs it. */
const ofAllOrgs = /\/\* of all orgs: [^*]+ \*\//;

// One given org, not just the same org on both sides of a join.
const namesOrg = /\borg_id\s*(=\s*\$|in \(|= any\()|\binsert into \w+( as \w+)? \(\s*org_id\b/;

/** Statements on tenant tables that neither name the org nor have the marker. */
export function statementsWithoutOrg(files: readonly SourceFile[], tenantTables: readonly string[]): string[] {
  const sources = files.filter(
    ({ path }) => /^server\/src\/.*(?<!\.test)\.ts$/.test(path) && !path.includes("/testing/"),
  );
  const fragments = fragmentsWithOrg(sources);
  return statementsOf(sources)
    .filter(({ text }) => tenantTables.some((table) => readsOrWrites(table).test(text)))
    .filter(({ text }) => !namesOrg.test(text) && !ofAllOrgs.test(text) && !calls(text, fragments))
    .map(({ path, text }) => `${path}: ${text.slice(0, 80)}`);
}

/** Joins of a tenant table that could reach another tenant's rows. */
export function joinsWithoutOrg(files: readonly SourceFile[], tenantTables: readonly string[]): string[] {
  const join =
    /\bjoin (?:lateral )?(\w+)(?: (?:as )?\w+)? (?:on|using) (.*?)(?= (?:left |inner |cross )?join | where | order by | group by | limit | returning | union |$)/g;
  return statementsOf(files).flatMap(({ path, text }) =>
    [...text.matchAll(join)]
      .filter(
        ([, table = "", condition = ""]) =>
          tenantTables.includes(table) && !/\borg_id = |\busing \(.*org_id|^\(.*org_id|= \w+\.org_id/.test(condition),
      )
      .map(([whole]) => `${path}: ${whole}`),
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
