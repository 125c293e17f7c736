import { z } from "zod";
import { administeredOperations } from "./administered-operations.ts";
import { idSchema, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { defineOperation } from "./operation.ts";

const urlSchema = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .describe("Must be an http or https URL without a user name and password.");

const eventsSchema = z
  .array(z.string().min(1).max(200))
  .min(1, "Name at least one trigger key, such as item|update, or * for all.")
  .max(50)
  .describe("Trigger keys, with * for a part or the whole: item|update, item|*, *|delete, *.");

const filterSchema = z
  .string()
  .min(1)
  .max(10_000)
  .describe("An expression over the event, such as {newData.status} === 'approved'. Other events are not sent.");

const headersSchema = z
  .record(z.string().min(1).max(256), z.string().max(8192))
  .describe("Added to every message. Do not put secrets here: the values are returned by the API.");

const timeoutSecondsSchema = z.int().min(1).max(30);
const descriptionSchema = z.string().max(2000);
const headerNameSchema = z.string().min(1).max(256);
const headerValueSchema = z.string().min(1).max(8192);
const secretSchema = z.string().min(1).max(200).describe("Must be whsec_ followed by 24 to 64 bytes in base64.");
const ignored = z.unknown().optional().describe("Accepted for round trips; ignored.");

/** The signing secrets of a webhook that are valid now; two while they rotate. */
export const validSecretsSchema = z.array(
  z.object({ since: timeSchema, until: timeSchema.nullable() }).meta({ id: "SecretValidity" }),
);

export const rotateBodySchema = z
  .strictObject({ overlapSeconds: z.int().min(0).max(604_800).default(86_400) })
  .prefault({})
  .meta({ id: "WebhookRotate" });

const authSchema = z
  .discriminatedUnion("type", [
    z
      .object({
        type: z.literal("header"),
        name: z.string(),
        valueHint: z.string().describe("The last characters of the value, to identify it."),
        since: timeSchema,
      })
      .meta({ id: "WebhookHeaderAuth" }),
    z
      .object({
        type: z.literal("hmac"),
        secrets: validSecretsSchema.describe("Each secret signs every message. Two while rotating."),
      })
      .meta({ id: "WebhookHmacAuth" }),
    z.object({ type: z.literal("none") }).meta({ id: "WebhookNoAuth" }),
  ])
  .meta({ id: "WebhookAuth" });

const noAuthInputSchema = z.strictObject({ type: z.literal("none") }).meta({ id: "WebhookNoAuthInput" });

const authAdvice =
  'Specify how to authenticate: {"type": "hmac"}, {"type": "header", "name", "value"} or {"type": "none"}.';

const authCreateSchema = z
  .discriminatedUnion(
    "type",
    [
      z
        .strictObject({ type: z.literal("header"), name: headerNameSchema, value: headerValueSchema })
        .meta({ id: "WebhookHeaderAuthCreate" }),
      z
        .strictObject({
          type: z.literal("hmac"),
          secret: secretSchema.optional().describe("Default: generated, and returned once in this response."),
        })
        .meta({ id: "WebhookHmacAuthCreate" }),
      noAuthInputSchema,
    ],
    { error: authAdvice },
  )
  .meta({ id: "WebhookAuthCreate" });

const authUpdateSchema = z
  .discriminatedUnion("type", [
    z
      .strictObject({
        type: z.literal("header"),
        name: headerNameSchema,
        value: headerValueSchema.optional().describe("Default: unchanged."),
        valueHint: ignored,
        since: ignored,
      })
      .meta({ id: "WebhookHeaderAuthUpdate" }),
    z
      .strictObject({
        type: z.literal("hmac"),
        secret: secretSchema.optional().describe("Replaces all existing ones. Default: unchanged."),
        secrets: ignored,
      })
      .meta({ id: "WebhookHmacAuthUpdate" }),
    noAuthInputSchema,
  ])
  .meta({ id: "WebhookAuthUpdate" });

const webhookSchema = z
  .object({
    id: idSchema,
    entityType: z.literal("webhook"),
    typePath: z.literal("webhook"),
    url: z.string(),
    events: z.array(z.string()),
    filter: z.string().nullable(),
    auth: authSchema,
    isActive: z.boolean().describe("If false, nothing is sent and no events are collected."),
    description: z.string(),
    headers: z.record(z.string(), z.string()),
    timeoutSeconds: z.int(),
    disabledReason: z.string().nullable().describe("Why the service disabled it."),
    disabledOn: timeSchema.nullable(),
    failingSince: timeSchema.nullable().describe("The first failure since the last success."),
    lastDeliveredOn: timeSchema.nullable().describe("Accurate to about one second."),
    pausedUntil: timeSchema.nullable().describe("The receiver requested this delay with Retry-After."),
    createdOn: timeSchema,
    updatedOn: timeSchema,
    createdById: z.string().nullable(),
    updatedById: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: "Webhook" });

const createdWebhookSchema = webhookSchema
  .extend({ secret: z.string().optional().describe("The generated signing secret. Shown only once.") })
  .meta({ id: "CreatedWebhook" });

const one = {
  ...kindOperation({ name: "webhook", plural: "webhooks" }),
  params: z.strictObject({ id: idSchema }),
} as const;

const momentSchema = z.iso.datetime({ offset: true });

const testOutcomeSchema = z
  .object({
    deliveryId: idSchema,
    isDelivered: z.boolean(),
    answerStatus: z.int().nullable(),
    durationMs: z.int(),
    failure: z.string().nullable().describe("Why there is no response."),
    requestHeaders: z.record(z.string(), z.string()),
    answerHeaders: z.record(z.string(), z.string()).nullable(),
    answerBody: z.string().nullable(),
    isAnswerCut: z.boolean(),
  })
  .meta({ id: "WebhookTestOutcome" });

export const webhookOperations = {
  ...administeredOperations({
    name: "webhook",
    plural: "webhooks",
    shape: webhookSchema,
    create: z
      .strictObject({
        url: urlSchema,
        events: eventsSchema,
        filter: filterSchema.nullable().optional(),
        auth: authCreateSchema,
        isActive: z.boolean().default(true),
        description: descriptionSchema.default(""),
        headers: headersSchema.default({}),
        timeoutSeconds: timeoutSecondsSchema.default(15),
      })
      .meta({ id: "WebhookCreate" }),
    created: createdWebhookSchema,
    update: {
      url: urlSchema.optional(),
      events: eventsSchema.optional(),
      filter: filterSchema.nullable().optional(),
      auth: authUpdateSchema.optional(),
      isActive: z.boolean().optional(),
      description: descriptionSchema.optional(),
      headers: headersSchema.optional(),
      timeoutSeconds: timeoutSecondsSchema.optional(),
    },
  }),
  rotate: defineOperation({
    ...one,
    id: "rotate-webhook",
    method: "POST",
    path: "/webhooks/{id}/rotate",
    summary: "Rotate the signing secret; the old one keeps signing for the overlap",
    description: "Returns a new secret once. During the overlap each message is signed with both secrets.",
    body: rotateBodySchema,
    answers: { 200: { headers: ["ETag"], description: "With the new secret.", body: createdWebhookSchema } },
    errors: ["forbidden", "not-found", "conflict"],
  }),
  test: defineOperation({
    ...one,
    id: "test-webhook",
    method: "POST",
    path: "/webhooks/{id}/test",
    summary: "Send a test message (type webhook|test) now and return the result",
    description:
      "Sends a message of the type webhook|test immediately, also to a disabled webhook, and returns the receiver's response.",
    answers: { 200: { description: "The message was sent, or could not be sent.", body: testOutcomeSchema } },
    errors: ["forbidden", "not-found"],
  }),
  replay: defineOperation({
    ...one,
    id: "replay-webhook",
    method: "POST",
    path: "/webhooks/{id}/replay",
    summary: "Replay deliveries since a time",
    description: "Queues the deliveries of a webhook in a range of time again, with the same ids and bodies.",
    body: z
      .strictObject({
        since: momentSchema.describe("Deliveries created at or after this time."),
        until: momentSchema.optional().describe("Deliveries created before this time."),
        statuses: z
          .array(z.enum(["delivered", "parked"]))
          .min(1)
          .default(["delivered", "parked"]),
        dryRun: z.boolean().default(false).describe("Returns the number of deliveries without sending them."),
      })
      .meta({ id: "WebhookReplay" }),
    answers: {
      200: {
        description: "Queued to be sent again, with the same ids and sequences.",
        body: z.object({ count: z.int(), dryRun: z.boolean() }).meta({ id: "WebhookReplayed" }),
      },
    },
    errors: ["forbidden", "not-found", "conflict"],
  }),
};
