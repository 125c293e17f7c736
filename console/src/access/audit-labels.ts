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

type AuditAction = AuditEntry["action"];
type AuditOutcome = AuditEntry["outcome"];

/** The label of each action. */
export const actionLabels: Readonly<Record<AuditAction, string>> = {
  "session.sign-in": "Signed in",
  "session.sign-in-failed": "Sign-in failed",
  "session.sign-out": "Signed out",
  "session.end": "Sessions ended",
  "user.create": "User created",
  "user.update": "User changed",
  "user.delete": "User deleted",
  "user.erase": "User erased",
  "role.create": "Role created",
  "role.update": "Role changed",
  "role.delete": "Role deleted",
  "app.create": "App created",
  "app.update": "App changed",
  "app.delete": "App deleted",
  "api-key.create": "API key created",
  "api-key.update": "API key changed",
  "api-key.delete": "API key deleted",
  "api-key.rotate": "API key rotated",
  "api-key.revoke": "API key revoked",
  "access-token.create": "Access token created",
  "access-token.update": "Access token changed",
  "access-token.delete": "Access token deleted",
  "webhook.create": "Webhook created",
  "webhook.update": "Webhook changed",
  "webhook.delete": "Webhook deleted",
  "webhook.rotate": "Webhook secret rotated",
  "inbound-webhook.create": "Inbound webhook created",
  "inbound-webhook.update": "Inbound webhook changed",
  "inbound-webhook.delete": "Inbound webhook deleted",
  "inbound-webhook.rotate": "Secret of an inbound webhook rotated",
  "org.create": "Organization created",
  "org.update": "Organization settings changed",
  "org.suspend": "Organization suspended",
  "org.resume": "Organization resumed",
  "org.rename": "Organization renamed",
  "org.release-slug": "Former slug given up",
  "org.request-deletion": "Deletion of the organization requested",
  "org.export": "Organization exported",
  "org.import": "Organization imported",
  "sign-on.update": "Single sign-on settings changed",
  "entity.purge": "Entity purged",
  "export.download": "Data exported",
  "backup.create": "Backup created",
  "backup.restore": "Backup restored",
  "database.move": "Database moved",
  "service-secret.rotate": "Service secret rotated",
  "service-secret.reset": "Service secret reset",
  "job.retry": "Failed job retried",
  "workflow.take-over": "Workflow taken over",
  "workflow.restart": "Run restarted",
  "access.refused": "Access denied",
  "audit-log.erase": "Personal values erased",
};

export const auditActions = Object.entries(actionLabels).map(([value, label]) => ({ value, label }));

const outcomeLabels: Readonly<Record<AuditOutcome, string>> = {
  success: "Success",
  failure: "Failure",
  denied: "Denied",
};

export const auditOutcomes = Object.entries(outcomeLabels).map(([value, label]) => ({ value, label }));
