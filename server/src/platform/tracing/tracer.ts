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

interface TracerOptions {
  /** The fraction of traces, from 0 to 1, that is recorded if the caller has not decided. */
  readonly ratio: number;
  readonly keep: (span: EndedSpan) => void;
}

/** Records spans and their nesting. Without a tracer there is no cost: all code uses `tracer?.`. */
export class Tracer {
  readonly #options: TracerOptions;
  readonly #places = new AsyncLocalStorage<SpanPlace>();

  constructor(options: TracerOptions) {
    this.#options = options;
  }

  /** Below the given parent, or the current span. */
  open({ name, kind, attributes = {} }: SpanInput, parent = this.#places.getStore()): OpenSpan {
    const place = placeBelow(parent, () => Math.random() < this.#options.ratio);
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
export function placeBelow(parent: SpanPlace | undefined, isSampled: () => boolean): SpanPlace {
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    isSampled: parent?.isSampled ?? isSampled(),
  };
}

/** The caller's span, from the W3C Trace Context header; undefined if it is absent or invalid. */
export function readTraceParent(header: string | undefined): SpanPlace | undefined {
  const [, traceId = "", spanId = "", flags = ""] =
    /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(header ?? "") ?? [];
  return traceId === "" ? undefined : { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
