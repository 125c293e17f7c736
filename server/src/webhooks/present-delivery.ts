import type { webhookDeliveryOperations } from "@weft/contract";
import type { z } from "zod";
import type { AttemptLogRow, DeliveryRow, DeliveryWithEvent } from "./delivery.ts";
import { messageBody, sequencesOf } from "./delivery-message.ts";

type Delivery = z.input<(typeof webhookDeliveryOperations.get.answers)[200]["body"]>;
type DeliverySummary = z.input<(typeof webhookDeliveryOperations.replay.answers)[200]["body"]>;

export function presentDelivery(row: DeliveryRow): DeliverySummary {
  return {
    id: row.id,
    entityType: "webhook-delivery",
    typePath: "webhook-delivery",
    webhookId: row.webhook_id,
    type: row.trigger_key,
    entityReference: row.line === row.trigger_key ? null : row.line,
    ...sequencesOf(sequenceOf(row)),
    status: row.status,
    isTest: row.is_test,
    attempts: row.attempts,
    answerStatus: row.answer_status,
    nextAttemptOn: row.due_on?.toISOString() ?? null,
    createdOn: row.created_on.toISOString(),
    updatedOn: row.updated_on.toISOString(),
    endedOn: row.ended_on?.toISOString() ?? null,
  };
}

/** With the message as sent, and the result of each attempt. */
export function presentWholeDelivery(
  row: DeliveryWithEvent,
  changeId: string | undefined,
  attempts: readonly AttemptLogRow[],
): Delivery {
  const body = messageBody({
    id: row.id,
    triggerKey: row.trigger_key,
    occurredOn: row.occurred_on,
    document: row.document,
    changeId,
    orgSlug: row.org_slug,
    sequence: sequenceOf(row),
  });
  return { ...presentDelivery(row), payload: JSON.parse(body), attemptLog: attempts.map(presentAttempt) };
}

/** A test has none, and a new delivery has none yet. */
function sequenceOf({ sequence, is_test }: DeliveryRow): number | undefined {
  return sequence === null || is_test ? undefined : sequence;
}

function presentAttempt(row: AttemptLogRow): Delivery["attemptLog"][number] {
  return {
    number: row.number,
    startedOn: row.started_on.toISOString(),
    durationMs: row.duration_ms,
    requestHeaders: row.request_headers,
    answerStatus: row.answer_status,
    answerHeaders: row.answer_headers,
    answerBody: row.answer_body,
    isAnswerCut: row.is_answer_cut,
    failure: row.failure,
  };
}
