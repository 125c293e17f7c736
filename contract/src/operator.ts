import { z } from "zod";
import { idSchema, pageOf, pageQueryShape, slugSchema, timeSchema } from "./fields.ts";
import { flagSchema } from "./list-query.ts";
import { defineOperation } from "./operation.ts";

const statuses = ["active", "suspended", "deleting"] as const;

const reasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^\p{Cc}]*$/u, "Control characters are not allowed.")
  .meta({ pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*$" })
  .describe("Shown to the members of the organization, in the problem of every request.");

export const orgDeletionSchema = z
  .object({
    id: idSchema,
    orgId: idSchema,
    slug: slugSchema.describe("The slug of the organization when its deletion was requested."),
    requestedOn: timeSchema,
    requestedBy: z.string().describe("The operator's account on the server, or operator token."),
    dueOn: timeSchema.describe("The deletion does not start before. Until it has started, resume cancels it."),
    startedOn: timeSchema.nullable(),
    completedOn: timeSchema.nullable(),
    rows: z.record(z.string(), z.int()).describe("The number of deleted rows by table."),
    files: z.int().describe("The number of deleted files."),
    fileBytes: z.int().describe("Their size in bytes."),
  })
  .meta({ id: "OrgDeletion", description: "A deletion of an organization. Once completed, it is the receipt." });

export const operatorOrgSchema = z
  .object({
    id: idSchema,
    slug: slugSchema,
    name: z.string(),
    status: z.enum(statuses).describe("deleting: a deletion is requested or in progress."),
    createdOn: timeSchema,
    lastActivityOn: timeSchema.nullable().describe("The latest change, sign-in or use of a key."),
    users: z.int(),
    entities: z.int(),
    files: z.int(),
    fileBytes: z.int().describe("The size of all files in bytes."),
    suspension: z
      .object({ since: timeSchema, reason: z.string() })
      .meta({ id: "OrgSuspension" })
      .nullable()
      .describe("null unless the organization is suspended."),
    deletion: orgDeletionSchema.nullable().describe("null unless a deletion is requested or in progress."),
    formerSlugs: z
      .array(z.object({ slug: slugSchema, validUntil: timeSchema }).meta({ id: "FormerSlug" }))
      .describe("Slugs from before a rename that still work."),
  })
  .meta({ id: "OperatorOrg", description: "An organization as the operator sees it." });

const toEnterAgainSchema = z
  .object({
    passwords: z.int().describe("The number of users who had a password."),
    keysOfApps: z.array(z.string()).describe("The names of apps that had keys."),
    signOnClientSecret: z.boolean(),
    webhooks: z.array(z.string()).describe("The ids, in the archive, of webhooks that had a secret."),
    inboundWebhooks: z.array(z.string()).describe("The ids, in the archive, of inbound webhooks."),
    workflows: z.array(z.string()).describe("The identifiers of workflows with secrets of outbound requests."),
  })
  .meta({ id: "OrgSecretsToEnter", description: "Secrets are not exported: these must be entered again." });

const shared = { tag: "operator", access: "operator" } as const;
const orgParams = z.strictObject({ slug: z.string().min(1).max(512).describe("The slug, or a former one.") });
const orgAnswer = { 200: { description: "The organization.", body: operatorOrgSchema } } as const;

export const operatorOperations = {
  list: defineOperation({
    ...shared,
    id: "list-orgs",
    method: "GET",
    path: "/operator/orgs",
    summary: "List all organizations",
    description: "Returns a page of organizations by slug, with their size and last activity. Counts are exact.",
    query: z.strictObject({ status: z.enum(statuses).optional(), ...pageQueryShape }),
    answers: { 200: { description: "A page.", body: pageOf(operatorOrgSchema) } },
    errors: ["not-found"],
  }),
  read: defineOperation({
    ...shared,
    id: "read-org",
    method: "GET",
    path: "/operator/orgs/{slug}",
    summary: "Read an organization as the operator",
    description: "Returns the organization with its size, suspension, deletion and former slugs.",
    params: orgParams,
    answers: orgAnswer,
    errors: ["not-found"],
  }),
  suspend: defineOperation({
    ...shared,
    id: "suspend-org",
    method: "POST",
    path: "/operator/orgs/{slug}/suspend",
    summary: "Suspend an organization",
    description:
      "Every sign-in and request of the organization returns 403 org-suspended. Loads, workflows, schedules and webhook deliveries pause and continue after resume. Of a suspended organization it replaces the reason. Returns 409 once a deletion has started.",
    params: orgParams,
    body: z.strictObject({ reason: reasonSchema }).meta({ id: "OrgSuspend" }),
    answers: orgAnswer,
    errors: ["not-found", "conflict"],
  }),
  resume: defineOperation({
    ...shared,
    id: "resume-org",
    method: "POST",
    path: "/operator/orgs/{slug}/resume",
    summary: "Resume a suspended organization",
    description:
      "Ends the suspension and cancels a deletion that has not started. Paused work continues, and its timeouts are extended by the suspension. Returns 409 once a deletion has started, and for an organization whose import is not complete.",
    params: orgParams,
    answers: orgAnswer,
    errors: ["not-found", "conflict"],
  }),
  rename: defineOperation({
    ...shared,
    id: "rename-org",
    method: "POST",
    path: "/operator/orgs/{slug}/rename",
    summary: "Give an organization another slug",
    description:
      "The old slug works for another 90 days in X-Api-Org, sign-ins and links, and no other organization can take it. Responses contain the new slug.",
    params: orgParams,
    body: z.strictObject({ slug: slugSchema }).meta({ id: "OrgRename" }),
    answers: orgAnswer,
    errors: ["not-found", "conflict"],
  }),
  releaseSlug: defineOperation({
    ...shared,
    id: "release-org-slug",
    method: "DELETE",
    path: "/operator/orgs/{slug}/former-slugs/{formerSlug}",
    summary: "Give up a former slug before its date",
    description: "The former slug stops working, and another organization can take it.",
    params: orgParams.extend({ formerSlug: z.string().min(1).max(512) }),
    answers: orgAnswer,
    errors: ["not-found", "conflict"],
  }),
  requestDeletion: defineOperation({
    ...shared,
    id: "request-org-deletion",
    method: "POST",
    path: "/operator/orgs/{slug}/deletion",
    summary: "Request the deletion of an organization",
    description:
      "Suspends the organization. When the waiting time is over, a job deletes all of its data and files. Until it has started, resume cancels the deletion, and another request replaces the date; then both return 409.",
    params: orgParams,
    body: z
      .strictObject({
        confirm: z.string().describe("The current slug of the organization, to confirm the deletion."),
        waitDays: z.number().min(0).max(365).default(7).describe("Days until the deletion starts."),
        now: z
          .boolean()
          .default(false)
          .describe("Starts within two minutes instead of after waitDays. Only for an organization that is suspended."),
      })
      .meta({ id: "OrgDeletionRequest" }),
    answers: { 202: { description: "Requested.", body: operatorOrgSchema } },
    errors: ["not-found", "conflict"],
  }),
  export: defineOperation({
    ...shared,
    id: "export-org",
    method: "GET",
    path: "/operator/orgs/{slug}/export",
    summary: "Export an organization as an archive",
    description:
      "Streams everything of the organization except secrets, of one snapshot, as a tar archive compressed with gzip. An archive without its last entry, weft-org-end.json, is incomplete: export it again. Returns 409 once a deletion has started.",
    params: orgParams,
    answers: {
      200: {
        headers: ["Content-Disposition"],
        description: "The archive.",
        mediaType: "application/gzip",
        body: z.string(),
      },
    },
    errors: ["not-found", "conflict"],
  }),
  import: defineOperation({
    ...shared,
    id: "import-org",
    method: "POST",
    path: "/operator/orgs/import",
    summary: "Create an organization from an archive",
    description:
      "The body is an archive of the export. It is checked completely before the first write. Sent again after an interruption, with the same parameters, the import continues. Until it is complete the organization is suspended.",
    query: z.strictObject({
      slug: slugSchema.optional().describe("Default: the slug in the archive."),
      newIds: flagSchema
        .optional()
        .describe("Gives everything new ids. Default: ids stay, and an organization that exists here is rejected."),
    }),
    upload: "bytes",
    answers: {
      201: {
        description: "Imported.",
        body: z.object({ org: operatorOrgSchema, toEnterAgain: toEnterAgainSchema }).meta({ id: "ImportedOrg" }),
      },
    },
    errors: ["conflict", "not-found"],
  }),
  listDeletions: defineOperation({
    ...shared,
    id: "list-org-deletions",
    method: "GET",
    path: "/operator/deletions",
    summary: "List requested, running and completed deletions",
    description: "Returns a page of deletions of organizations, newest first. A completed one is a receipt.",
    query: z.strictObject({
      slug: z.string().min(1).max(63).optional().describe("Only deletions of organizations with this slug."),
      ...pageQueryShape,
    }),
    answers: { 200: { description: "A page.", body: pageOf(orgDeletionSchema) } },
    errors: ["not-found"],
  }),
};
