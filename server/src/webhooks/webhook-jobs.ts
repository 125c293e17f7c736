import { z } from "zod";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";
import {
  deleteDeliveriesOf,
  deleteLinesOf,
  deleteOldDeliveriesAfter,
  type EventPlace,
  type Lifetimes,
} from "./delivery-store.ts";
import { deleteDeliveriesTask } from "./webhook-kind.ts";

const lifetimes: Lifetimes = { deliveredDays: 30, parkedDays: 90 };
const eventsAtOnce = 1_000;
const deliveriesAtOnce = 5_000;
const beginning: EventPlace = { createdOn: new Date(0), id: "" };
const payloadSchema = z.object({ orgId: z.string(), webhookId: z.string() });

/** Deletes expired deliveries, and all deliveries of deleted webhooks. */
export function webhookJobs(db: PostgresDatabase): Job[] {
  return [
    {
      task: "forget-old-deliveries",
      schedule: "37 * * * *",
      run: (_payload, stopping) => deleteOldDeliveries(db, stopping),
    },
    {
      task: deleteDeliveriesTask,
      run: async (payload, stopping) => {
        const { orgId, webhookId } = payloadSchema.parse(payload);
        await deleteWebhookDeliveries(db, orgId, webhookId, stopping);
      },
    },
  ];
}

async function deleteOldDeliveries(db: PostgresDatabase, stopping: AbortSignal): Promise<void> {
  let place: EventPlace | undefined = beginning;
  while (place !== undefined && !stopping.aborted) {
    const from: EventPlace = place;
    place = await db.transaction((tx) => deleteOldDeliveriesAfter(tx, from, eventsAtOnce, lifetimes));
  }
}

async function deleteWebhookDeliveries(
  db: PostgresDatabase,
  orgId: string,
  webhookId: string,
  stopping: AbortSignal,
): Promise<void> {
  for (let count = deliveriesAtOnce; count === deliveriesAtOnce; ) {
    stopping.throwIfAborted();
    count = await db.transaction((tx) => deleteDeliveriesOf(tx, orgId, webhookId, deliveriesAtOnce));
  }
  await db.transaction((tx) => deleteLinesOf(tx, orgId, webhookId));
}
