import type { FastifyInstance, FastifyRequest } from "fastify";
import { pathOf } from "./problem-answer.ts";

/** One line for each answered request. Paths without their query, and no header or body: those may contain secrets. */
export function logRequests(app: FastifyInstance, describeCaller: (request: FastifyRequest) => object): void {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        ...describeCaller(request),
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
