import { type DeliveryStatus, deliveryStatuses } from "@weft/contract";
import { invalidField } from "../errors.ts";
import { parseCreatedOn, type TimeRange } from "../platform/created-on-range.ts";

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

const keys = ["webhookId", "status", "type", "entityReference", "isTest", "createdOn"] as const;
type Key = (typeof keys)[number];

const textMax = 500;

/** There may be millions of deliveries, so only indexed criteria are allowed. */
export function readDeliveryCriteria(given: Readonly<Record<string, unknown>>): DeliveryCriteria {
  const unknown = Object.keys(given).find((key) => !keys.some((known) => known === key));
  if (unknown !== undefined) {
    throw invalidField(`criteria.${unknown}`, `criteria accepts ${keys.join(", ")}; ${unknown} is not one of them.`);
  }
  const text = (key: Key) => readText(key, given[key]);
  const createdOn = text("createdOn");
  return {
    webhookId: text("webhookId"),
    status: readStatus(text("status")),
    type: text("type"),
    line: text("entityReference"),
    isTest: readFlag(given["isTest"]),
    createdOn: createdOn === undefined ? undefined : parseCreatedOn(createdOn),
  };
}

function readText(key: Key, value: unknown): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (typeof value !== "string" || value === "" || value.length > textMax || /\p{Cc}/u.test(value)) {
    throw invalidField(`criteria.${key}`, `${key} must be a text of 1 to ${textMax} characters.`);
  }
  return value;
}

function readStatus(text: string | undefined): DeliveryStatus | undefined {
  const status = deliveryStatuses.find((known) => known === text);
  if (text !== undefined && status === undefined) {
    throw invalidField("criteria.status", `status must be one of ${deliveryStatuses.join(", ")}.`);
  }
  return status;
}

function readFlag(value: unknown): boolean | undefined {
  if (value === undefined || typeof value === "boolean") {
    return value;
  }
  throw invalidField("criteria.isTest", "isTest must be true or false.");
}
