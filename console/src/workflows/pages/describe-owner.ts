import type { EventWorkflowOwner } from "@weft/client";

const kinds = { user: "user", key: "API key", token: "access token", app: "app" } as const;

/** Such as "Ada (user)" or "ERP (API key: production)". */
export function describeOwner(owner: EventWorkflowOwner | null): string {
  if (owner === null) return "unknown";
  const name = owner.name === "" ? "deleted" : owner.name;
  return `${name} (${kinds[owner.type]}${owner.label === undefined ? "" : `: ${owner.label}`})`;
}
