import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Histogram, type Registry } from "prom-client";
import { forbidden, metricsUnauthenticated, unavailable } from "../errors.ts";
import { isLoopbackAddress, isLoopbackName } from "../network-address.ts";
import type { Problem } from "../problem.ts";
import { isSameText } from "../secret-box.ts";

interface MetricsOptions {
  /** Where the times of requests are counted. */
  readonly registry: Registry;
  /** The text that is served. Default: the metrics of the registry. */
  readonly collect?: (() => Promise<string>) | undefined;
  /** If set, /metrics requires it as a bearer token, wherever the caller is. */
  readonly token: string | undefined;
  /** Which callers may read without a token. */
  readonly access: "loopback" | "all";
}

const probe = { config: { isProbe: true } };

/** Counts and times every request by its route, and serves all metrics for Prometheus. */
export function registerMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const { registry, collect = () => registry.metrics() } = options;
  const durations = new Histogram({
    name: "weft_http_request_seconds",
    help: "Time from a request to the end of its response.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    // The route's pattern, never the URL: a label must have few values.
    const route = request.routeOptions.url ?? "unknown";
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get("/metrics", probe, async (request, reply) => {
    const refusal = refusalOf(request, options);
    if (refusal !== undefined) {
      throw refusal;
    }
    return reply.header("content-type", registry.contentType).send(await collect());
  });
}

function refusalOf(request: FastifyRequest, { token, access }: MetricsOptions): Problem | undefined {
  if (token !== undefined) {
    const [, sent = ""] = /^bearer +(.+)$/i.exec(request.headers.authorization?.trim() ?? "") ?? [];
    return isSameText(sent, token) ? undefined : metricsUnauthenticated();
  }
  return access === "all" || isDirectLocalCall(request)
    ? undefined
    : forbidden(
        "Metrics are served to loopback only. Set METRICS_TOKEN and send it as Authorization: Bearer, or set METRICS_ACCESS to all.",
      );
}

/** Headers that a proxy adds. Any of them means that the call was forwarded, trusted proxy or not. */
const forwardingHeaders = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
] as const;

/**
 * Whether a program on this machine made the call directly. A proxy on this machine connects from loopback too, for
 * clients from anywhere, so a forwarded call never counts: neither one that a proxy has marked, nor one for a public
 * host name. The client address reported by a trusted proxy is ignored here, because clients can prepend to
 * X-Forwarded-For.
 */
function isDirectLocalCall({ raw, headers, hostname }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(raw.socket.remoteAddress ?? "") &&
    forwardingHeaders.every((name) => headers[name] === undefined) &&
    isLoopbackName(hostname)
  );
}

const readyWaitMs = 2_000;

/** Live: the process responds, and says who it is. Ready: it accepts calls; otherwise the given function says why not. */
export function registerHealthRoutes(
  app: FastifyInstance,
  whyNotReady: () => Promise<string | undefined>,
  identity: Readonly<Record<string, string>>,
): void {
  app.get("/health/live", probe, async () => ({ status: "live", ...identity }));
  app.get("/health/ready", probe, async () => {
    const late = delay(readyWaitMs, databaseSilent, { ref: false });
    const reason = await Promise.race([whyNotReady().catch(() => databaseSilent), late]);
    if (reason !== undefined) {
      throw unavailable(reason, { retryAfterSeconds: 1 });
    }
    return { status: "ready" };
  });
}

export const databaseSilent = "The database does not respond.";
