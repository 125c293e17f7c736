import { once } from "node:events";
import { createServer } from "node:http";
import { waitUntil } from "./wait-until.ts";

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status?: { readonly code: number; readonly message?: string };
}

/** The kinds of OTLP. */
export const serverKind = 2;
export const clientKind = 3;

export interface OtlpCollector {
  readonly endpoint: string;
  readonly spans: readonly ReceivedSpan[];
  readonly resources: readonly unknown[];
  readonly requests: readonly { readonly path: string | undefined; readonly authorization: string | undefined }[];
  /** While it is false, exports get 503. */
  isWell: boolean;
  ofTrace(traceId: string): readonly ReceivedSpan[];
  /** Resolves when a span that matches has arrived. */
  received(matches: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  close(): void;
}

/** A collector that accepts what a real one accepts. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: ReceivedSpan[] = [];
  const resources: unknown[] = [];
  const requests: { path: string | undefined; authorization: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (!collector.isWell) return void response.writeHead(503).end();
    requests.push({ path: request.url, authorization: request.headers.authorization });
    for (const { resource, scopeSpans } of JSON.parse(Buffer.concat(chunks).toString()).resourceSpans) {
      resources.push(resource);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    return void response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  const collector: OtlpCollector = {
    endpoint: `http://127.0.0.1:${port}/`,
    spans,
    resources,
    requests,
    isWell: true,
    ofTrace: (traceId) => spans.filter((span) => span.traceId === traceId),
    async received(matches) {
      await waitUntil("the span has come", () => spans.some(matches));
      const [found] = spans.filter(matches);
      if (found === undefined) throw new Error("the span is gone");
      return found;
    },
    close: () => void server.close(),
  };
  return collector;
}

/** The value of an attribute of a span. */
export function attributeOf(span: ReceivedSpan | undefined, name: string): unknown {
  return Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0];
}
