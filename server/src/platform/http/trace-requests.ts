import type { FastifyInstance, FastifyRequest } from "fastify";
import { readTraceParent } from "../tracing/span.ts";
import type { OpenSpan, Tracer } from "../tracing/tracer.ts";

declare module "fastify" {
  interface FastifyRequest {
    span?: OpenSpan;
  }
}

const serverError = 500;

/** A span for each request, below the caller's own if one was sent. Contains the route, never the query or the body. */
export function traceRequests(
  app: FastifyInstance,
  tracer: Tracer,
  describeCaller: (request: FastifyRequest) => Readonly<Record<string, string>>,
): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { traceparent } = request.headers;
    const parent = readTraceParent(typeof traceparent === "string" ? traceparent : undefined);
    const span = tracer.open({ name: request.method, kind: "server" }, parent);
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
        ...describeCaller(request),
      },
      failure: reply.statusCode >= serverError ? String(reply.statusCode) : undefined,
    });
    done();
  });
}
