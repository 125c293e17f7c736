import { AsyncLocalStorage } from "node:async_hooks";
import { type EndedSpan, placeBelow, type SpanAttributes, type SpanKind, type SpanPlace } from "./span.ts";

export interface SpanInput {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** What has begun; ended once. */
export interface OpenSpan {
  readonly place: SpanPlace;
  /** The name may be known only then. */
  end(outcome?: {
    readonly name?: string;
    readonly attributes?: SpanAttributes;
    readonly failure?: string | undefined;
  }): void;
}

export interface TracerOptions {
  /** The part of traces, from 0 to 1, that is recorded when the caller has not decided. */
  readonly ratio: number;
  readonly keep: (span: EndedSpan) => void;
}

/** Records what happens within what. Whoever has none pays nothing: it is asked for by `tracer?.` everywhere. */
export class Tracer {
  readonly #options: TracerOptions;
  readonly #places = new AsyncLocalStorage<SpanPlace>();

  constructor(options: TracerOptions) {
    this.#options = options;
  }

  /** Below the given parent, or the place at which it is called. */
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

  /** What the work does is below the place. */
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
