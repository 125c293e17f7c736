import { z } from "zod";
import { administeredOperations } from "./administered-operations.ts";
import { idSchema, labelSchema, timeSchema } from "./fields.ts";
import { defineOperation } from "./operation.ts";

const inboundWebhookSchema = z
  .object({
    id: idSchema,
    entityType: z.literal("inbound-webhook"),
    typePath: z.literal("inbound-webhook"),
    name: z.string(),
    description: z.string().nullable(),
    isActive: z.boolean(),
    triggerKey: z.string().describe("webhook|<id>: workflows listen to it."),
    url: z.string().describe("The address to call, with the secret."),
    createdOn: timeSchema,
    updatedOn: timeSchema,
    createdById: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: "InboundWebhook" });

const descriptionSchema = z.string().max(4000);

export const inboundWebhookOperations = administeredOperations({
  name: "inbound-webhook",
  plural: "inbound-webhooks",
  shape: inboundWebhookSchema,
  create: z
    .strictObject({ name: labelSchema, description: descriptionSchema.optional(), isActive: z.boolean().optional() })
    .meta({ id: "InboundWebhookCreate" }),
  created: inboundWebhookSchema
    .extend({
      secret: z.string().describe("Shown this once. Callers send it as X-Webhook-Secret, or sign with it."),
    })
    .meta({ id: "InboundWebhookCreated" }),
  update: {
    name: labelSchema.optional(),
    description: descriptionSchema.nullable().optional(),
    isActive: z.boolean().optional(),
  },
});

export const triggerWebhook = defineOperation({
  id: "trigger-webhook",
  method: "POST",
  path: "/trigger-webhooks/{id}",
  summary: "Start the workflows that listen to an inbound webhook",
  tag: "inbound-webhooks",
  access: "open",
  params: z.strictObject({ id: idSchema }),
  upload: "bytes",
  answers: {
    202: {
      description: "Taken.",
      body: z.object({ processIds: z.array(idSchema).describe("The processes that it has started.") }),
    },
  },
  errors: ["invalid-json", "body-too-large", "webhook-refused"],
});
