import { z } from "zod";
import { administeredOperations, deleteQuery } from "./administered-operations.ts";
import { emailSchema, idSchema, labelSchema, timeSchema } from "./fields.ts";
import { flagSchema } from "./list-query.ts";
import { oauthScopeSchema } from "./oauth.ts";
import { defineOperation } from "./operation.ts";
import { presetSchema, rightsSchema, sentRightsSchema } from "./rights.ts";

const commonShape = {
  id: idSchema,
  createdOn: timeSchema,
  updatedOn: timeSchema,
  version: z.int(),
} as const;

const roleNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "A role name has up to 63 characters: a–z, 0–9 and hyphens.");

const passwordSchema = z.string().min(12, "A password must have at least 12 characters.").max(1024);

const userSchema = z
  .object({
    ...commonShape,
    entityType: z.literal("user"),
    typePath: z.literal("user"),
    email: z.string(),
    name: z.string(),
    role: z.string(),
    isActive: z.boolean(),
    hasPassword: z.boolean(),
    hasSignOn: z.boolean(),
    lastLoginOn: timeSchema.nullable(),
    externalId: z.string().nullable().describe("The user's ID at the identity provider. Set by SCIM."),
    givenName: z.string().nullable().describe("Set by SCIM."),
    familyName: z.string().nullable().describe("Set by SCIM."),
  })
  .meta({ id: "User" });

const userErasureSchema = z
  .object({
    id: idSchema,
    pseudonym: z.string().describe("Shown wherever the user's name was stored, such as user 7F3K2."),
    erasedOn: timeSchema,
    rows: z.record(z.string(), z.int()).describe("The number of changed and deleted rows by table of the database."),
  })
  .meta({ id: "UserErasure" });

const administeredUsers = administeredOperations({
  name: "user",
  plural: "users",
  shape: userSchema,
  create: z
    .strictObject({
      email: emailSchema,
      name: labelSchema.optional(),
      role: roleNameSchema.default("viewer"),
      password: passwordSchema.optional().describe("Default: none. The user can only sign in with single sign-on."),
    })
    .meta({ id: "UserCreate" }),
  created: userSchema,
  update: {
    name: labelSchema.optional(),
    role: roleNameSchema.optional(),
    isActive: z.boolean().optional(),
    password: passwordSchema.optional(),
    revokeKeys: z
      .boolean()
      .optional()
      .describe("Also revokes the user's API keys. Changing the password alone does not revoke them."),
  },
});

export const userOperations = {
  ...administeredUsers,
  remove: defineOperation({
    ...administeredUsers.remove,
    summary: "Delete a user, or erase their personal data",
    description:
      "Deletes the user with their sessions, API keys and tokens. Names in the change history and the audit log stay. erase also replaces name, email and addresses in all stored data with a pseudonym; it also accepts the id of a user who was deleted before.",
    query: deleteQuery({
      erase: flagSchema
        .optional()
        .describe("Also erases the user's personal data. Cannot be undone, and cannot be combined with dryRun."),
    }),
    answers: {
      200: { description: "Erased.", body: userErasureSchema },
      204: { description: "Deleted." },
    },
  }),
} as const;

const roleSchema = z
  .object({
    ...commonShape,
    entityType: z.literal("role"),
    typePath: z.literal("role"),
    name: z.string(),
    displayName: z.string().nullable().describe("The name of the group at the identity provider. Set by SCIM."),
    externalId: z.string().nullable().describe("The group's ID at the identity provider. Set by SCIM."),
    rights: rightsSchema,
  })
  .meta({ id: "Role" });

export const roleOperations = administeredOperations({
  name: "role",
  plural: "roles",
  shape: roleSchema,
  create: z.strictObject({ name: roleNameSchema, rights: sentRightsSchema }).meta({ id: "RoleCreate" }),
  created: roleSchema,
  update: { rights: sentRightsSchema.optional() },
});

const appSchema = z
  .object({
    ...commonShape,
    entityType: z.literal("app"),
    typePath: z.literal("app"),
    name: z.string(),
    description: z.string(),
    rights: rightsSchema
      .nullable()
      .describe("The permissions of workflows that act as the app. null: no workflow can act as the app."),
  })
  .meta({ id: "App" });

const appRightsSchema = sentRightsSchema.describe(
  "The permissions of workflows that act as the app. The app's keys have their own permissions.",
);

const appDescriptionSchema = z.string().max(2000);

export const appOperations = administeredOperations({
  name: "app",
  plural: "apps",
  shape: appSchema,
  create: z
    .strictObject({
      name: labelSchema,
      description: appDescriptionSchema.default(""),
      rights: appRightsSchema.optional(),
    })
    .meta({ id: "AppCreate" }),
  created: appSchema,
  update: {
    name: labelSchema.optional(),
    description: appDescriptionSchema.optional(),
    rights: appRightsSchema.nullable().optional(),
  },
});

const ratePerSecondSchema = z.number().min(0.1).max(1_000_000);

const allowedAddressesSchema = z
  .array(z.string().min(1).max(50))
  .max(100)
  .describe("The IP addresses that may use the key, such as 203.0.113.7 or 203.0.113.0/24. Empty: any.");

const apiKeySchema = z
  .object({
    ...commonShape,
    entityType: z.literal("api-key"),
    typePath: z.literal("api-key"),
    label: z.string(),
    appId: idSchema.nullable(),
    userId: idSchema.nullable(),
    secretHint: z.string().describe("The first and last characters of the key, to identify it."),
    preset: presetSchema.nullable(),
    rights: rightsSchema.nullable().describe("null if a preset or the user's role applies."),
    ratePerSecond: z.number().nullable().describe("null: the operator's default."),
    allowedAddresses: allowedAddressesSchema,
    expiresOn: timeSchema.nullable(),
    revokedOn: timeSchema.nullable(),
    lastUsedOn: timeSchema.nullable().describe("Accurate to about one minute."),
    createdById: z.string().nullable(),
  })
  .meta({ id: "ApiKey" });

const createdApiKeySchema = apiKeySchema
  .extend({ apiKey: z.string().describe("The full key. Shown only once.") })
  .meta({ id: "CreatedApiKey" });

export const apiKeyOperations = {
  ...administeredOperations({
    name: "api-key",
    plural: "api-keys",
    shape: apiKeySchema,
    create: z
      .strictObject({
        appId: idSchema
          .optional()
          .describe("The app that the key belongs to. Without appId and userId, the key belongs to you."),
        userId: idSchema.optional().describe("The user that the key belongs to. The key has that user's permissions."),
        label: labelSchema.default("default").describe("For example, the environment where the key is used."),
        preset: presetSchema.optional(),
        rights: sentRightsSchema.optional(),
        ratePerSecond: ratePerSecondSchema.optional(),
        allowedAddresses: allowedAddressesSchema.optional(),
        expiresOn: timeSchema
          .optional()
          .describe("Default: the organization's keyLifetimeDays from now, or never if it is not set."),
      })
      .meta({ id: "ApiKeyCreate" }),
    created: createdApiKeySchema,
    update: {
      label: labelSchema.optional(),
      preset: presetSchema.nullable().optional().describe("Replaces rights."),
      rights: sentRightsSchema.nullable().optional().describe("Replaces preset."),
      ratePerSecond: ratePerSecondSchema.nullable().optional(),
      allowedAddresses: allowedAddressesSchema.optional(),
      expiresOn: timeSchema.nullable().optional(),
    },
  }),
  rotate: defineOperation({
    id: "rotate-api-key",
    method: "POST",
    path: "/api-keys/{id}/rotate",
    summary: "Rotate an API key; the old key stays valid for the overlap",
    description: "Returns a new key once, with the same permissions. The old key stays valid until the overlap ends.",
    tag: "api-keys",
    access: "any",
    aliasOf: { plural: "api-keys", singular: "api-key" },
    params: z.strictObject({ id: idSchema }),
    body: z
      .strictObject({ overlapSeconds: z.int().min(0).max(2_592_000).default(86_400) })
      .prefault({})
      .meta({ id: "ApiKeyRotate" }),
    answers: { 201: { headers: ["ETag", "Location"], description: "The new key.", body: createdApiKeySchema } },
    errors: ["forbidden", "not-found", "conflict"],
  }),
  revoke: defineOperation({
    id: "revoke-api-key",
    method: "POST",
    path: "/api-keys/{id}/revoke",
    summary: "Revoke an API key immediately on all nodes",
    description: "Rejects all further requests with the key. A revoked key cannot be restored.",
    tag: "api-keys",
    access: "any",
    aliasOf: { plural: "api-keys", singular: "api-key" },
    params: z.strictObject({ id: idSchema }),
    answers: { 200: { headers: ["ETag"], description: "Revoked.", body: apiKeySchema } },
    errors: ["forbidden", "not-found"],
  }),
};

const accessTokenSchema = z
  .object({
    ...commonShape,
    entityType: z.literal("access-token"),
    typePath: z.literal("access-token"),
    label: z.string(),
    appId: idSchema.nullable(),
    userId: idSchema.nullable(),
    preset: presetSchema.nullable(),
    rights: rightsSchema.nullable(),
    scope: oauthScopeSchema
      .nullable()
      .describe("Of an application that is connected by OAuth: read limits the user's rights to reading."),
    clientName: z
      .string()
      .nullable()
      .describe("The name that an application that is connected by OAuth gave itself. Not verified."),
    taskId: z.string().nullable().describe("The only task that the token can be used for."),
    expiresOn: timeSchema,
    revokedOn: timeSchema.nullable(),
    lastUsedOn: timeSchema.nullable(),
    createdById: z.string().nullable(),
  })
  .meta({ id: "AccessToken" });

export const accessTokenOperations = administeredOperations({
  name: "access-token",
  plural: "access-tokens",
  shape: accessTokenSchema,
  create: z
    .strictObject({
      appId: idSchema.optional(),
      userId: idSchema.optional(),
      label: labelSchema.default("token"),
      preset: presetSchema.optional().describe("callback limits the token to callbacks."),
      rights: sentRightsSchema.optional(),
      taskId: z.string().min(1).max(64).optional().describe("Limits the token to callbacks of one task."),
      expiresInSeconds: z.int().min(60).max(31_536_000).default(3600),
    })
    .meta({ id: "AccessTokenCreate" }),
  created: accessTokenSchema
    .extend({ accessToken: z.string().describe("The full token. Shown only once.") })
    .meta({ id: "CreatedAccessToken" }),
  update: { label: labelSchema.optional() },
});
