export const deliveryStatuses = ["pending", "delivered", "parked", "canceled"] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** What each status means, for whoever meets the word for the first time. */
export const statusMeanings: Readonly<Record<DeliveryStatus, string>> = {
  pending: "It is being sent, waits for its next attempt, or stands behind another about the same entity.",
  delivered: "The receiver has taken it.",
  parked: "Given up until somebody replays it.",
  canceled: "A test that has failed.",
};
