import { z } from "zod";
import { administeredOperations } from "./administered-operations.ts";
import { idSchema, labelSchema, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { defineOperation } from "./operation.ts";
import { rotateBodySchema, validSecretsSchema } from "./webhooks.ts";

const inboundWebhookSchema = z
  .object({
    id: idSchema,
    entityType: z.literal("inbound-webhook"),
    typePath: z.literal("inbound-webhook"),
    name: z.string(),
    description: z.string().nullable(),
    isActive: z.boolean(),
    triggerKey: z.string().describe("webhook|<id>: the key that workflows listen to."),
    url: z.string().describe("The URL to call, with the secret."),
    secrets: validSecretsSchema.describe("Requests may use any of them. Two while rotating."),
    createdOn: timeSchema,
    updatedOn: timeSchema,
    createdById: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: "InboundWebhook" });

const descriptionSchema = z.string().max(4000);

const createdSchema = inboundWebhookSchema
  .extend({
    secret: z.string().describe("Shown only once. Callers send it as X-Webhook-Secret, or sign with it."),
  })
  .meta({ id: "InboundWebhookCreated" });

export const inboundWebhookOperations = {
  ...administeredOperations({
    name: "inbound-webhook",
    plural: "inbound-webhooks",
    shape: inboundWebhookSchema,
    create: z
      .strictObject({ name: labelSchema, description: descriptionSchema.optional(), isActive: z.boolean().optional() })
      .meta({ id: "InboundWebhookCreate" }),
    created: createdSchema,
    update: {
      name: labelSchema.optional(),
      description: descriptionSchema.nullable().optional(),
      isActive: z.boolean().optional(),
    },
  }),
  rotate: defineOperation({
    ...kindOperation({ name: "inbound-webhook", plural: "inbound-webhooks" }),
    id: "rotate-inbound-webhook",
    method: "POST",
    path: "/inbound-webhooks/{id}/rotate",
    summary: "Create a new secret; the old one stays valid for the overlap",
    description: "Returns a new secret once. Callers may use either secret until the overlap ends.",
    params: z.strictObject({ id: idSchema }),
    body: rotateBodySchema,
    answers: { 200: { headers: ["ETag"], description: "With the new secret.", body: createdSchema } },
    errors: ["forbidden", "not-found"],
  }),
};

export const triggerWebhook = defineOperation({
  id: "trigger-webhook",
  method: "POST",
  path: "/trigger-webhooks/{id}",
  summary: "Start the workflows that listen to an inbound webhook",
  description:
    "Called by other systems with the secret of the inbound webhook in X-Webhook-Secret, or with a Standard Webhooks signature. The body and its headers become the event.",
  tag: "inbound-webhooks",
  access: "open",
  credential: "webhook-secret",
  // Any text: the response to an unknown id is the same as to a wrong secret.
  params: z.strictObject({ id: z.string().min(1).max(512) }),
  // Senders may add parameters of their own.
  query: z.looseObject({}),
  upload: "message",
  answers: {
    202: {
      description: "Accepted.",
      body: z
        .object({ processIds: z.array(idSchema).describe("The processes that were started.") })
        .meta({ id: "InboundWebhookReceipt" }),
    },
  },
  errors: ["invalid-json", "body-too-large", "webhook-refused", "org-suspended"],
});
