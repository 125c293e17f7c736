import type { Webhook } from "@weft/client";

export interface WebhookState {
  readonly status: "active" | "failing" | "paused" | "off" | "disabled";
  /** Why it is so, in a sentence; undefined when all is well. */
  readonly reason: string | undefined;
  /** Since when it is so, or until when. */
  readonly time: string | undefined;
}

type Facts = Pick<Webhook, "isActive" | "disabledReason" | "disabledOn" | "pausedUntil" | "failingSince">;

export function webhookState(webhook: Facts, nowMs: number): WebhookState {
  const { isActive, disabledReason, disabledOn, pausedUntil, failingSince } = webhook;
  if (!isActive && disabledReason !== null) {
    return { status: "disabled", reason: disabledReason, time: disabledOn ?? undefined };
  }
  if (!isActive) {
    return {
      status: "off",
      reason: "It is switched off: nothing is sent, and no events are collected.",
      time: undefined,
    };
  }
  if (pausedUntil !== null && Date.parse(pausedUntil) > nowMs) {
    return { status: "paused", reason: "The receiver has asked to be left alone for a while.", time: pausedUntil };
  }
  if (failingSince !== null) {
    return { status: "failing", reason: "Nothing has been delivered for a while.", time: failingSince };
  }
  return { status: "active", reason: undefined, time: undefined };
}

/** Webhooks have no name: what somebody wrote about one is the best there is, then its address. */
export function webhookName({ description, url }: Pick<Webhook, "description" | "url">): string {
  const [line = ""] = description.trim().split("\n");
  return line === "" ? shortAddress(url) : line;
}

export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}
