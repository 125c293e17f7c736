import type { EndedSpan, SpanAttributes, SpanKind } from "./tracer.ts";

export interface OtlpOptions {
  /** The collector's URL; spans are sent to /v1/traces below it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The resource of all spans. */
  readonly resource: SpanAttributes;
  /** Called at most once a minute. */
  readonly onFailure: (reason: string) => void;
}

const spansAtOnce = 512;
const spansMax = 4_096;
const flushEveryMs = 2_000;
const sendTimeoutMs = 5_000;
const complainEveryMs = 60_000;

/** Exports spans with OTLP in JSON, in batches and in the background. Spans that the collector rejects are dropped. */
export class OtlpExporter {
  readonly #options: OtlpOptions;
  readonly #timer: NodeJS.Timeout;
  #waiting: EndedSpan[] = [];
  #sending: Promise<void> | undefined;
  #dropped = 0;
  #complainedAt = Number.NEGATIVE_INFINITY;

  constructor(options: OtlpOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#flush(), flushEveryMs).unref();
  }

  keep(span: EndedSpan): void {
    if (this.#waiting.length >= spansMax) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length === spansAtOnce) void this.#flush();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flush();
    await this.#flush(); // Spans that were added while the previous export was in progress.
  }

  /** One export at a time: a slow collector gets no more of them. */
  #flush(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const spans = this.#waiting.splice(0, spansAtOnce);
      const reason = await this.#send(spans);
      if (reason !== undefined) {
        this.#dropped += spans.length;
        this.#complain(reason);
        return;
      }
    }
  }

  /** Returns why it failed. */
  async #send(spans: readonly EndedSpan[]): Promise<string | undefined> {
    const { endpoint, headers } = this.#options;
    try {
      const answer = await fetch(`${endpoint}/v1/traces`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(requestOf(spans, this.#options.resource)),
        signal: AbortSignal.timeout(sendTimeoutMs),
      });
      await answer.arrayBuffer();
      return answer.ok ? undefined : `the collector returned ${answer.status}`;
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      return cause instanceof Error ? cause.message : String(cause);
    }
  }

  #complain(reason: string): void {
    if (performance.now() - this.#complainedAt < complainEveryMs) return;
    this.#complainedAt = performance.now();
    this.#options.onFailure(`${reason}; ${this.#dropped} spans dropped so far`);
  }
}

const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const failed = 2;

/** The body of an ExportTraceServiceRequest in OTLP's JSON. */
function requestOf(spans: readonly EndedSpan[], resource: SpanAttributes): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: "weft" }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf(span: EndedSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.traceState === undefined ? {} : { traceState: span.traceState }),
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanosecondsOf(span.startedMs),
    endTimeUnixNano: nanosecondsOf(span.endedMs),
    attributes: attributesOf(span.attributes),
    ...(span.failure === undefined ? {} : { status: { code: failed, message: span.failure } }),
  };
}

/** As text, because they are too large for a number. */
function nanosecondsOf(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}

function attributesOf(attributes: SpanAttributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValueOf(value) }));
}

function anyValueOf(value: string | number | boolean): object {
  switch (typeof value) {
    case "boolean":
      return { boolValue: value };
    case "number":
      return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    default:
      return { stringValue: value };
  }
}
