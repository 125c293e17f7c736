import { randomBytes, X509Certificate } from "node:crypto";
import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { invalidRequest } from "../errors.ts";
import { Problem } from "../problem.ts";
import { parseStrictJsonBody } from "./parse-large-json.ts";
import { pathOf, rejectBrokenRequest, sendProblem } from "./problem-response.ts";
import { readRejectedBodies } from "./read-rejected-bodies.ts";
import { knowOrigin } from "./request-origin.ts";
import { decodeUtf8, parseStrictJson } from "./strict-json.ts";

export interface HttpServerOptions {
  readonly logger: FastifyBaseLogger;
  readonly bodyBytesMax: number;
  readonly urlBytesMax: number;
  readonly jsonDepthMax: number;
  readonly trustProxy: boolean | number | string[];
  readonly corsOrigins: readonly string[];
  readonly publicUrl: string | undefined;
  readonly host: string;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Returns a more specific error, if there is one, before it is sent. */
  readonly explainError?: (error: unknown) => Promise<unknown>;
}

declare module "fastify" {
  interface FastifyInstance {
    /** The connections that are receiving an upload. */
    uploadingSockets: WeakSet<Socket>;
  }
}

// Parsed at once, without yielding to the event loop.
const smallBytes = 1_048_576;
const compressFromBytes = 1024;
const headerBytesMax = 16_384;
const requestTimeoutMs = 300_000;

/** Fastify with our rules for every request: ids, limits, strict JSON, problem responses, headers. No routes yet. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const headers = options.tls === undefined ? securityHeaders : securityHeadersWithTls;
  const setHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers(headers).header("x-request-id", request.id);
  const uploadingSockets = new WeakSet<Socket>();
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    bodyLimit: options.bodyBytesMax,
    trustProxy: trustedHops(options.trustProxy),
    forceCloseConnections: "idle",
    // Requests in transit when the service begins to stop are answered, and their connections then closed.
    return503OnClosing: false,
    genReqId: chooseRequestId,
    serverFactory: (handler) => createNodeServer(handler, options),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: options.urlBytesMax },
    // Called before any hook has run.
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, setHeaders(request, reply)),
    clientErrorHandler: (error, socket) => {
      // An upload may take longer than any other request, as long as bytes keep arriving.
      if (error.code !== "ERR_HTTP_REQUEST_TIMEOUT" || !uploadingSockets.has(socket)) {
        rejectBrokenRequest({ error, socket, requestId: makeRequestId(), headers }, options.logger);
      }
    },
  });
  app.decorate("uploadingSockets", uploadingSockets);
  knowOrigin(app, options);
  const { explainError = async (error) => error } = options;
  app.setErrorHandler(async (error, request, reply) => sendProblem(await explainError(error), request, reply));
  parseBodiesStrictly(app, options);
  readRejectedBodies(app);
  app.addHook("onRequest", (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
  if (options.corsOrigins.length > 0) {
    await app.register(cors, corsOptions(options.corsOrigins));
  }
  // After the CORS headers, so that pages of other origins can read the rejection.
  app.addHook("onRequest", (request, _reply, done) => done(refusalOf(request, options)));
  await app.register(compress, { threshold: compressFromBytes, encodings: ["br", "gzip"] });
  return app;
}

/** Replaces the certificate of a server with TLS. Connections that are open keep theirs. */
export function replaceCertificate(app: FastifyInstance, tls: { readonly cert: string; readonly key: string }): void {
  if (app.server instanceof https.Server) {
    app.server.setSecureContext(tls);
    app.knownOrigin.certificate = new X509Certificate(tls.cert);
  }
}

function createNodeServer(handler: http.RequestListener, options: HttpServerOptions): http.Server {
  // Room for the longest URL that we accept; a longer one gets our own response, not the parser's.
  const maxHeaderSize = headerBytesMax + 2 * options.urlBytesMax;
  // Node would reject a request without Host with an empty response.
  const common = { maxHeaderSize, requestTimeout: requestTimeoutMs, requireHostHeader: false };
  const server =
    options.tls === undefined
      ? http.createServer(common, handler)
      : https.createServer({ ...common, ...options.tls }, handler);
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1); Node would reject them with an empty
  // response.
  return server.on("checkExpectation", handler);
}

/** A number trusts that many proxies, counted from the service. */
function trustedHops(trustProxy: boolean | number | string[]) {
  return typeof trustProxy === "number" ? (_address: string, hop: number) => hop < trustProxy : trustProxy;
}

const securityHeaders = {
  // A browser would cache what has an ETag, and parts of a response change without a new version. Routes may override
  // this.
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};
const securityHeadersWithTls = { ...securityHeaders, "strict-transport-security": "max-age=31536000" };

/** A caller's id is kept if it is safe in logs and headers. */
function chooseRequestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : makeRequestId();
}

const requestIdBytes = 12;
// Generated for many ids at once: one call for each was the most expensive step of a small request.
let randomPool = randomBytes(0);
let randomOffset = 0;

function makeRequestId(): string {
  if (randomOffset >= randomPool.length) {
    randomPool = randomBytes(requestIdBytes * 512);
    randomOffset = 0;
  }
  randomOffset += requestIdBytes;
  return randomPool.toString("base64url", randomOffset - requestIdBytes, randomOffset);
}

function refusalOf(
  { url, headers, raw, routeOptions }: FastifyRequest,
  options: HttpServerOptions,
): Problem | undefined {
  if (url.length > options.urlBytesMax) {
    return new Problem("url-too-long", `The URL has ${url.length} bytes; the limit is ${options.urlBytesMax}.`);
  }
  if (headers.host === undefined && raw.httpVersion === "1.1") {
    return invalidRequest("Send a Host header.");
  }
  const { answersAnyType, streamsLines } = routeOptions.config;
  const acceptable = streamsLines === true ? /json|\*|octet-stream/i : /json|\*\/\*|application\/\*|text\/html/i;
  const isAcceptable = answersAnyType === true || acceptable.test(headers.accept ?? "*/*");
  if (pathOf(url).startsWith("/api/") && !isAcceptable) {
    return new Problem("not-acceptable", "Responses are JSON: accept application/json or */*.");
  }
  return undefined;
}

function parseBodiesStrictly(app: FastifyInstance, options: HttpServerOptions): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;|\s*$)/i,
    { parseAs: "buffer" },
    (_request, bytes, done) => {
      try {
        const limits = { depthMax: options.jsonDepthMax };
        if (bytes.length > smallBytes) {
          parseStrictJsonBody(decodeUtf8(bytes), limits).then((value) => done(null, value), done);
        } else {
          done(null, bytes.length === 0 ? undefined : parseStrictJson(decodeUtf8(bytes), limits));
        }
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  );
}

const exposedHeaders = [
  "etag",
  "location",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "x-request-id",
  "x-covered-until",
  "idempotency-replayed",
  "allow",
  "accept-ranges",
  "content-range",
  "content-disposition",
  "upload-offset",
  "www-authenticate",
];
const allowedHeaders = [
  "authorization",
  "cache-control",
  "change-set-id",
  "content-type",
  "content-range",
  "idempotency-key",
  "if-match",
  "if-none-match",
  "if-range",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "range",
  "x-api-key",
  "x-api-org",
  "x-request-id",
  "x-webhook-secret",
];

/** Without credentials: pages of other origins may use keys and tokens, never a user's session. */
function corsOptions(origins: readonly string[]) {
  return {
    origin: origins.includes("*") ? "*" : [...origins],
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders,
    exposedHeaders,
    credentials: false,
    maxAge: 7200,
    strictPreflight: false,
  };
}
