import { parseUrl } from "../parse-url.ts";
import { type SpanAttributes, type Tracer, traceHeaders } from "../tracing/tracer.ts";
import type { OutboundMessage, OutboundOutcome } from "./outbound-message.ts";

const clientError = 400;

/** A span for a call, which the receiver can continue. Its attributes have no path, query or header: those may be secret. */
export async function traceCall(
  tracer: Tracer,
  message: OutboundMessage,
  send: (message: OutboundMessage) => Promise<OutboundOutcome>,
): Promise<OutboundOutcome> {
  const { method, url, spanAttributes } = message;
  const attributes = { "http.request.method": method, ...addressOf(url), ...spanAttributes };
  const span = tracer.open({ name: method, kind: "client", attributes });
  const added = addedHeaders(message, traceHeaders(span.place));
  const outcome = await send({ ...message, headers: { ...message.headers, ...added } });
  span.end(resultOf(outcome));
  return { ...outcome, traceHeaders: added };
}

/** The user's own headers win, and a trace state belongs to its traceparent. */
function addedHeaders({ headers }: OutboundMessage, own: Readonly<Record<string, string>>) {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return names.has("traceparent") || names.has("tracestate") ? {} : own;
}

function addressOf(url: string): SpanAttributes {
  const parsed = parseUrl(url);
  if (parsed === undefined) return {};
  const port = parsed.port === "" ? (parsed.protocol === "https:" ? 443 : 80) : Number(parsed.port);
  return { "server.address": parsed.hostname, "server.port": port };
}

function resultOf(outcome: OutboundOutcome): { readonly attributes: SpanAttributes; readonly failure?: string } {
  if (outcome.kind !== "answered") return { attributes: { "error.type": outcome.reason }, failure: outcome.message };
  const attributes = { "http.response.status_code": outcome.status };
  if (outcome.status < clientError) return { attributes };
  const failure = String(outcome.status);
  return { attributes: { ...attributes, "error.type": failure }, failure };
}
