import type { LinkProps } from "@tanstack/react-router";
import type { ChangeRecord } from "@weft/client";
import { kindOfType } from "../entities/entity-kind.ts";
import type { ChangeAction, ChangeSource } from "./change-filters.ts";

export const actionLabels: Readonly<Record<ChangeAction, { readonly word: string; readonly color: string }>> = {
  create: { word: "created", color: "teal" },
  update: { word: "changed", color: "blue" },
  delete: { word: "deleted", color: "red" },
};

export const sourceLabels: Readonly<Record<ChangeSource, string>> = {
  api: "API",
  console: "Console",
  loader: "Load",
  workflow: "Workflow",
  cli: "Command line",
  mcp: "Assistant",
};

/** The kinds other than product data that have a history. */
export const otherKinds: Readonly<Record<string, string>> = {
  "entity-type": "Type",
  "option-set": "Option set",
  "event-workflow": "Workflow",
  webhook: "Webhook",
  role: "Role",
  org: "Organization",
};

/** The label of a kind: Item, Option set. */
export function kindWord(entityType: string): string {
  return kindOfType(entityType)?.one ?? otherKinds[entityType] ?? entityType;
}

/** The page of the changed entity. */
export function entityLinkOf({ entityType, entityId: id }: ChangeRecord): LinkProps | undefined {
  switch (entityType) {
    case "assortment":
      return { to: "/assortments/$id", params: { id } };
    case "project":
      return { to: "/projects/$id", params: { id } };
    case "entity-type":
      return { to: "/types/$id", params: { id } };
    case "option-set":
      return { to: "/option-sets/$id", params: { id } };
    case "event-workflow":
      return { to: "/workflows/$id", params: { id } };
    case "webhook":
      return { to: "/webhooks/$id", params: { id } };
    case "role":
      return { to: "/roles" };
    case "org":
      return { to: "/limits" };
    default: {
      const kind = kindOfType(entityType);
      return kind === undefined ? undefined : { to: "/entities/$kind/$id", params: { kind: kind.path, id } };
    }
  }
}

/** The origin of a change, where that has a page. */
export function sourceLinkOf({ source, sourceId: id }: ChangeRecord): LinkProps | undefined {
  if (id === undefined) return undefined;
  if (source === "loader") return { to: "/loads/$id", params: { id } };
  return source === "workflow" ? { to: "/processes/$id", params: { id } } : undefined;
}
