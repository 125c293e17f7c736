import { Readable } from "node:stream";
import { anyMediaType, bytesMediaType, type Operation } from "@weft/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Budget } from "../budgets/budget.ts";
import { shownName } from "../closest-name.ts";
import { notFound } from "../errors.ts";
import { Problem } from "../problem.ts";
import { parsePart } from "../request-errors.ts";
import { CallEndings, leavingOf } from "./call-endings.ts";
import { acceptUploads, IncomingUpload } from "./incoming-upload.ts";
import { readListParameters } from "./list-parameters.ts";
import { factsOf } from "./request-facts.ts";
import { JsonText, type RawAnswer, type RequestFacts, type Route, streamText } from "./route.ts";

/** Hooks that decide whether a request may continue, in the order they run, before its body is read. */
export interface Gatekeeper {
  /**
   * Authenticates the caller; throws if the operation requires one and there is none. May be synchronous or
   * asynchronous.
   */
  admit(operation: Pick<Operation, "access">, request: FastifyRequest, reply: FastifyReply): Promise<unknown> | unknown;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: unknown;
  }

  interface FastifyContextConfig {
    /** Ignores Accept: a file has its own type. */
    answersAnyType?: boolean;
    /** Streams lines, also as plain bytes to callers that accept only those. */
    streamsLines?: boolean;
  }
}

export const apiPrefix = "/api";

/** A call as an observer of an operation sees it. */
interface WatchedCall {
  readonly caller: unknown;
  readonly params: unknown;
  readonly query: unknown;
  readonly request: RequestFacts;
}

/** Notified of the outcome of an operation's calls, before the response. If it throws, that error is sent instead. */
interface CallWatcher {
  answered?(call: WatchedCall): Promise<void>;
  failed?(call: WatchedCall, error: unknown): Promise<void>;
}

export interface RoutesOptions {
  /** Called once for each operation; undefined for those without a watcher. */
  readonly watch: (operation: Operation) => CallWatcher | undefined;
  readonly gatekeeper: Gatekeeper;
  readonly batchBytesMax: number;
  /** The budget of a call with a large response. */
  readonly openBudget: (caller: unknown, ended: AbortSignal) => Budget;
}

export function registerRoutes(app: FastifyInstance, routes: readonly Route[], options: RoutesOptions): void {
  const endings = new CallEndings();
  app.decorateRequest("caller", undefined);
  app.addHook("preClose", (done) => {
    endings.endAll();
    done();
  });
  // PATCH is the same as PUT, except where PUT also creates.
  const patched = new Set(routes.flatMap(({ operation: { method, path } }) => (method === "PATCH" ? [path] : [])));
  const methodsOf = ({ method, path }: Operation) =>
    method === "PUT" && !patched.has(path) ? [method, "PATCH"] : [method];
  for (const route of routes.filter(({ operation }) => operation.upload === undefined)) {
    addRoute(app, route, methodsOf(route.operation), { ...options, endings });
  }
  // In a separate scope, where no body is read before the handler.
  void app.register((scope, _options, done) => {
    acceptUploads(scope);
    for (const route of routes.filter(({ operation }) => operation.upload !== undefined)) {
      addRoute(scope, route, methodsOf(route.operation), { ...options, endings });
    }
    done();
  });
}

interface RouteContext extends RoutesOptions {
  readonly endings: CallEndings;
}

function addRoute(app: FastifyInstance, route: Route, method: string[], options: RouteContext): void {
  const { operation } = route;
  const watcher = options.watch(operation);
  for (const path of pathsOf(operation)) {
    app.route({
      method,
      url: apiPrefix + path.replace(/\{(\w+)\}/g, ":$1"),
      ...(operation.isBatch === true ? { bodyLimit: options.batchBytesMax } : {}),
      // The bytes are not compressed, so that ranges and lengths stay valid.
      ...(answersAnyType(operation) ? { compress: false } : {}),
      config: {
        answersAnyType: answersAnyType(operation),
        streamsLines: streamsLines(operation),
        streamsBody: operation.upload !== undefined,
      },
      onRequest: (request, reply, done) =>
        passOn(request, () => options.gatekeeper.admit(operation, request, reply), done),
      handler: async (request, reply) => {
        const handle = () => route.handle(readCall(operation, request, resourcesOf(reply, options, options.endings)));
        const answer = watcher === undefined ? await handle() : await watched(watcher, request, handle);
        return answer.stream === undefined ? send(reply, answer) : sendStream(reply, answer, operation);
      },
    });
  }
}

async function watched(
  watcher: CallWatcher,
  request: FastifyRequest,
  handle: () => Promise<RawAnswer>,
): Promise<RawAnswer> {
  const { caller, params, query } = request;
  const call = { caller, params, query, request: factsOf(request) };
  let answer: RawAnswer;
  try {
    answer = await handle();
  } catch (error) {
    await watcher.failed?.(call, error);
    throw error;
  }
  try {
    await watcher.answered?.(call);
  } catch (error) {
    answer.stream?.destroy();
    throw error;
  }
  return answer;
}

function answersAnyType({ answers }: Operation): boolean {
  return Object.values(answers).some(({ mediaType }) => mediaType === anyMediaType);
}

function streamsLines({ answers }: Operation): boolean {
  return Object.values(answers).some(({ mediaType }) => mediaType === "application/x-ndjson");
}

/** Every path of an operation: callers may also write the singular of a kind. */
export function pathsOf({ path, aliasOf }: Operation): string[] {
  return aliasOf === undefined ? [path] : [path, path.replace(`/${aliasOf.plural}`, `/${aliasOf.singular}`)];
}

/** Continues synchronously if the gatekeeper needs no I/O, as for a recently seen key. */
function passOn(request: FastifyRequest, admit: () => unknown, done: (error?: Error) => void): void {
  try {
    const caller = admit();
    if (caller instanceof Promise) {
      caller.then((found: unknown) => {
        request.caller = found;
        done();
      }, done);
    } else {
      request.caller = caller;
      done();
    }
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

interface CallResources {
  readonly ending: () => AbortSignal;
  readonly budget: () => Budget;
}

/** Created only for calls that use them: most neither wait nor return much. */
function resourcesOf(reply: FastifyReply, { openBudget }: RoutesOptions, endings: CallEndings): CallResources {
  let budget: Budget | undefined;
  const ending = () => endings.endingOf(reply);
  return {
    ending,
    budget: () => {
      if (budget === undefined) {
        const opened = openBudget(reply.request.caller, leavingOf(reply));
        reply.raw.once("close", () => opened.close());
        budget = opened;
      }
      return budget;
    },
  };
}

function readCall(operation: Operation, request: FastifyRequest, { ending, budget }: CallResources): unknown {
  return {
    caller: request.caller,
    params: parsePath(operation, request.params),
    query: readListParameters(operation, parsePart(operation.query ?? noParameters, request.query, "query")),
    body: operation.body && parsePart(operation.body, request.body, "body"),
    upload: operation.upload && new IncomingUpload(request, operation.upload, ending),
    request: factsOf(request),
    get ended() {
      return ending();
    },
    get budget() {
      return budget();
    },
  };
}

/** Of an operation without a query. */
const noParameters = z.strictObject({});

/** An id that does not exist is a 404, whatever its form: no operation has to check the form. */
function parsePath(operation: Operation, given: unknown): unknown {
  try {
    return operation.params && parsePart(operation.params, given, "path");
  } catch (error) {
    const isAbsent = operation.createsAtPath !== true && operation.errors.includes("not-found");
    const [invalid] = error instanceof Problem && isAbsent ? error.errors : [];
    if (invalid === undefined) {
      throw error;
    }
    throw notFound(operation.aliasOf?.singular ?? operation.tag, shownName(String(Object(given)[invalid.pointer])));
  }
}

// Encoded in about a millisecond.
const largeCharacters = 1_048_576;

function send(reply: FastifyReply, answer: RawAnswer): FastifyReply {
  reply.code(answer.status);
  if (answer.headers !== undefined) {
    reply.headers(answer.headers);
  }
  if (answer.body === undefined) {
    return reply.send();
  }
  // Serialized by JSON.stringify alone: the contract's tests check the shape, and a schema would cost more than it
  // saves.
  const text = textOf(answer.body);
  reply.header("content-type", "application/json; charset=utf-8");
  if (text.length <= largeCharacters || reply.request.method === "HEAD") {
    return reply.send(text);
  }
  return reply.header("content-length", Buffer.byteLength(text)).send(streamText(text));
}

function textOf(body: unknown): string {
  return body instanceof JsonText ? body.text : JSON.stringify(body);
}

function acceptsOnlyBytes(accept = "*/*"): boolean {
  return accept.includes(bytesMediaType) && !/\*\/\*|json|application\/\*/i.test(accept);
}

function sendStream(reply: FastifyReply, { status, headers = {}, stream }: RawAnswer, operation: Operation) {
  const mediaType = operation.answers[status]?.mediaType ?? anyMediaType;
  const isPlain = streamsLines(operation) && acceptsOnlyBytes(reply.request.headers.accept);
  const sentType = isPlain ? bytesMediaType : mediaType;
  reply.code(status).headers(mediaType === anyMediaType ? headers : { ...headers, "content-type": sentType });
  // For HEAD, Fastify would read the whole stream, and send a length of 0 without one.
  if (reply.request.method === "HEAD") {
    stream?.destroy();
    return reply.send(Readable.from([]));
  }
  return reply.send(stream);
}
