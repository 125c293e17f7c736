export const deliveryStatuses = ["pending", "delivered", "parked", "canceled"] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The meaning of each status. */
export const statusMeanings: Readonly<Record<DeliveryStatus, string>> = {
  pending: "Being sent, waiting for the next attempt, or waiting for an earlier message about the same entity.",
  delivered: "Delivered to the receiver.",
  parked: "Parked: retries are exhausted. Replay it to send it again.",
  canceled: "A test that failed.",
};
