export interface WebhookSearch {
  readonly status?: DeliveryStatus | undefined;
}

export interface DeliverySearch {
  readonly status?: DeliveryStatus | undefined;
  readonly webhookId?: string | undefined;
  /** A trigger key. */
  readonly type?: string | undefined;
  readonly entityReference?: string | undefined;
}

export const deliveryStatuses = ["pending", "delivered", "parked", "canceled"] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The meaning of each status. */
export const statusMeanings: Readonly<Record<DeliveryStatus, string>> = {
  pending: "Being sent, waiting for the next attempt, or waiting for an earlier message about the same entity.",
  delivered: "Delivered to the receiver.",
  parked: "Parked: retries are exhausted. Replay it to send it again.",
  canceled: "A test that failed.",
};
