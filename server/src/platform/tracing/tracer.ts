import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

interface SpanInput {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** A started span; ended once. */
export interface OpenSpan {
  readonly place: SpanPlace;
  /** The name may only be known at the end. */
  end(outcome?: {
    readonly name?: string;
    readonly attributes?: SpanAttributes;
    readonly failure?: string | undefined;
  }): void;
}

/** Which traces are recorded. */
interface Sampling {
  /** The fraction of traces, from 0 to 1. */
  readonly ratio: number;
  /** The callers decide about their own traces. */
  readonly followsCaller: boolean;
}

interface TracerOptions extends Sampling {
  readonly keep: (span: EndedSpan) => void;
}

/** Records spans and their nesting. Without a tracer there is no cost: all code uses `tracer?.`. */
export class Tracer {
  readonly #options: TracerOptions;
  readonly #places = new AsyncLocalStorage<SpanPlace>();

  constructor(options: TracerOptions) {
    this.#options = options;
  }

  /** Below the current span, if there is one. */
  open(input: SpanInput): OpenSpan {
    return this.#open(input, this.#places.getStore());
  }

  /** Below the span of a caller, if one was sent. */
  openForCaller(input: SpanInput, caller: SpanPlace | undefined): OpenSpan {
    const { ratio, followsCaller } = this.#options;
    return this.#open(
      input,
      caller === undefined || followsCaller ? caller : { ...caller, isSampled: isWithinRatio(caller.traceId, ratio) },
    );
  }

  #open({ name, kind, attributes = {} }: SpanInput, parent: SpanPlace | undefined): OpenSpan {
    const place = placeBelow(parent, (traceId) => isWithinRatio(traceId, this.#options.ratio));
    const startedMs = performance.timeOrigin + performance.now();
    return {
      place,
      end: (outcome = {}) => {
        if (!place.isSampled) return;
        this.#options.keep({
          ...place,
          parentSpanId: parent?.spanId,
          name: outcome.name ?? name,
          kind,
          startedMs,
          endedMs: performance.timeOrigin + performance.now(),
          attributes: { ...attributes, ...outcome.attributes },
          failure: outcome.failure,
        });
      },
    };
  }

  /** Spans of the work are below the place. */
  within<Result>(place: SpanPlace, work: () => Result): Result {
    return this.#places.run(place, work);
  }

  async trace<Result>(input: SpanInput, work: () => Promise<Result>): Promise<Result> {
    const span = this.open(input);
    try {
      const result = await this.within(span.place, work);
      span.end();
      return result;
    } catch (error) {
      span.end({ failure: error instanceof Error ? error.name : "Error" });
      throw error;
    }
  }
}

/** A position in a trace, which child spans reference as their parent. */
interface SpanPlace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the trace is recorded at all. */
  readonly isSampled: boolean;
  /** What the tracing systems of the callers pass on: a tracestate header, unchanged. */
  readonly traceState?: string | undefined;
}

export type SpanKind = "internal" | "server" | "client";

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A finished span, as exported. */
export interface EndedSpan extends SpanPlace {
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly attributes: SpanAttributes;
  /** Why it failed; undefined if it did not. */
  readonly failure: string | undefined;
}

/** A child of the parent, or the root of a new trace. */
export function placeBelow(parent: SpanPlace | undefined, isSampled: (traceId: string) => boolean): SpanPlace {
  const { traceId, traceState } = parent ?? { traceId: randomBytes(16).toString("hex") };
  return {
    traceId,
    spanId: randomBytes(8).toString("hex"),
    isSampled: parent?.isSampled ?? isSampled(traceId),
    ...(traceState === undefined ? {} : { traceState }),
  };
}

/** By the random bits of the trace id, as in OpenTelemetry: services with the same fraction record the same traces. */
function isWithinRatio(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56;
}

interface TraceContext {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** The caller's span, from the headers of W3C Trace Context; undefined if they have none that is valid. */
export function readTraceContext({ traceparent = "", tracestate = "" }: TraceContext): SpanPlace | undefined {
  const [, traceId = "", spanId = "", flags = ""] =
    /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(traceparent) ?? [];
  if (traceId === "") return undefined;
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
  return { traceId, spanId, isSampled, ...(isTraceState(tracestate) ? { traceState: tracestate } : {}) };
}

// The standard requires systems to pass on this much.
const traceStateCharsMax = 512;
const traceStateEntry = /^[ \t]*(?:[a-z\d][\w*/@-]{0,255}=[ -+\--<>-~]{0,256}|)[ \t]*$/;

function isTraceState(text: string): boolean {
  return (
    text !== "" && text.length <= traceStateCharsMax && text.split(",").every((entry) => traceStateEntry.test(entry))
  );
}

/** The headers that name the span to a system that is called. */
export function traceHeaders({ traceId, spanId, isSampled, traceState }: SpanPlace): Readonly<Record<string, string>> {
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
  return { traceparent, ...(traceState === undefined ? {} : { tracestate: traceState }) };
}
