import { invalidField } from "../platform/errors.ts";
import { ExpressionError } from "../platform/expressions/expression-error.ts";
import { unbracketedHost } from "../platform/network-address.ts";
import { type AllowedRange, checkOutboundUrl, createAddressFinder } from "../platform/outbound/address-rules.ts";
import { OutboundError, OutboundRefusedError } from "../platform/outbound/outbound-error.ts";
import { validateHeader } from "../platform/outbound/outbound-message.ts";
import { filterExpression, misspelledName, validatePattern } from "./event-patterns.ts";

/** The members of a webhook that are checked when it is saved. Members that were not sent are omitted. */
interface SentWebhook {
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
    return misspelledName(filter);
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
    const host = unbracketedHost(new URL(url).hostname);
    await Promise.race([createAddressFinder({ allowedRanges })(host), afterMs(resolveMsMax)]);
  } catch (error) {
    if (error instanceof OutboundRefusedError) {
      throw invalidField("#/url", error.message);
    }
    if (!(error instanceof OutboundError)) {
      throw error;
    }
  }
}

function afterMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

const ownNames = ["content-type", "content-encoding", "user-agent", "accept", "accept-encoding"];
const headersMax = 20;

/** Validates the custom headers sent with every message. */
function requireHeaders(headers: Readonly<Record<string, string>>): void {
  const names = Object.keys(headers);
  if (names.length > headersMax) {
    throw invalidField("#/headers", `A webhook can have at most ${headersMax} custom headers.`);
  }
  for (const [name, value] of Object.entries(headers)) {
    requireOwnHeader(name, value, `#/headers/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    if (names.some((other) => other !== name && other.toLowerCase() === name.toLowerCase())) {
      throw invalidField("#/headers", `The header ${name} is duplicated with different capitalization. Send it once.`);
    }
  }
}

/** Validates a header in addition to those of every message. */
export function requireOwnHeader(name: string, value: string, pointer: string): void {
  const lower = name.toLowerCase();
  const isOurs = lower.startsWith("webhook-") || ownNames.includes(lower);
  const error = isOurs
    ? `The header ${name} is set by the service. Remove it, or use another name.`
    : validateHeader(name, value);
  if (error !== undefined) {
    throw invalidField(pointer, error);
  }
}
