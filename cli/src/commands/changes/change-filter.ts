import type { ChangeSearch } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import { repeated } from "../../frame/option-values.ts";
import { readAssignments } from "../entities/read-draft.ts";

export interface FilterOptions {
  readonly where: readonly string[];
  readonly criteria?: string;
  readonly entityType?: string;
}

/** The options that filter changes. */
export function withFilter(command: Command): Command {
  return command
    .option("--entity-type <name>", "only changes of this entity type, such as item")
    .option(
      "--where <field=value>",
      "a filter such as action=update, changed=price or createdById=…; repeatable",
      repeated,
      [],
    )
    .option("--criteria <object>", "filter criteria as JSON or jsurl");
}

export function filterOf({
  where,
  criteria,
  entityType,
}: FilterOptions): Pick<ChangeSearch, "criteria" | "entityType"> {
  if (criteria !== undefined && where.length > 0) {
    throw usageError("--where and --criteria cannot be combined.", "Put all conditions into --criteria.");
  }
  return {
    ...(entityType === undefined ? {} : { entityType }),
    ...(criteria === undefined ? {} : { criteria }),
    ...(where.length === 0 ? {} : { criteria: readAssignments(where, "--where") }),
  };
}
