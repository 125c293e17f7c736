import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { Problem } from "../problem.ts";
import { isSameText } from "../secret-box.ts";
import { isDirectLocalCall } from "./direct-local-call.ts";

export interface MetricsOptions {
  readonly registry: Registry;
  /** If set, /metrics requires it as a bearer token, wherever the caller is. */
  readonly token: string | undefined;
  /** Which callers may read without a token. */
  readonly access: "loopback" | "all";
}

export function createMetricsRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Counts and times every request by its route, and serves all metrics for Prometheus. */
export function registerMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const { registry } = options;
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
  app.get("/metrics", async (request, reply) => {
    const refusal = refusalOf(request, options);
    if (refusal !== undefined) {
      throw refusal;
    }
    return reply.header("content-type", registry.contentType).send(await registry.metrics());
  });
}

function refusalOf(request: FastifyRequest, { token, access }: MetricsOptions): Problem | undefined {
  if (token !== undefined) {
    return isSameText(request.headers.authorization ?? "", `Bearer ${token}`)
      ? undefined
      : new Problem("unauthenticated", "Send METRICS_TOKEN as Authorization: Bearer.", {
          headers: { "www-authenticate": 'Bearer realm="metrics"' },
        });
  }
  return access === "all" || isDirectLocalCall(request)
    ? undefined
    : new Problem(
        "forbidden",
        "Metrics are served to loopback only. Set METRICS_TOKEN and send it as Authorization: Bearer, or set METRICS_ACCESS to all.",
      );
}
