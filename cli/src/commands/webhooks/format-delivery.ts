import type { WebhookAttempt, WebhookDelivery } from "@weft/client";
import { cutTo, safeLines, safeText } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";

const answerColumns = 300;

/** A delivery with its message and its attempts. */
export function formatDelivery(delivery: WebhookDelivery, style: Style): string {
  const { id, webhookId, type, entityReference, status, sequence, nextAttemptOn, payload, attemptLog } = delivery;
  const about = entityReference === null ? "" : ` about ${safeText(entityReference)}`;
  return [
    `${style.bold(safeText(type))}${about}: ${paintOf(status, style)(status)}. Delivery ${id} of webhook ${webhookId}.\n`,
    ...(sequence === null ? [] : [`Sequence number ${sequence} for this entity.\n`]),
    ...(nextAttemptOn === null ? [] : [`Next attempt on ${nextAttemptOn}.\n`]),
    ...attemptLog.map((attempt) => formatAttempt(attempt, style)),
    "message\n",
    `${safeLines(JSON.stringify(payload, undefined, 2)).replace(/^/gm, "  ")}\n`,
  ].join("");
}

function formatAttempt(attempt: WebhookAttempt, style: Style): string {
  const { number, startedOn, durationMs, answerStatus, failure, answerBody } = attempt;
  const answer = answerStatus === null ? safeText(failure ?? "no response") : `response ${answerStatus}`;
  const body = answerBody === null || answerBody === "" ? "" : `    ${cutTo(safeText(answerBody), answerColumns)}\n`;
  const isWell = answerStatus !== null && answerStatus < 300;
  return `  ${number}. ${startedOn}  ${(isWell ? style.green : style.red)(answer)} after ${durationMs} ms\n${style.dim(body)}`;
}

function paintOf(status: WebhookDelivery["status"], style: Style): (text: string) => string {
  switch (status) {
    case "delivered":
      return style.green;
    case "pending":
      return style.yellow;
    case "parked":
    case "canceled":
      return style.red;
  }
}
