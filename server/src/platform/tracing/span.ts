import { randomBytes } from "node:crypto";

/** A place in a trace: what comes below it names it as its parent. */
export interface SpanPlace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the trace is recorded at all. */
  readonly isSampled: boolean;
}

export type SpanKind = "internal" | "server" | "client";

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Something that has happened, as it is handed over. */
export interface EndedSpan extends SpanPlace {
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly attributes: SpanAttributes;
  /** Why it failed; left out when it did not. */
  readonly failure: string | undefined;
}

/** A place below the parent, or the first of a trace of its own. */
export function placeBelow(parent: SpanPlace | undefined, isSampled: () => boolean): SpanPlace {
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    isSampled: parent?.isSampled ?? isSampled(),
  };
}

/** The caller's place, by the header of W3C Trace Context; undefined when there is none, or none that can be read. */
export function readTraceParent(header: string | undefined): SpanPlace | undefined {
  const [, traceId = "", spanId = "", flags = ""] =
    /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(header ?? "") ?? [];
  return traceId === "" ? undefined : { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
