import type { AuditSearch } from "@weft/client";
import type { Command } from "commander";

export interface FilterOptions {
  readonly action?: string;
  readonly actor?: string;
  readonly targetType?: string;
  readonly target?: string;
  readonly outcome?: string;
  readonly since?: string;
  readonly until?: string;
}

const firstDay = "2000-01-01";
const lastDay = "9999-12-31";

/** The options that select entries. */
export function withFilter(command: Command): Command {
  return command
    .option("--action <action>", "only this action, such as user.create")
    .option("--actor <id>", "only actions of this user or app")
    .option("--target-type <type>", "only actions on this type, such as api-key")
    .option("--target <id>", "only actions on this target")
    .option("--outcome <outcome>", "success, failure or denied")
    .option("--since <time>", "from this date or time, such as 2026-11-01")
    .option("--until <time>", "up to and including this date or time");
}

export function criteriaOf(options: FilterOptions): Pick<AuditSearch, "criteria"> {
  const { action, actor, targetType, target, outcome, since, until } = options;
  const createdOn =
    since === undefined && until === undefined ? undefined : `BETWEEN ${since ?? firstDay} and ${until ?? lastDay}`;
  const all = { action, actorId: actor, targetType, targetId: target, outcome, createdOn };
  const criteria = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return Object.keys(criteria).length === 0 ? {} : { criteria };
}
