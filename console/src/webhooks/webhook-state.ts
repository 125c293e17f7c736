import type { Webhook } from "@weft/client";

export interface WebhookState {
  readonly status: "active" | "failing" | "paused" | "off" | "disabled";
  /** The reason in a sentence; undefined when active. */
  readonly reason: string | undefined;
  /** Since when, or until when. */
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
      reason: "Nothing is sent, and no events are collected.",
      time: undefined,
    };
  }
  if (pausedUntil !== null && Date.parse(pausedUntil) > nowMs) {
    return { status: "paused", reason: "Paused at the receiver's request.", time: pausedUntil };
  }
  if (failingSince !== null) {
    return { status: "failing", reason: "No successful delivery recently.", time: failingSince };
  }
  return { status: "active", reason: undefined, time: undefined };
}

/** Webhooks have no name: the description is used, then the URL. */
export function webhookName({ description, url }: Pick<Webhook, "description" | "url">): string {
  const [line = ""] = description.trim().split("\n");
  return line === "" ? shortAddress(url) : line;
}

export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}
