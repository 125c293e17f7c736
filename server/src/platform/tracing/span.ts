import { randomBytes } from "node:crypto";

/** A position in a trace, which child spans reference as their parent. */
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
