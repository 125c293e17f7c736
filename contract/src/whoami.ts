import { z } from "zod";
import { idSchema, slugSchema, timeSchema } from "./fields.ts";
import { defineOperation } from "./operation.ts";
import { rightsSchema } from "./rights.ts";

export const actorSchema = z
  .object({
    id: idSchema,
    type: z.enum(["user", "app"]),
    name: z.string(),
    email: z.string().optional(),
  })
  .meta({ id: "Actor", description: "The user or app." });

export const orgReferenceSchema = z
  .object({ id: idSchema, slug: slugSchema, name: z.string() })
  .meta({ id: "OrgReference" });

export const whoamiSchema = z
  .object({
    org: orgReferenceSchema,
    actor: actorSchema,
    credential: z
      .object({
        type: z.enum(["app-key", "user-key", "access-token", "session"]),
        id: z.string().optional(),
        label: z.string().optional(),
        expiresOn: timeSchema.optional(),
      })
      .meta({ id: "Credential" }),
    role: z.string().optional().describe("A user's role."),
    isAdministrator: z.boolean(),
    rights: rightsSchema.describe("The credential's permissions for product data."),
    taskId: z.string().optional().describe("The only task that the credential can be used for."),
    rate: z
      .object({ requestsPerSecond: z.number(), burst: z.number() })
      .meta({ id: "RateLimit" })
      .nullable()
      .describe("null if the operator disabled rate limits."),
    csrfToken: z.string().optional().describe("Required for writes with a session: send it as X-Csrf-Token."),
  })
  .meta({ id: "Whoami" });

export const whoami = defineOperation({
  id: "whoami",
  method: "GET",
  path: "/whoami",
  summary: "Read the caller, its permissions and rate limit",
  description:
    "Returns the organization, the user or app, the credential and its permissions. A session also gets its CSRF token here.",
  tag: "access",
  access: "task",
  answers: { 200: { description: "The caller.", body: whoamiSchema } },
  errors: [],
});
