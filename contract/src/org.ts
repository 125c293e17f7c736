import { z } from "zod";
import { idSchema, labelSchema, slugSchema, timeSchema } from "./fields.ts";
import { defineOperation } from "./operation.ts";

const timeZoneSchema = z.string().refine(isTimeZone, "An IANA time zone such as UTC or Europe/Berlin.");

const orgSchema = z
  .object({
    id: idSchema,
    entityType: z.literal("org"),
    slug: slugSchema,
    name: z.string(),
    timeZone: z.string(),
    sso: z
      .object({
        issuer: z.string(),
        clientId: z.string(),
        hasClientSecret: z.boolean(),
        defaultRole: z.string().nullable(),
      })
      .nullable()
      .describe("The OpenID Connect provider. Shown to administrators only."),
    createdOn: timeSchema,
    updatedOn: timeSchema,
    version: z.int(),
  })
  .meta({ id: "Org" });

export const getOrg = defineOperation({
  id: "get-org",
  method: "GET",
  path: "/org",
  summary: "The organization of the credential",
  tag: "access",
  access: "any",
  answers: { 200: { description: "The organization.", body: orgSchema } },
  errors: [],
});

export const updateOrg = defineOperation({
  id: "update-org",
  method: "PUT",
  path: "/org",
  summary: "Change the fields sent of the organization",
  tag: "access",
  access: "any",
  body: z
    .strictObject({
      name: labelSchema.optional(),
      timeZone: timeZoneSchema.optional(),
      sso: z
        .strictObject({
          issuer: z.url({ protocol: /^https?$/ }).max(2000),
          clientId: z.string().min(1).max(500),
          clientSecret: z.string().min(1).max(2000).optional().describe("Left out, the one that is stored stays."),
          defaultRole: z
            .string()
            .max(63)
            .nullable()
            .default(null)
            .describe("The role of users who sign in for the first time; null lets in only users that exist."),
        })
        .nullable()
        .optional(),
    })
    .meta({ id: "OrgUpdate" }),
  answers: { 200: { description: "Changed.", body: orgSchema } },
  errors: ["forbidden", "version-mismatch"],
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
