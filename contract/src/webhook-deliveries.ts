import { z } from "zod";
import { idSchema, pageOf, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { documentListQuery } from "./list-query.ts";
import { defineOperation } from "./operation.ts";

export const deliveryStatuses = ["pending", "delivered", "parked", "canceled"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const deliveryShape = {
  id: idSchema.describe("Also the webhook-id of its messages."),
  entityType: z.literal("webhook-delivery"),
  typePath: z.literal("webhook-delivery"),
  webhookId: idSchema,
  type: z.string().describe("The trigger key of the event."),
  entityReference: z.string().nullable(),
  sequence: z.int().nullable().describe("Counts the events about the entity that this webhook is told of."),
  previousSequence: z.int().nullable(),
  status: z
    .enum(deliveryStatuses)
    .describe("parked: not tried again unless it is replayed. canceled: a test that has failed."),
  isTest: z.boolean(),
  attempts: z.int().describe("So far."),
  answerStatus: z.int().nullable().describe("Of the last attempt."),
  nextAttemptOn: timeSchema.nullable().describe("null also for one that waits behind another about the same entity."),
  createdOn: timeSchema,
  updatedOn: timeSchema,
  endedOn: timeSchema.nullable(),
} as const;

const deliverySummarySchema = z.object(deliveryShape).meta({ id: "WebhookDeliverySummary" });

const attemptSchema = z
  .object({
    number: z.int(),
    startedOn: timeSchema,
    durationMs: z.int(),
    requestHeaders: z.record(z.string(), z.string()).describe("Without the values of secrets and signatures."),
    answerStatus: z.int().nullable(),
    answerHeaders: z.record(z.string(), z.string()).nullable(),
    answerBody: z.string().nullable().describe("Its first 64 KiB."),
    isAnswerCut: z.boolean(),
    failure: z.string().nullable().describe("Why there is no answer, in words."),
  })
  .meta({ id: "WebhookAttempt" });

const deliverySchema = z
  .object({
    ...deliveryShape,
    payload: z.record(z.string(), z.unknown()).describe("The message, as it is sent."),
    attemptLog: z.array(attemptSchema),
  })
  .meta({ id: "WebhookDelivery" });

const common = kindOperation({ name: "webhook-delivery", plural: "webhook-deliveries" });
const one = { ...common, path: "/webhook-deliveries/{id}", params: z.strictObject({ id: idSchema }) } as const;

export const webhookDeliveryOperations = {
  list: defineOperation({
    ...common,
    id: "list-webhook-deliveries",
    method: "GET",
    path: "/webhook-deliveries",
    summary: "List what was sent to webhooks, and what waits to be",
    query: documentListQuery.omit({ fields: true }).extend({
      criteria: z
        .string()
        .optional()
        .describe("Any of webhookId, status, type, entityReference, isTest, createdOn: BETWEEN a and b."),
      order: z.string().optional().describe("{orderField: createdOn, order: asc|desc}; the oldest come first."),
    }),
    answers: {
      200: {
        description: "A page, oldest first unless ordered otherwise, without payloads and attempts.",
        body: pageOf(deliverySummarySchema).extend({ total: z.int().optional() }),
      },
    },
    errors: ["not-found", "invalid-query-object"],
  }),
  get: defineOperation({
    ...one,
    id: "get-webhook-delivery",
    method: "GET",
    summary: "Read a delivery: its message, and each attempt with its answer",
    answers: { 200: { description: "Found.", body: deliverySchema } },
    errors: ["not-found"],
  }),
  replay: defineOperation({
    ...one,
    id: "replay-webhook-delivery",
    method: "POST",
    path: "/webhook-deliveries/{id}/replay",
    summary: "Send a delivery again",
    answers: { 200: { description: "It waits to be sent again.", body: deliverySummarySchema } },
    errors: ["forbidden", "not-found", "conflict"],
  }),
};
