import { AsyncLocalStorage } from "node:async_hooks";
import { type EndedSpan, placeBelow, type SpanAttributes, type SpanKind, type SpanPlace } from "./span.ts";

export interface SpanInput {
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

export interface TracerOptions {
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
