import { strict as assert } from "node:assert";
import type { Operation } from "@weft/contract";
import type { TestAnswer, TestService } from "../test-service.ts";

type Texts = Readonly<Record<string, string>>;

/** A request and its response, as stored in a file of contract/examples. */
export interface ExamplePair {
  readonly title: string;
  readonly request: {
    readonly method: string;
    /** Below /api, with its query. */
    readonly path: string;
    /** Besides the credential, which every caller adds. */
    readonly headers: Texts;
    readonly body?: unknown;
  };
  readonly answer: { readonly status: number; readonly headers: Texts; readonly body?: unknown };
}

export interface ExampleCall {
  readonly title: string;
  /** The expected status: any other is an error of the scenario. */
  readonly status: number;
  readonly params?: Texts;
  readonly query?: Texts;
  readonly headers?: Texts;
  readonly body?: unknown;
}

/** Headers that a client reads; the others are the same on every response, or belong to the transport. */
const answerHeaders = [
  "content-type",
  "location",
  "etag",
  "retry-after",
  "allow",
  "idempotency-replayed",
  "x-covered-until",
  "content-disposition",
  "content-range",
  "upload-offset",
];

/** The service accepts a caller's request id, so that every run returns the same one. */
export const steadyHeaders = { "x-request-id": "example-request" } as const;

/** Calls operations and records requests and responses. */
export class ExampleRecorder {
  readonly service: TestService;
  readonly #pairs = new Map<string, ExamplePair[]>();

  constructor(service: TestService) {
    this.service = service;
  }

  /** What was recorded so far, by operation id. */
  get pairs(): ReadonlyMap<string, readonly ExamplePair[]> {
    return this.#pairs;
  }

  async record(operation: Operation, call: ExampleCall, credential: Texts = {}): Promise<TestAnswer> {
    const { title, status, headers = {}, body } = call;
    const { id, method } = operation;
    const path = addressOf(operation, call);
    const sent = { ...credential, ...headers, ...steadyHeaders };
    const answer = await this.service.call(method, path, { headers: sent, body });
    assert.equal(answer.status, status, `${id}, ${title}: ${JSON.stringify(answer.body)}`);
    const pair = {
      title,
      request: { method, path, ...contentOf({ ...typeOf(body), ...headers }, withoutBytes(body)) },
      answer: { status, ...contentOf(shownHeaders(answer), shownBody(answer)) },
    };
    this.#pairs.set(id, [...(this.#pairs.get(id) ?? []), pair]);
    return answer;
  }
}

function addressOf({ path }: Operation, { params = {}, query = {} }: ExampleCall): string {
  const search = new URLSearchParams(query).toString();
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  return search === "" ? filled : `${filled}?${search}`;
}

function typeOf(body: unknown): Texts {
  return body === undefined || body instanceof Uint8Array ? {} : { "content-type": "application/json" };
}

function withoutBytes(body: unknown): unknown {
  return body instanceof Uint8Array ? archive : body;
}

/** Bytes that are not text. */
function shownBody({ headers, body }: TestAnswer): unknown {
  return body === "" ? undefined : (bytesByType[headers.get("content-type") ?? ""] ?? body);
}

const archive = "(the bytes of an archive)";
const bytesByType: Readonly<Record<string, string>> = {
  "application/gzip": archive,
  "image/webp": "(the bytes of a picture)",
};

function contentOf(headers: Texts, body: unknown) {
  return body === undefined ? { headers } : { headers, body };
}

function shownHeaders({ headers }: TestAnswer): Texts {
  return Object.fromEntries([...headers].filter(([name]) => answerHeaders.includes(name)));
}
