import type { AuditEntry } from "@weft/client";

const actorLabels: Readonly<Record<AuditEntry["actor"]["type"], string>> = {
  user: "User",
  app: "App",
  operator: "Operator",
  system: "System",
  unknown: "Not signed in",
};

/** The name where it was not erased, else the id. */
export function actorName({ actor }: AuditEntry): string {
  const name = actor.name ?? actor.email ?? actor.id;
  if (name === undefined) return actorLabels[actor.type];
  return actor.type === "operator" ? `${actorLabels.operator} ${name}` : name;
}

export function targetName({ target, before, after }: AuditEntry): string {
  const named = [
    target.email,
    after?.["email"],
    after?.["name"],
    after?.["label"],
    before?.["email"],
    before?.["name"],
  ];
  const name = named.find((value) => typeof value === "string") ?? target.id;
  return name === undefined ? target.type : `${target.type} ${String(name)}`;
}
