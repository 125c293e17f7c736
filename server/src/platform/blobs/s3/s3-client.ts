import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, type Dispatcher } from "undici";
import { rootCodeOf } from "../../error-code.ts";
import { CredentialKeeper, fetchCredentials } from "./credentials/credential-keeper.ts";
import type { CredentialSource } from "./credentials/credential-source.ts";
import type { IssuedCredentials } from "./credentials/issued-credentials.ts";
import { readS3Error, S3Error } from "./s3-error.ts";
import { encodePath, encodeQuery, sha256, signRequest } from "./signature.ts";

export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** Whether the bucket is the beginning of the path or of the host name. */
  readonly addressing: "path" | "host";
  readonly credentials: CredentialSource;
}

/** A body that can be sent again. */
export interface Payload {
  readonly bytes: number;
  readonly sha256: string;
  blocks(): Iterable<Buffer>;
}

export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Undefined for a request on the bucket. */
  readonly key?: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: Payload;
  readonly signal?: AbortSignal;
}

export type S3Response = Dispatcher.ResponseData;

export interface ShortResponse {
  readonly headers: S3Response["headers"];
  readonly text: string;
}

const connectTimeoutMs = 3_000;
const silenceTimeoutMs = 30_000;
const connectionsMax = 50;
const attemptsMax = 3;
const backoffMs = 100;
const backoffOfBusyMs = 500;
const backoffMsMax = 5_000;
const textBytesMax = 4 * 1024 * 1024;

/** Sends signed requests to one bucket, and retries them. */
export class S3Client {
  readonly #options: S3Options;
  readonly #address: ReturnType<typeof addressOf>;
  readonly #keeper: CredentialKeeper;
  readonly #closing = new AbortController();
  // Both timeouts begin again with each byte that is sent or received.
  readonly #agent = new Agent({
    connections: connectionsMax,
    connect: { timeout: connectTimeoutMs },
    headersTimeout: silenceTimeoutMs,
    bodyTimeout: silenceTimeoutMs,
  });

  constructor(options: S3Options) {
    this.#options = options;
    this.#address = addressOf(options);
    this.#keeper = new CredentialKeeper(() => fetchCredentials(options.credentials));
  }

  /** Resolves with the beginning of a successful response; its body must be read. Throws S3Error for all others. */
  send(request: S3Request): Promise<S3Response> {
    return this.#retry(request, () => this.#attempt(request));
  }

  /** Sends a request with a short response, and resolves with its text. */
  sendShort(request: S3Request): Promise<ShortResponse> {
    return this.#retry(request, async () => {
      const { headers, body } = await this.#attempt(request);
      const text = await readText(body);
      // S3 sends status 200 before it joins the parts of an upload, and only then an error.
      if (errorDocument.test(text)) {
        throw readS3Error({ status: 500, headers, text }, new Date());
      }
      return { headers, text };
    });
  }

  credentials(): Promise<IssuedCredentials> {
    return this.#keeper.get();
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("The client of S3 was closed."));
    await this.#agent.destroy();
  }

  async #retry<Result>({ signal }: S3Request, work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === attemptsMax || signal?.aborted || !mayPass(error)) {
          throw error;
        }
        const signals = [this.#closing.signal, ...(signal === undefined ? [] : [signal])];
        await delay(backoffOf(error, attempt), undefined, { signal: AbortSignal.any(signals) });
      }
    }
  }

  async #attempt(request: S3Request): Promise<S3Response> {
    const credentials = await this.#keeper.get();
    const response = await this.#agent.request(this.#sign(request, credentials));
    if (response.statusCode >= 200 && response.statusCode < 300) {
      return response;
    }
    const { statusCode: status, headers } = response;
    // What the connection was closed with is less than the status.
    const error = readS3Error({ status, headers, text: await readText(response.body).catch(() => "") }, new Date());
    if (expiredCodes.has(error.code)) {
      this.#keeper.discard(credentials);
    }
    throw error;
  }

  #sign(request: S3Request, credentials: IssuedCredentials) {
    const { method, key, query = [], payload, signal } = request;
    const { origin, path: bucketPath } = this.#address;
    const path = key === undefined ? bucketPath || "/" : `${bucketPath}/${encodePath(key)}`;
    const payloadHash = payload?.sha256 ?? emptyHash;
    const headers = {
      ...request.headers,
      host: origin.host,
      "x-amz-content-sha256": payloadHash,
      ...(payload === undefined ? {} : { "content-length": String(payload.bytes) }),
    };
    const scope = { credentials, region: this.#options.region, service: "s3", now: new Date() };
    return {
      origin: origin.origin,
      method,
      path: query.length === 0 ? path : `${path}?${encodeQuery(query)}`,
      headers: signRequest({ method, path, query, headers, payloadHash }, scope),
      body:
        payload === undefined || payload.bytes === 0 ? null : Readable.from(payload.blocks(), { objectMode: false }),
      signal: signal ?? null,
    };
  }
}

/** The origin of the store, and the path of the bucket without a slash at its end. */
export function addressOf({ endpoint, bucket, addressing }: S3Options): {
  readonly origin: URL;
  readonly path: string;
} {
  const origin = new URL(endpoint);
  const base = origin.pathname.replace(/\/+$/, "");
  if (addressing === "path") {
    return { origin, path: `${base}/${encodePath(bucket)}` };
  }
  origin.hostname = `${bucket}.${origin.hostname}`;
  return { origin, path: base };
}

const emptyHash = sha256("");
const errorDocument = /^\s*(?:<\?xml[^>]*>)?\s*<Error>/;

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > textBytesMax) {
      throw new Error("The response of S3 is too long.");
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const expiredCodes = new Set(["ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired"]);
const busyCodes = new Set(["SlowDown", "Throttling", "ThrottlingException", "RequestLimitExceeded", "TooManyRequests"]);
const passingStatuses = new Set([408, 429, 500, 502, 503, 504]);
const passingCodes = new Set(["RequestTimeout", "InternalError", "OperationAborted"]);
// The connection failed, or was closed by the other side: a request may be sent again, because blobs never change.
const passingFailures = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_SOCKET",
]);

/** Whether another attempt may succeed. */
function mayPass(error: unknown): boolean {
  if (error instanceof S3Error) {
    const { code, status } = error;
    return passingStatuses.has(status) || passingCodes.has(code) || busyCodes.has(code) || expiredCodes.has(code);
  }
  return passingFailures.has(rootCodeOf(error));
}

/** Random, so that many nodes do not come back at the same moment; longer if the store is busy. */
function backoffOf(error: unknown, attempt: number): number {
  const isBusy = error instanceof S3Error && (busyCodes.has(error.code) || [429, 503].includes(error.status));
  const random = Math.random() * (isBusy ? backoffOfBusyMs : backoffMs) * 2 ** attempt;
  const asked = error instanceof S3Error ? (error.retryAfterMs ?? 0) : 0;
  return Math.min(Math.max(random, asked), backoffMsMax);
}
