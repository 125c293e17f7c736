import { errorDefinitions, type ProblemBody } from "@weft/contract";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Renders a problem as a page for browsers; without it they get JSON as programs do. */
    renderProblem?: (problem: ProblemBody) => {
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };
  }
}

export const problemMediaType = "application/problem+json; charset=utf-8";

/** Sends any failure as RFC 9457. An unexpected one is logged in full and exposes no details. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = logProblem(error, request);
  reply.code(problem.status).headers(problem.headers);
  const body = problemBody(problem, request.id, pathOf(request.url));
  const page = isForReader(request) ? request.server.renderProblem?.(body) : undefined;
  return page === undefined
    ? reply.header("content-type", problemMediaType).send(JSON.stringify(body))
    : reply.headers(page.headers).send(page.body);
}

/** Logs the failure and returns it as a problem; also for protocols with their own error bodies. */
export function logProblem(error: unknown, request: FastifyRequest): Problem {
  const problem = toProblem(error, request);
  if (problem.status === 500) {
    request.log.error({ err: problem.cause }, problem.detail);
  } else if (problem.cause !== undefined) {
    // An expected failure with a cause that is hidden from the caller, such as an identity provider's error.
    request.log.warn({ cause: problem.cause instanceof Error ? problem.cause.message : undefined }, problem.detail);
  }
  return problem;
}

/** A navigating browser prefers HTML. */
function isForReader({ method, headers }: FastifyRequest): boolean {
  return method === "GET" && headers.accept?.startsWith("text/html") === true;
}

export function problemBody(problem: Problem, requestId: string, instance: string): ProblemBody {
  return {
    type: `/errors/${problem.code}`,
    title: errorDefinitions[problem.code].title,
    status: problem.status,
    detail: problem.detail,
    instance,
    code: problem.code,
    requestId,
    ...(problem.errors.length > 0 ? { errors: [...problem.errors] } : {}),
    ...problem.members,
  };
}

/** The path without the query, which may contain codes and tokens that belong neither in responses nor in logs. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) {
    return error;
  }
  if (error === request.raw.errored) {
    return new Problem(
      "invalid-request",
      "The connection was closed before the whole body was received. Send it again.",
    );
  }
  return (
    fromFramework(error, request.routeOptions.bodyLimit) ??
    new Problem("internal-error", "Internal error. Give the operator the requestId.", { cause: error })
  );
}

function fromFramework(error: unknown, bodyBytesMax: number | undefined): Problem | undefined {
  if (!isFrameworkError(error)) {
    return undefined;
  }
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new Problem(
        "body-too-large",
        `The body is larger than the limit of ${bodyBytesMax} bytes. Split the request.`,
      );
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new Problem("unsupported-media-type", "Send the body as Content-Type: application/json.");
    case "FST_ERR_BAD_URL":
      return new Problem("invalid-request", "The path is not valid percent-encoded UTF-8.");
    default:
      return error.statusCode !== undefined && error.statusCode < 500
        ? new Problem("invalid-request", "The request is malformed. Check its Content-Length, encoding and headers.")
        : undefined;
  }
}

function isFrameworkError(error: unknown): error is FastifyError {
  return error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("FST_");
}
