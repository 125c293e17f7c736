import { z } from "zod";
import { jsonValueSchema, pageQueryShape, pageShape, timeSchema } from "./fields.ts";
import { defineOperation, type ListNames } from "./operation.ts";

/** The kinds whose every create, update and delete is in the audit log. */
export const auditedKinds = ["user", "role", "app", "api-key", "access-token", "webhook", "inbound-webhook"] as const;
export type AuditedKind = (typeof auditedKinds)[number];

/** Everything that the audit log records. */
export const auditActions = [
  "session.sign-in",
  "session.sign-in-failed",
  "session.sign-out",
  "session.end",
  "user.create",
  "user.update",
  "user.delete",
  "user.erase",
  "role.create",
  "role.update",
  "role.delete",
  "app.create",
  "app.update",
  "app.delete",
  "api-key.create",
  "api-key.update",
  "api-key.delete",
  "api-key.rotate",
  "api-key.revoke",
  "access-token.create",
  "access-token.update",
  "access-token.delete",
  "webhook.create",
  "webhook.update",
  "webhook.delete",
  "webhook.rotate",
  "inbound-webhook.create",
  "inbound-webhook.update",
  "inbound-webhook.delete",
  "inbound-webhook.rotate",
  "org.create",
  "org.update",
  "org.suspend",
  "org.resume",
  "org.rename",
  "org.release-slug",
  "org.request-deletion",
  "org.export",
  "org.import",
  "sign-on.update",
  "entity.purge",
  "export.download",
  "backup.create",
  "backup.restore",
  "database.move",
  "service-secret.rotate",
  "service-secret.reset",
  "job.retry",
  "workflow.take-over",
  "workflow.restart",
  "access.refused",
  "audit-log.erase",
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditOutcomes = ["success", "failure", "denied"] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Who acts. An operator uses `weft admin` on the server, or the operator's token; the system is the service itself; unknown is not signed in. */
export const auditActorTypes = ["user", "app", "operator", "system", "unknown"] as const;
export type AuditActorType = (typeof auditActorTypes)[number];

export const auditCredentialTypes = ["app-key", "user-key", "access-token", "session"] as const;

/** A tenant cannot keep its audit log for a shorter time. */
export const auditRetentionDaysMin = 90;
export const auditRetentionDaysMax = 36_500;

const cursorSchema = z.string().meta({ id: "AuditCursor", description: "A position in the audit log. Opaque." });

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

const credentialSchema = z
  .object({ type: z.enum(auditCredentialTypes), id: z.string() })
  .meta({ id: "AuditCredential" });

const actorSchema = z
  .object({
    type: z.enum(auditActorTypes),
    id: z.string().optional(),
    name: z.string().optional(),
    email: z.string().optional(),
    credential: credentialSchema.optional(),
  })
  .meta({ id: "AuditActor" });

const targetSchema = z
  .object({ type: z.string(), id: z.string().optional(), email: z.string().optional() })
  .meta({ id: "AuditTarget" });

const originSchema = z
  .object({
    address: z.string().optional(),
    userAgent: z.string().optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: "AuditOrigin" });

export const auditEntrySchema = z
  .object({
    id: cursorSchema,
    sequence: z.int().describe("Starts at 1 in each organization, without gaps."),
    action: z.enum(auditActions),
    outcome: z.enum(auditOutcomes).describe("denied: the caller lacked permission."),
    createdOn: timeSchema,
    actor: actorSchema,
    target: targetSchema,
    origin: originSchema,
    before: z
      .record(z.string(), jsonValueSchema)
      .optional()
      .describe("The previous values of the changed fields, without secrets."),
    after: z
      .record(z.string(), jsonValueSchema)
      .optional()
      .describe(
        "The new values of the changed fields, without secrets. secretsChanged lists the secrets that were set.",
      ),
    digests: z
      .record(z.string(), hashSchema)
      .describe("Salted SHA-256 digests of the personal data in this entry, by path, such as target.email."),
    erased: z.array(z.string()).describe("Paths of personal data that was erased or is stored only as a digest."),
    previousHash: hashSchema.describe("The hash of the previous entry; 64 zeros for the first."),
    hash: hashSchema,
  })
  .meta({ id: "AuditEntry" });

const criteriaSchema = z
  .string()
  .optional()
  .describe(
    "An object as jsurl or URL-encoded JSON with any of: action, actorId, targetType, targetId, outcome, createdOn (BETWEEN a and b, or an object with gt, gte, lt or lte; a date is the whole UTC day, both ends included).",
  );

const afterSchema = z
  .string()
  .optional()
  .describe("A cursor, beginning or now: returns the entries after it, oldest first. Continue with coveredUntil.");

const names: ListNames = {
  criteria: {
    action: auditActions,
    outcome: auditOutcomes,
    actorId: undefined,
    targetType: undefined,
    targetId: undefined,
    createdOn: undefined,
  },
  order: [],
  fields: [],
  hasGroups: false,
  example: { action: "user.create" },
};

export const listAuditLog = defineOperation({
  id: "list-audit-log",
  method: "GET",
  path: "/audit-log",
  summary: "Search the audit log, newest first, or follow it with after",
  description: "Returns a page of entries. With after: the entries after a cursor, oldest first. Administrators only.",
  tag: "audit-log",
  access: "any",
  query: z.strictObject({ criteria: criteriaSchema, after: afterSchema, ...pageQueryShape }),
  names,
  answers: {
    200: {
      description: "A page. Administrators only.",
      body: z
        .object({
          ...pageShape(auditEntrySchema),
          coveredUntil: cursorSchema.describe(
            "With after: the cursor to continue from. Otherwise: the cursor to use with after once all pages are read.",
          ),
        })
        .meta({ id: "AuditEntryPage" }),
    },
  },
  errors: ["invalid-query-object", "not-found", "cursor-gone"],
});

export const exportAuditLog = defineOperation({
  id: "export-audit-log",
  method: "GET",
  path: "/audit-log/export",
  summary: "Stream all matching audit entries, oldest first",
  description:
    "Streams entries as NDJSON, oldest first, up to the end of the log when the export started. Administrators only.",
  tag: "audit-log",
  access: "any",
  query: z.strictObject({ criteria: criteriaSchema, after: afterSchema }),
  names,
  answers: {
    200: {
      headers: ["X-Covered-Until"],
      description:
        "One entry per line, up to the end of the log when the export started. X-Covered-Until is its cursor. An interrupted stream is incomplete: continue with after and the id of the last complete line.",
      mediaType: "application/x-ndjson",
      body: z.string(),
    },
  },
  errors: ["invalid-query-object", "not-found", "cursor-gone"],
});

export const auditRetentionSchema = z.int().min(auditRetentionDaysMin).max(auditRetentionDaysMax);
