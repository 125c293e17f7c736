import type { ChangeSearch } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import { repeated } from "../../frame/repeated.ts";
import { readAssignments } from "../entities/read-draft.ts";

export interface FilterOptions {
  readonly where: readonly string[];
  readonly criteria?: string;
  readonly entityType?: string;
}

/** The ways to say which changes are wanted. */
export function withFilter(command: Command): Command {
  return command
    .option("--entity-type <name>", "only changes of this kind, such as item")
    .option("--where <field=value>", "action=update, changed=price, createdById=…; may be repeated", repeated, [])
    .option("--criteria <object>", "a condition as JSON or jsurl");
}

export function filterOf({
  where,
  criteria,
  entityType,
}: FilterOptions): Pick<ChangeSearch, "criteria" | "entityType"> {
  if (criteria !== undefined && where.length > 0) {
    throw usageError("--where and --criteria exclude each other.", "Put everything into --criteria.");
  }
  return {
    ...(entityType === undefined ? {} : { entityType }),
    ...(criteria === undefined ? {} : { criteria }),
    ...(where.length === 0 ? {} : { criteria: readAssignments(where, "--where") }),
  };
}
