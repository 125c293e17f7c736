import { open } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type Dispatcher, request } from "undici";
import { rootCodeOf } from "../../../error-code.ts";
import { CredentialsError } from "./credential-source.ts";

export interface SmallRequest {
  readonly url: string;
  readonly method?: "GET" | "PUT" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of each attempt, until the last byte. */
  readonly timeoutMs: number;
  /** What does not respond if there is no response. */
  readonly subject: string;
  readonly dispatcher: Dispatcher;
}

export interface SmallResponse {
  readonly status: number;
  readonly text: string;
}

const attemptsMax = 3;
const backoffMs = 100;
const bytesMax = 65_536;

/**
 * Sends a request to a service that issues credentials. Failed connections and errors of the service are retried;
 * redirects are not followed.
 */
export async function sendSmallRequest(options: SmallRequest): Promise<SmallResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(options).catch((error: unknown) => asCredentialsError(error, options.subject));
    const isFinal = attempt === attemptsMax || ("status" in response && response.status < 500);
    if (isFinal && response instanceof Error) {
      throw response;
    }
    if (isFinal && "status" in response) {
      return response;
    }
    await delay(Math.random() * backoffMs * 2 ** attempt);
  }
}

async function send({ url, timeoutMs, dispatcher, ...given }: SmallRequest): Promise<SmallResponse> {
  const { method = "GET", headers = {}, body = null } = given;
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await request(url, { method, headers, body, signal, dispatcher });
  return { status: response.statusCode, text: (await readLimited(response.body)).toString() };
}

async function readLimited(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      throw new CredentialsError(`The response is longer than ${bytesMax} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function asCredentialsError(error: unknown, subject: string): CredentialsError {
  if (error instanceof CredentialsError) {
    return new CredentialsError(`${subject} sent an unusable response: ${error.message}`);
  }
  const isLate = error instanceof Error && error.name === "TimeoutError";
  const reason = isLate ? "no response in time" : rootCodeOf(error) || (error instanceof Error ? error.message : "");
  return new CredentialsError(`${subject} did not respond (${reason}).`, { cause: error });
}

/** A token that the orchestrator replaces from time to time. */
export async function readTokenFile(path: string, setting: string): Promise<string> {
  const text = await readBeginning(path).catch((cause: unknown) => {
    throw new CredentialsError(`${setting}: the file ${path} cannot be read (${rootCodeOf(cause)}).`, { cause });
  });
  const token = text.trim();
  if (text.length > bytesMax || !/^[!-~]+$/.test(token)) {
    throw new CredentialsError(`${setting}: the file ${path} does not contain a token.`);
  }
  return token;
}

/** Up to one byte more than the limit, also of a file without an end. */
async function readBeginning(path: string): Promise<string> {
  const bytes = Buffer.alloc(bytesMax + 1);
  const file = await open(path, "r");
  try {
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = (await file.read(bytes, length, bytes.length - length)).bytesRead;
    }
    return bytes.toString("latin1", 0, length);
  } finally {
    await file.close();
  }
}
