import { type DeliveryStatus, deliveryStatuses, kindAccess } from "@weft/contract";
import {
  invalidCriterion,
  oneOfCriterion,
  readReference,
  readTextCriterion,
  readTimeCriterion,
  type TimeRange,
} from "../platform/lists/criteria.ts";
import { validatePattern } from "./event-patterns.ts";

/** A delivery as stored. */
export interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly trigger_key: string;
  readonly line: string;
  readonly sequence: number | null;
  readonly status: DeliveryStatus;
  readonly is_test: boolean;
  readonly attempts: number;
  readonly due_on: Date | null;
  readonly answer_status: number | null;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly ended_on: Date | null;
}

/** With its event. */
export interface DeliveryWithEvent extends DeliveryRow {
  readonly occurred_on: Date;
  readonly entity_type: string | null;
  readonly entity_id: string | null;
  readonly entity_version: number | null;
  readonly document: string;
  readonly org_slug: string;
}

export interface AttemptLogRow {
  readonly number: number;
  readonly started_on: Date;
  readonly duration_ms: number;
  readonly request_headers: Record<string, string>;
  readonly answer_status: number | null;
  readonly answer_headers: Record<string, string> | null;
  readonly answer_body: string | null;
  readonly is_answer_cut: boolean;
  readonly failure: string | null;
}

/** The line of a webhook's tests, which are about no entity. */
export const testLine = "webhook|test";

/** Criteria of a list of deliveries, combined with AND. */
export interface DeliveryCriteria {
  readonly webhookId: string | undefined;
  readonly status: DeliveryStatus | undefined;
  readonly type: string | undefined;
  /** Deliveries of one line are ordered. The line of an entity is its reference. */
  readonly line: string | undefined;
  readonly isTest: boolean | undefined;
  readonly createdOn: TimeRange | undefined;
}

const textMax = 500;

/** There may be millions of deliveries, so only indexed criteria are allowed. */
export function readDeliveryCriteria(given: Readonly<Record<string, unknown>>): DeliveryCriteria {
  const text = (key: string) => readTextCriterion(key, given[key], textMax);
  return {
    webhookId: text("webhookId"),
    status: oneOfCriterion("status", deliveryStatuses, text("status")),
    type: readType(text("type")),
    line: readLine(text("entityReference")),
    isTest: readFlag(given["isTest"]),
    createdOn: readTimeCriterion("createdOn", given["createdOn"]),
  };
}

/** The key of an event; patterns such as item|* are for webhooks. */
function readType(text: string | undefined): string | undefined {
  const error = text === undefined || text === testLine ? undefined : (validatePattern(text) ?? validateNarrow(text));
  if (error !== undefined) {
    throw invalidCriterion("type", error);
  }
  return text;
}

function validateNarrow(text: string): string | undefined {
  return text.includes("*") ? "type is the trigger key of one event, such as item|update, without *." : undefined;
}

const kindNames = Object.keys(kindAccess);

function readLine(text: string | undefined): string | undefined {
  const { entityType, id } = readReference("entityReference", text, kindNames) ?? {};
  return entityType && `${entityType}:${id}`;
}

function readFlag(value: unknown): boolean | undefined {
  if (value === undefined || typeof value === "boolean") {
    return value;
  }
  throw invalidCriterion("isTest", "isTest must be true or false.");
}
