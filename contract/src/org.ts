import { z } from "zod";
import { dryRunParameter, updateBody } from "./administered-operations.ts";
import { auditRetentionSchema } from "./audit-log.ts";
import { typesWithHistory } from "./change-history.ts";
import { idSchema, labelSchema, slugSchema, timeSchema } from "./fields.ts";
import { defineOperation, notModified } from "./operation.ts";
import { dataRetentionSchema, dataRetentionUpdateSchema } from "./retention.ts";

const timeZoneSchema = z.string().refine(isTimeZone, "Must be an IANA time zone such as UTC or Europe/Berlin.");

const emailDomainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/,
    "A domain must be a host name such as example.com, without @.",
  );

const retentionDaysSchema = z.int().min(1).max(36_500);
const keyLifetimeSchema = z.int().min(1).max(3650);
const recordedTypeSchema = z.enum(typesWithHistory);

const ssoSchema = z
  .object({
    issuer: z.string(),
    clientId: z.string(),
    hasClientSecret: z.boolean(),
    defaultRole: z.string().nullable(),
    emailDomains: z
      .array(z.string())
      .describe("Only accounts with a verified email in one of these domains are admitted."),
    isRequired: z.boolean().describe("Sign-in by password is rejected with sso-required."),
  })
  .meta({ id: "OrgSso" });

/** What an organization can set, as it is stored. */
export const orgSettingsSchema = z.object({
  name: labelSchema,
  timeZone: timeZoneSchema,
  retention: z.partialRecord(recordedTypeSchema, retentionDaysSchema),
  dataRetention: dataRetentionSchema,
  auditRetentionDays: auditRetentionSchema.nullable(),
  keyLifetimeDays: keyLifetimeSchema.nullable(),
});

const orgSchema = z
  .object({
    id: idSchema,
    entityType: z.literal("org"),
    slug: slugSchema,
    name: z.string(),
    timeZone: z.string(),
    sso: ssoSchema.nullable().describe("The OpenID Connect provider. Shown to administrators only."),
    retention: z
      .partialRecord(recordedTypeSchema, retentionDaysSchema)
      .describe("Retention of change records in days, by entity type. Records of other types are kept indefinitely."),
    auditRetentionDays: auditRetentionSchema
      .nullable()
      .describe("Retention of audit entries in days, at least 90. null: the operator's default."),
    dataRetention: dataRetentionSchema.describe(
      "Retention of runs, webhook deliveries, loads and unused files in days. For data that is not named, the default applies.",
    ),
    keyLifetimeDays: keyLifetimeSchema
      .nullable()
      .describe("The maximum and default lifetime of a new API key in days. null: no limit."),
    egressAddresses: z
      .array(z.string())
      .describe("The IP addresses that outbound requests come from, for allowlists. Empty if they vary."),
    createdOn: timeSchema,
    updatedOn: timeSchema,
    version: z.int(),
  })
  .meta({ id: "Org" });

export const getOrg = defineOperation({
  id: "get-org",
  method: "GET",
  path: "/org",
  summary: "Read the organization of the credential",
  description: "Returns the name, time zone, retention and sign-on settings of the caller's organization.",
  tag: "access",
  access: "any",
  requestHeaders: ["If-None-Match"],
  answers: {
    200: { headers: ["ETag"], description: "The organization.", body: orgSchema },
    304: notModified,
  },
  errors: ["not-found"],
});

export const updateOrg = defineOperation({
  id: "update-org",
  method: "PUT",
  path: "/org",
  summary: "Update the organization",
  description: "Changes the settings of the organization. Administrators only.",
  tag: "access",
  access: "any",
  query: z.strictObject({ dryRun: dryRunParameter }),
  requestHeaders: ["If-Match"],
  body: updateBody(orgSchema, {
    name: labelSchema.optional(),
    timeZone: timeZoneSchema.optional(),
    sso: z
      .strictObject({
        issuer: z.url({ protocol: /^https?$/ }).max(2000),
        clientId: z.string().min(1).max(500),
        clientSecret: z.string().min(1).max(2000).optional().describe("Default: the stored secret stays."),
        hasClientSecret: z.unknown().optional().describe("Accepted for round trips; ignored."),
        defaultRole: z
          .string()
          .max(63)
          .nullable()
          .default(null)
          .describe("The role of users who sign in for the first time. null: only existing users can sign in."),
        emailDomains: z
          .array(emailDomainSchema)
          .max(100)
          .transform((domains) => [...new Set(domains)])
          .optional()
          .describe(
            "Only accounts with a verified email in one of these domains are admitted, such as example.com. Subdomains are listed separately. An empty list admits all. Default: unchanged.",
          ),
        isRequired: z
          .boolean()
          .optional()
          .describe(
            "Rejects sign-in by password for all users of the organization. Sessions, keys and tokens stay valid. Default: unchanged.",
          ),
      })
      .meta({ id: "OrgSsoUpdate" })
      .nullable()
      .optional(),
    retention: z
      .partialRecord(recordedTypeSchema, retentionDaysSchema.nullable())
      .nullable()
      .optional()
      .describe(
        "Updates the given entity types; null removes one. An empty object or null keeps all records indefinitely.",
      ),
    auditRetentionDays: auditRetentionSchema.nullable().optional(),
    dataRetention: dataRetentionUpdateSchema
      .nullable()
      .optional()
      .describe("Updates the named data; null restores the default of one, or of all."),
    keyLifetimeDays: keyLifetimeSchema.nullable().optional().describe("Existing keys keep their expiry."),
  }).meta({ id: "OrgUpdate" }),
  answers: {
    200: { headers: ["ETag"], description: "Updated, or already up to date.", body: orgSchema },
  },
  errors: ["forbidden", "not-found", "version-mismatch"],
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
