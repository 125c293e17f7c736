import type { Right, RightsPreset } from "@weft/client";
import { type Command, Option } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Owner } from "./find-owner.ts";

/** Whom a credential is for and what it may do, as it is typed. */
export interface GrantOptions {
  readonly app?: string;
  readonly user?: string;
  readonly preset?: RightsPreset;
  readonly rights?: string;
}

const presets: readonly RightsPreset[] = ["read-only", "loader", "callback", "admin"];

export function withGrantOptions(command: Command): Command {
  const preset = new Option("--preset <name>", "what it may do; left out, all product data and no administration");
  return command
    .addOption(preset.choices(presets))
    .option("--rights <json>", "what it may do, in detail; instead of a preset");
}

interface Grants {
  readonly appId?: string;
  readonly userId?: string;
  readonly preset?: RightsPreset;
  readonly rights?: Right[];
}

/** What an integration needs that reads, writes, loads and calls back, and nothing of the administration. */
const productData: Right = { verbs: ["read", "create", "update", "delete"], typePath: "*" };

/** An app's credential needs rights of its own; those of a user are the user's. */
export function grantsFor(owner: Owner, { preset, rights }: GrantOptions): Grants {
  const given = {
    ...(preset === undefined ? {} : { preset }),
    ...(rights === undefined ? {} : { rights: readRights(rights) }),
  };
  switch (owner.type) {
    case "app":
      return { appId: owner.id, ...(Object.keys(given).length === 0 ? { rights: [productData] } : given) };
    case "user":
      return { userId: owner.id, ...given };
    case "caller":
      return given;
  }
}

/** A list of rights as JSON; what is in each of them, the service checks. */
function readRights(text: string): Right[] {
  try {
    const value: unknown = JSON.parse(text);
    if (isRights(value)) return value;
  } catch {
    // Told below, with what is JSON and no list.
  }
  throw usageError(
    "--rights takes a list of rights as JSON.",
    `Such as '[{"verbs": ["read"], "typePath": "item:*"}]'.`,
  );
}

function isRights(value: unknown): value is Right[] {
  return Array.isArray(value) && value.every((right) => typeof right === "object" && right !== null);
}
