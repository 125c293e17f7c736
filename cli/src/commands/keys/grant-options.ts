import type { Right, RightsPreset } from "@weft/client";
import { type Command, Option } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Owner } from "./find-owner.ts";

/** The options for the owner and the permissions of a credential. */
export interface GrantOptions {
  readonly app?: string;
  readonly user?: string;
  readonly preset?: RightsPreset;
  readonly rights?: string;
}

const presets: readonly RightsPreset[] = ["read-only", "loader", "callback", "admin"];

export function withGrantOptions(command: Command): Command {
  const preset = new Option("--preset <name>", "permissions preset. Default: all product data, no administration.");
  return command
    .addOption(preset.choices(presets))
    .option("--rights <json>", "permissions in detail, instead of a preset");
}

interface Grants {
  readonly appId?: string;
  readonly userId?: string;
  readonly preset?: RightsPreset;
  readonly rights?: Right[];
}

/** The permissions of a typical integration: read, write, load and callbacks, without administration. */
const productData: Right = { verbs: ["read", "create", "update", "delete"], typePath: "*" };

/** An app's credential needs its own permissions; a user's credential has those of the user. */
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

/** A list of permissions as JSON; the service validates its members. */
function readRights(text: string): Right[] {
  try {
    const value: unknown = JSON.parse(text);
    if (isRights(value)) return value;
  } catch {
    // Reported below, like JSON that is not a list.
  }
  throw usageError(
    "--rights takes a JSON list of permissions.",
    `Example: '[{"verbs": ["read"], "typePath": "item:*"}]'.`,
  );
}

function isRights(value: unknown): value is Right[] {
  return Array.isArray(value) && value.every((right) => typeof right === "object" && right !== null);
}
