import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { Problem } from "../problem.ts";
import { problemBody, problemMediaType } from "./problem-answer.ts";

export interface BrokenRequest {
  readonly error: NodeJS.ErrnoException;
  readonly socket: Socket;
  readonly requestId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Input that Node's parser rejects never becomes a request, but its sender still gets a problem body. */
export function answerBrokenRequest(
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
      return new Problem("invalid-request", "The request timed out. Send it again, faster.");
    default:
      return new Problem("invalid-request", "Malformed HTTP/1.1 request. Check the method, headers and length.");
  }
}
