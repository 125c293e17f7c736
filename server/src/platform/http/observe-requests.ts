import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RequestParty } from "../request-party.ts";
import { type OpenSpan, placeBelow, readTraceContext, type Tracer } from "../tracing/tracer.ts";
import { pathOf } from "./problem-response.ts";

declare module "fastify" {
  interface FastifyRequest {
    span?: OpenSpan;
    /** Set as soon as it is known, also for requests that are then rejected. */
    party: RequestParty | undefined;
  }

  interface FastifyInstance {
    /** The share of successful, fast requests that is logged, from 0 to 1. */
    logSampling: { rate: number };
  }

  interface FastifyContextConfig {
    /** Called every few seconds by machines: neither logged nor traced. */
    isProbe?: boolean;
  }
}

const unknownParty: RequestParty = { org: null, actor: null, actorType: null };

function orgOf({ party }: FastifyRequest): Record<string, string> {
  return party === undefined || party.org === null ? {} : { "weft.org": party.org };
}

const clientError = 400;
const serverError = 500;
const slowMs = 1_000;

/** A span for each request, below the caller's own if one was sent. Contains the route, never the query or the body. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.routeOptions.config.isProbe === true) {
      tracer.within(
        placeBelow(undefined, () => false),
        done,
      );
      return;
    }
    const caller = readTraceContext({
      traceparent: headerText(request, "traceparent"),
      tracestate: headerText(request, "tracestate"),
    });
    const span = tracer.openForCaller({ name: request.method, kind: "server" }, caller);
    request.span = span;
    tracer.within(span.place, done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url;
    request.span?.end({
      ...(route === undefined ? {} : { name: `${request.method} ${route}` }),
      attributes: {
        "http.request.method": request.method,
        "http.response.status_code": reply.statusCode,
        ...(route === undefined ? {} : { "http.route": route }),
        "weft.request_id": request.id,
        ...orgOf(request),
      },
      failure: reply.statusCode >= serverError ? String(reply.statusCode) : undefined,
    });
    done();
  });
}

function headerText({ headers }: FastifyRequest, name: string): string | undefined {
  return headers[name]?.toString();
}

/**
 * One line for each answered request, except probes; of successful, fast ones only the given share. Paths without their
 * query, and no header or body: those may contain secrets.
 */
export function logRequests(app: FastifyInstance, sampleRate = 1): void {
  app.decorate("logSampling", { rate: sampleRate });
  app.decorateRequest("party", undefined);
  app.addHook("onResponse", (request, reply, done) => {
    const isOrdinary = reply.statusCode < clientError && reply.elapsedTime < slowMs;
    const isLeftOut = isOrdinary && Math.random() >= app.logSampling.rate;
    if (isLeftOut || request.routeOptions.config.isProbe === true) {
      done();
      return;
    }
    request.log.info(
      {
        ...(request.party ?? unknownParty),
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
        traceId: request.span?.place.traceId,
      },
      "request",
    );
    done();
  });
}
