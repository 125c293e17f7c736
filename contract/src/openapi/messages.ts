import { z } from "zod";
import { auditEntrySchema } from "../audit-log.ts";
import { propertyDiffSchema } from "../change-history.ts";
import { failureSchema, processStatuses } from "../event-workflow-processes.ts";
import { jsonObjectSchema } from "../event-workflows.ts";
import { idSchema, jsonValueSchema, timeSchema } from "../fields.ts";
import { countsSchema, failureAreas } from "../loader-processes.ts";
import { type Components, type JsonObject, pascalCase } from "./components.ts";

const entityDataSchema = z.record(z.string(), z.unknown());

/** The members of every event. */
const eventShape = {
  triggerKey: z.string().describe("<what>|<what happened>, such as item|update. Webhooks and workflows listen to it."),
  occurredOn: timeSchema,
  changeSetId: z.string().describe("Shared by all changes of a request, batch, load or workflow task."),
} as const;

const subjectShape = { entityReference: z.string().describe("<entityType>:<id>") } as const;

/** The body of a webhook's message about an event. */
function messageOf<Event extends z.ZodType>(name: string, event: Event) {
  return z
    .object({
      id: idSchema.describe("The same on every attempt and replay: use it to detect duplicates."),
      type: z.string().describe("The trigger key of the event."),
      occurredOn: timeSchema,
      org: z.string().describe("The slug of the organization."),
      data: event,
      sequence: z
        .int()
        .nullable()
        .describe("The number of the message among those about this entity, from 1; null without an entity."),
      previousSequence: z
        .int()
        .nullable()
        .describe("The number of the previous message about the entity: if you did not receive it, it is missing."),
    })
    .meta({ id: `${name}Message` });
}

const entityChangeSchema = z
  .object({
    ...eventShape,
    ...subjectShape,
    newData: entityDataSchema.optional().describe("The entity after the change; absent after a deletion."),
    oldData: entityDataSchema.optional().describe("The entity before the change; absent for a creation."),
    propertyDiffs: z.record(z.string(), propertyDiffSchema).optional().describe("By slug, for an update."),
    changeId: z.string().optional().describe("A cursor of the change history, to continue after this change."),
  })
  .meta({ id: "EntityChangeEvent" });

const assortmentPublishSchema = z
  .object({ ...eventShape, ...subjectShape, assortmentId: idSchema, assortmentPublishChangeId: idSchema })
  .meta({ id: "AssortmentPublishEvent" });

const loadEndSchema = z
  .object({
    ...eventShape,
    ...subjectShape,
    loaderProcessId: idSchema,
    status: z.enum(["completed", "failed"]),
    failureArea: z.enum(failureAreas),
    counts: z.record(z.string(), countsSchema).describe("By entity type."),
    warnings: z.int(),
    errors: z.int(),
  })
  .meta({ id: "LoadEndEvent" });

const processEndSchema = z
  .object({
    ...eventShape,
    ...subjectShape,
    processId: idSchema,
    eventWorkflowId: idSchema,
    status: z.enum(processStatuses).extract(["completed", "failed"]),
    cause: jsonObjectSchema.describe("What started the process: its trigger key and entity."),
    failure: failureSchema.optional(),
    taskOutputs: z.record(z.string(), jsonValueSchema).describe("By task name: an object, or null without an output."),
  })
  .meta({ id: "EventWorkflowProcessEndEvent" });

const externalEventSchema = z
  .looseObject(eventShape)
  .meta({ id: "RaisedExternalEvent", description: "The members that the sender of the event chose, next to these." });

const auditEventSchema = z
  .object({ ...eventShape, auditEntry: auditEntrySchema.describe("Without personal data.") })
  .meta({ id: "AuditEvent" });

const testEventSchema = z.looseObject(eventShape).partial({ changeSetId: true }).meta({ id: "WebhookTestEvent" });

const taskRequestSchema = z
  .looseObject({
    triggerKey: eventShape.triggerKey,
    occurredOn: timeSchema.optional(),
    taskId: idSchema.optional().describe("Of an async task: the task to complete with a callback."),
    callbackUrl: z.string().optional().describe("Of an async task: the URL of the callback."),
    callbackToken: z
      .string()
      .optional()
      .describe("Of an async task: a bearer token for the callback of this task only."),
  })
  .meta({ id: "TaskRequest", description: "The event that started the process, and how to call back." });

/** Every message that the service sends to other systems. */
export const messages = {
  "entity-change": {
    summary: "An entity was created, updated or deleted",
    description: "Trigger keys: the kind and create, update or delete, such as item|update.",
    body: messageOf("EntityChange", entityChangeSchema),
  },
  "assortment-publish": {
    summary: "An assortment was published",
    description: "Trigger key: assortment|publish. Read the changes with GET /assortments/{id}/history/{changeId}.",
    body: messageOf("AssortmentPublish", assortmentPublishSchema),
  },
  "load-end": {
    summary: "A load ended",
    description: "Trigger keys: loader-process|completed and loader-process|failed. Dry runs send nothing.",
    body: messageOf("LoadEnd", loadEndSchema),
  },
  "event-workflow-process-end": {
    summary: "A workflow process ended",
    description: "Trigger keys: event-workflow-process|completed and event-workflow-process|failed.",
    body: messageOf("EventWorkflowProcessEnd", processEndSchema),
  },
  "external-event": {
    summary: "Another system raised an event",
    description: "Trigger key: eventType|actionType of POST /external-events.",
    body: messageOf("ExternalEvent", externalEventSchema),
  },
  "audit-entry": {
    summary: "An entry was added to the audit log",
    description: "Trigger key: audit| and the action. Sent only to webhooks that name it, such as audit|*.",
    body: messageOf("AuditEntry", auditEventSchema),
  },
  "webhook-test": {
    summary: "A test of a webhook",
    description: "Trigger key: webhook|test. Sent by POST /webhooks/{id}/test.",
    body: messageOf("WebhookTest", testEventSchema),
  },
  "task-request": {
    summary: "A task of a workflow calls another system",
    description:
      "The request of an http task that configures neither method nor body. Idempotency-Key is the same on every attempt. Complete an async task with POST /external-events/callback/.",
    body: taskRequestSchema,
  },
} as const;

const webhookHeaders = {
  "webhook-id": "The id of the message.",
  "webhook-timestamp": "The time of the attempt, in seconds since 1970.",
} as const;

const taskHeaders = {
  "idempotency-key": "The same on every attempt.",
  "x-weft-task-id": "Of an async task: its id.",
  "x-weft-callback-url": "Of an async task: the URL of the callback.",
  "x-weft-callback-token": "Of an async task: a bearer token for the callback.",
} as const;

/** A tag of their own: generators make one file per tag, and would replace the operations of another by these. */
export const messageTag = {
  name: "messages",
  description: "Messages that the service sends: those of webhooks, and the requests of tasks.",
};

export function describeMessages(components: Components): JsonObject {
  const described = Object.entries(messages).map(([name, { summary, description, body }]) => [
    name,
    {
      post: {
        operationId: `receive-${name}`,
        summary,
        description,
        tags: [messageTag.name],
        security: [{ webhookSignature: [] }, {}],
        parameters: describeHeaders(name === "task-request" ? taskHeaders : webhookHeaders, components),
        requestBody: { required: true, content: { "application/json": { schema: components.schema(body, "output") } } },
        responses: name === "task-request" ? taskResponses : webhookResponses,
      },
    },
  ]);
  return Object.fromEntries(described);
}

function describeHeaders(headers: Readonly<Record<string, string>>, components: Components): JsonObject[] {
  return Object.entries(headers).map(([name, description]) => {
    const isAlways = name.startsWith("webhook-") || name === "idempotency-key";
    const parameter = { name, in: "header", required: isAlways, description, schema: { type: "string" } };
    return components.share("parameters", parameter, { names: [pascalCase(`sent-${name}`)] });
  });
}

const webhookResponses: JsonObject = {
  200: { description: "Received. Any 2xx status is a success." },
  410: { description: "Disables the webhook." },
  429: { description: "Pauses the webhook for the seconds of Retry-After. Other errors are retried for three days." },
};

const taskResponses: JsonObject = {
  200: { description: "Any 2xx status is a success. A JSON body becomes the output of the task." },
  400: { description: "Any other status fails the attempt, which is repeated as the task's retry says." },
};
