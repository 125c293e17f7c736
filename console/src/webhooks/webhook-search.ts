import type { DeliveryStatus } from "./delivery-statuses.ts";

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
