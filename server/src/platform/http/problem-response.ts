import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { errorDefinitions, type ProblemBody } from "@weft/contract";
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errorCodeOf } from "../error-code.ts";
import { bodyAboveLimit, invalidRequest, nothingFound, unsupportedMediaType } from "../errors.ts";
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

const problemMediaType = "application/problem+json; charset=utf-8";

/** Sends any failure as RFC 9457. An unexpected one is logged in full and exposes no details. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
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

function problemBody(problem: Problem, requestId: string, instance: string): ProblemBody {
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
    return invalidRequest("The connection was closed before the whole body was received. Send it again.");
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
      return bodyAboveLimit(bodyBytesMax);
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return unsupportedMediaType("Send the body as Content-Type: application/json.");
    case "FST_ERR_BAD_URL":
      return invalidRequest("The path is not valid percent-encoded UTF-8.");
    default:
      return error.statusCode !== undefined && error.statusCode < 500
        ? invalidRequest("The request is malformed. Check its Content-Length, encoding and headers.")
        : undefined;
  }
}

function isFrameworkError(error: unknown): error is FastifyError {
  return errorCodeOf(error).startsWith("FST_");
}

interface BrokenRequest {
  readonly error: NodeJS.ErrnoException;
  readonly socket: Socket;
  readonly requestId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Input that Node's parser rejects never becomes a request, but its sender still gets a problem body. */
export function rejectBrokenRequest(
  { error, socket, requestId, headers }: BrokenRequest,
  log: FastifyBaseLogger,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(error.code);
  log.info({ requestId, status: problem.status, reason: error.code }, "malformed request");
  // The path is empty: it may never have been read.
  const body = JSON.stringify(problemBody(problem, requestId, ""));
  const lines = Object.entries({
    ...headers,
    "x-request-id": requestId,
    "content-type": problemMediaType,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join("")}\r\n${body}`);
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new Problem("headers-too-large", "Send fewer or shorter headers.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return invalidRequest("The request timed out. Send it again, faster.");
    default:
      return invalidRequest("Malformed HTTP/1.1 request. Check the method, headers and length.");
  }
}

const methodsToAllow = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

export interface UnknownPaths {
  /** Returns a more specific problem for the path, if there is one. */
  readonly explain?: (path: string) => Problem | undefined;
  /** Sends the page of a single-page app for the URL, or returns false if it is not one of its pages. */
  readonly sendPage?: (request: FastifyRequest, reply: FastifyReply) => boolean;
}

/** Collects the paths of the routes, so that another method on one of them returns 405 with the supported methods. */
export function handleUnknownPaths(app: FastifyInstance, unknown: UnknownPaths = {}): void {
  const { explain = () => undefined, sendPage = () => false } = unknown;
  const known: { pattern: RegExp; methods: readonly string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    const pattern = new RegExp(
      `^${url
        .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
        .replace(/\*/g, ".*")
        .replace(/:\w+/g, "[^/]+")}/?$`,
    );
    known.push({ pattern, methods: [method].flat() });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const taken = new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods));
    const allow = methodsToAllow.filter((method) => taken.has(method)).join(", ");
    if (allow === "" && sendPage(request, reply)) {
      return reply;
    }
    const problem =
      allow === ""
        ? (explain(path) ?? nothingFound("There is nothing at this URL. The API starts at /api; see /api/docs."))
        : new Problem("method-not-allowed", `This URL supports ${allow}.`, { headers: { allow } });
    return sendProblem(problem, request, reply);
  });
}
