import { invalidField } from "../errors.ts";
import { ExpressionError } from "../platform/expressions/expression-error.ts";
import type { AllowedRange } from "../platform/outbound/address-rules.ts";
import { checkOutboundUrl } from "../platform/outbound/check-outbound-url.ts";
import { createAddressFinder } from "../platform/outbound/find-addresses.ts";
import { OutboundFailure } from "../platform/outbound/outbound-failure.ts";
import { OutboundRefused } from "../platform/outbound/outbound-refused.ts";
import { filterExpression, misspeltName } from "./compile-filter.ts";
import { validatePattern } from "./event-patterns.ts";
import { requireHeaders } from "./require-headers.ts";

/** The members of a webhook that are checked when it is saved. Members that were not sent are omitted. */
export interface SentWebhook {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly filter?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const resolveMsMax = 5_000;

/** Slow, because it resolves a host name: called before any write. */
export async function requireWebhook(
  { url, events = [], filter, headers = {} }: SentWebhook,
  allowedRanges: readonly AllowedRange[],
): Promise<void> {
  events.forEach((pattern, index) => {
    const error = validatePattern(pattern);
    if (error !== undefined) {
      throw invalidField(`#/events/${index}`, error);
    }
  });
  requireHeaders(headers);
  requireFilter(filter ?? undefined);
  if (url !== undefined) {
    await requireUrl(url, allowedRanges);
  }
}

function requireFilter(filter: string | undefined): void {
  const error = filter === undefined ? undefined : validateFilter(filter);
  if (error !== undefined) {
    throw invalidField("#/filter", error);
  }
}

function validateFilter(filter: string): string | undefined {
  try {
    filterExpression(filter).requireValid();
    return misspeltName(filter);
  } catch (error) {
    if (error instanceof ExpressionError) {
      return error.message;
    }
    throw error;
  }
}

/** A host name that does not resolve yet is accepted: every connection is checked again. */
async function requireUrl(url: string, allowedRanges: readonly AllowedRange[]): Promise<void> {
  try {
    checkOutboundUrl(url, allowedRanges);
    const host = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
    await Promise.race([createAddressFinder({ allowedRanges })(host), afterMs(resolveMsMax)]);
  } catch (error) {
    if (error instanceof OutboundRefused) {
      throw invalidField("#/url", error.message);
    }
    if (!(error instanceof OutboundFailure)) {
      throw error;
    }
  }
}

function afterMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
