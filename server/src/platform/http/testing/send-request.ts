import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** Tests access responses without types: a wrong assumption fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type JsonBody = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed if it is JSON and not a file. */
  readonly body: JsonBody;
}

export interface RequestParts {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
  /** A certificate to trust. */
  readonly ca?: string;
}

/** Sends exactly these headers and bytes, besides Host; fetch would add and forbid some. */
export async function sendRequest(url: string, parts: RequestParts = {}): Promise<Answer> {
  const { method = "GET", headers = {}, body, ca } = parts;
  const { request } = url.startsWith("https:") ? https : http;
  const sent = request(url, { method, headers, agent: false, ...(ca === undefined ? {} : { ca }) });
  sent.on("error", () => {}); // A request that is rejected early may break while it is sent; the response counts.
  sent.end(body);
  const [answer]: http.IncomingMessage[] = await once(sent, "response");
  if (answer === undefined) {
    throw new Error("There is no response.");
  }
  return toAnswer(answer.statusCode ?? 0, toHeaders(answer.rawHeaders), await text(answer));
}

/** Sends raw bytes, and returns everything received until the connection is closed. */
export async function sendBytes(address: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).setEncoding("latin1");
  socket.on("error", () => {});
  socket.write(bytes);
  let received = "";
  socket.on("data", (chunk: string) => {
    received += chunk;
  });
  await once(socket, "close");
  return received;
}

/** Parses the first response in the result of sendBytes. */
export function readAnswer(received: string): Answer {
  const [head = "", ...rest] = received.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const raw = lines.flatMap((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
  return toAnswer(Number(statusLine.split(" ")[1]), toHeaders(raw), rest.join("\r\n\r\n"));
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  raw.forEach((name, index) => {
    if (index % 2 === 0) {
      headers.append(name, raw[index + 1] ?? "");
    }
  });
  return headers;
}

function toAnswer(status: number, headers: Headers, body: string): Answer {
  const isJson =
    /^application\/(?:problem\+)?json/.test(headers.get("content-type") ?? "") &&
    !headers.has("content-encoding") &&
    !headers.has("content-disposition") &&
    body !== "";
  return { status, headers, body: isJson ? JSON.parse(body) : body };
}
