import { z } from "zod";
import { countedPageOf, idSchema, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { documentListQuery } from "./list-query.ts";
import { defineOperation } from "./operation.ts";

export const deliveryStatuses = ["pending", "delivered", "parked", "canceled"] as const;
export const deliveryOrders = ["createdOn", "id"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const deliveryShape = {
  id: idSchema.describe("Also the webhook-id of its messages."),
  entityType: z.literal("webhook-delivery"),
  typePath: z.literal("webhook-delivery"),
  webhookId: idSchema,
  type: z.string().describe("The trigger key of the event."),
  entityReference: z.string().nullable(),
  sequence: z.int().nullable().describe("Counts this webhook's events for the entity."),
  previousSequence: z.int().nullable(),
  status: z
    .enum(deliveryStatuses)
    .describe("parked: retries exhausted; sent again only by a replay. canceled: a failed test."),
  isTest: z.boolean(),
  attempts: z.int().describe("The number of attempts so far."),
  answerStatus: z.int().nullable().describe("The response status of the last attempt."),
  nextAttemptOn: timeSchema.nullable().describe("Also null if it waits for an earlier delivery for the same entity."),
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
    answerBody: z.string().nullable().describe("The first 64 KiB of the response body."),
    isAnswerCut: z.boolean(),
    failure: z.string().nullable().describe("Why there is no response."),
  })
  .meta({ id: "WebhookAttempt" });

const deliverySchema = z
  .object({
    ...deliveryShape,
    payload: z.record(z.string(), z.unknown()).describe("The message that is sent."),
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
    summary: "List sent and pending webhook deliveries",
    description: "Returns a page of deliveries without their messages. Administrators only.",
    query: documentListQuery.omit({ fields: true }).extend({
      criteria: z
        .string()
        .optional()
        .describe(
          "Any of webhookId, status, type, entityReference, isTest, createdOn: BETWEEN a and b, or an object with gt, gte, lt or lte.",
        ),
      order: z.string().optional().describe("{orderField: createdOn, order: asc|desc}. Default: asc."),
    }),
    names: {
      criteria: {
        webhookId: undefined,
        status: deliveryStatuses,
        type: undefined,
        entityReference: undefined,
        isTest: undefined,
        createdOn: undefined,
      },
      order: deliveryOrders,
      fields: [],
      hasGroups: false,
      example: { status: "pending" },
    },
    answers: {
      200: {
        description: "A page, oldest first unless ordered otherwise, without payloads and attempts.",
        body: countedPageOf(deliverySummarySchema),
      },
    },
    errors: ["not-found", "invalid-query-object"],
  }),
  get: defineOperation({
    ...one,
    id: "get-webhook-delivery",
    method: "GET",
    summary: "Read a delivery with its message and attempts",
    description: "Returns the message of a delivery and each attempt with the receiver's response.",
    answers: { 200: { description: "Found.", body: deliverySchema } },
    errors: ["not-found"],
  }),
  replay: defineOperation({
    ...one,
    id: "replay-webhook-delivery",
    method: "POST",
    path: "/webhook-deliveries/{id}/replay",
    summary: "Replay a delivery",
    description: "Queues a delivery again, with the same id and body.",
    answers: { 200: { description: "Queued to be sent again.", body: deliverySummarySchema } },
    errors: ["forbidden", "not-found", "conflict"],
  }),
};
