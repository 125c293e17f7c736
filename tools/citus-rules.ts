import type { SourceFile } from "./list-files.ts";
import { commandsOfMigrations, type FoundStatement, statementsOf } from "./sql-statements.ts";

/** Migrations before this one ran before any schema was distributed. */
const firstMigration = 32;

/** Tables of the coordinator, which PostgreSQL itself plans. */
export const coordinatorTables = [
  "feed_timeline",
  "job_schedules",
  "login_failures",
  "org_deletions",
  "org_imports",
  "rate_buckets",
  "schema_migrations",
  "secret_rotation",
  "service_secrets",
];
const localTables = new RegExp(`^(${[...coordinatorTables, "pg_temp", "graphile_worker"].join("|")})\\b`);

// Citus would send it to a worker, which does not have the table.
const changesLocalByReference = new RegExp(
  `^(?:update|delete from) (?:${coordinatorTables.join("|")})\\b.*\\bfrom (?:orgs|nodes|former_slugs)\\b`,
);

const volatileCall =
  /\b(clock_timestamp|gen_random_uuid|nextval|pg_advisory\w*|pg_current_xact_id|random|set_config|setval|timeofday)\(/;
// Of PostgreSQL's functions that depend on settings or on the time, those that a statement of ours may need.
const stableCall =
  /\b(age|concat|concat_ws|current_setting|date_part|date_trunc|format|jsonb_build_\w+|json_build_\w+|now|statement_timestamp|to_char|to_json|to_jsonb|transaction_timestamp)\(|\bcurrent_(timestamp|date|time)\b/;
// A time and an interval that a column has, or JSON of a column.
const stableOfColumn =
  /\bmake_interval\(\w+ => (?!\$\{|\d|\()|\* interval\b|[\w)] [-+] \(now\(\)|\b(?:to_jsonb|jsonb_build_object)\((?!\$\{)/;

/** What Citus refuses in statements on distributed and reference tables. Each check returns why, if it does. */
const checks: readonly ((command: Command) => string | undefined)[] = [
  ({ text }) => (/\bwith recursive\b/.test(text) ? "a recursive CTE" : undefined),
  ({ text }) => (/\bexists \(\s*select from\b/.test(text) ? "a subquery without columns: select 1" : undefined),
  ({ text }) =>
    /\bas (?:not )?(?:materialized )?\(\s*(?:insert into|update|delete from)\b/.test(text)
      ? "a data-modifying CTE, whose result goes to every worker: send single statements with queryAll"
      : undefined,
  ({ kind, text }) =>
    (kind === "update" || kind === "delete") && volatileCall.test(text)
      ? "a volatile function in a change: statement_timestamp() is stable"
      : undefined,
  ({ kind, text }) =>
    kind === "insert" && /\bvalues \(.*\(\s*select\b/.test(text) ? "a subquery in VALUES or RETURNING" : undefined,
  ({ upsert }) =>
    stableCall.test(upsert) || volatileCall.test(upsert)
      ? "a function of the time in an upsert: excluded.<column>"
      : undefined,
  ({ returning }) =>
    stableCall.test(returning) || volatileCall.test(returning)
      ? "a function in RETURNING that is not immutable"
      : undefined,
  ({ kind, changed }) =>
    (kind === "update" || kind === "delete") && lazyPartsOf(changed).some((part) => stableCall.test(part))
      ? "a function in CASE or COALESCE that is not immutable"
      : undefined,
  ({ kind, changed }) =>
    (kind === "update" || kind === "delete") && stableOfColumn.test(changed)
      ? "a function of a column that is not immutable"
      : undefined,
];

/** Statements that Citus refuses. */
export function refusedByCitus(files: readonly SourceFile[]): string[] {
  const sources = files.filter(({ path }) => /^server\/src\/(?!.*\.test\.ts$|.*\/testing\/)/.test(path));
  return [...statementsOf(sources), ...commandsOfMigrations(files, firstMigration)].flatMap((statement) => {
    if (changesLocalByReference.test(statement.text)) {
      return [
        `${statement.path}: a change of the coordinator's table that reads a reference table: ${statement.text.slice(0, 80)}`,
      ];
    }
    const command = commandOf(statement);
    return command === undefined
      ? []
      : checks.flatMap((check) => {
          const reason = check(command);
          return reason === undefined ? [] : [`${statement.path}: ${reason}: ${statement.text.slice(0, 80)}`];
        });
  });
}

interface Command {
  readonly kind: "select" | "insert" | "update" | "delete" | "part";
  readonly text: string;
  /** What an insert does on a conflict. */
  readonly upsert: string;
  /** What an update sets, and the conditions, without subqueries. */
  readonly changed: string;
  readonly returning: string;
}

const kinds: Readonly<Record<string, Command["kind"]>> = {
  "insert into": "insert",
  update: "update",
  "delete from": "delete",
  select: "select",
};

/** Undefined for tables that are not distributed. */
function commandOf({ text }: FoundStatement): Command | undefined {
  const outer = withoutParts(text, /\(\s*(?:select|insert into|update|delete from)\b/);
  const [, verb = "", table = ""] = /\b(insert into|update|delete from|select)\b(?: ([\w.]+))?/.exec(outer) ?? [];
  if (localTables.test(table)) {
    return undefined;
  }
  const kind = kinds[verb] ?? "part";
  const [before = "", returning = ""] = outer.split(/\breturning\b/);
  const [, upsert = ""] = before.split(/\bdo update\b/);
  return { kind, text, upsert, changed: before, returning };
}

/** The text without parts in parentheses that begin like this. */
function withoutParts(text: string, beginning: RegExp): string {
  const found = beginning.exec(text);
  if (found === null) {
    return text;
  }
  const end = endOfParentheses(text, found.index);
  return `${text.slice(0, found.index)}()${withoutParts(text.slice(end), beginning)}`;
}

/** The arguments of each coalesce, and each case. */
function lazyPartsOf(text: string): string[] {
  const coalesced = [...text.matchAll(/\bcoalesce\(/g)].map(({ index }) =>
    text.slice(index, endOfParentheses(text, text.indexOf("(", index))),
  );
  return [...coalesced, ...[...text.matchAll(/\bcase\b.*?\bend\b/g)].map(([part]) => part)];
}

function endOfParentheses(text: string, begin: number): number {
  let depth = 0;
  for (let index = begin; index < text.length; index += 1) {
    depth += Number(text[index] === "(") - Number(text[index] === ")");
    if (depth === 0) {
      return index + 1;
    }
  }
  return text.length;
}
