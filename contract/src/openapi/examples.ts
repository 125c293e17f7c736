import { z } from "zod";
import { type ErrorCode, isErrorCode } from "../errors.ts";
import { bytesMediaType, type Operation } from "../operation.ts";
import type { JsonObject } from "./components.ts";

/** A request and its response, as recorded in contract/examples. */
export interface RecordedExample {
  readonly title: string;
  readonly request: {
    /** Below the base address, with its query. */
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly answer: { readonly status: number; readonly body?: unknown };
}

/** By operation id. */
export type RecordedExamples = ReadonlyMap<string, readonly RecordedExample[]>;

/** Finds recorded requests and responses for the parts of a document. */
export class ExampleBook {
  readonly #examples: RecordedExamples;
  /** The first recorded problem of each code. */
  readonly #problems = new Map<ErrorCode, RecordedExample>();

  constructor(examples: RecordedExamples) {
    this.#examples = examples;
    for (const example of [...examples.values()].flat()) {
      const code = codeOf(example.answer.body);
      if (code !== undefined && !this.#problems.has(code)) {
        this.#problems.set(code, example);
      }
    }
  }

  /** The bodies of requests that were accepted as a whole. */
  ofRequest({ id }: Operation, mediaType: string): JsonObject {
    const accepted = this.#accepted(id).filter(({ request, answer }) => {
      const isComplete = request.body !== undefined && !hasRejectedPart(answer.body);
      return isComplete && typeOf(request) === mediaType;
    });
    return examplesOf(accepted, ({ request }) => request.body);
  }

  ofResponse({ id }: Operation, status: number): JsonObject {
    const answered = this.#accepted(id).filter(({ answer }) => answer.status === status && answer.body !== undefined);
    return examplesOf(answered, ({ answer }) => answer.body);
  }

  ofProblems(codes: readonly ErrorCode[]): JsonObject {
    const recorded = codes.flatMap((code) => this.#problems.get(code) ?? []);
    return examplesOf(recorded, ({ answer }) => answer.body);
  }

  /** The first recorded text of a parameter. */
  ofParameter(operation: Operation, place: "path" | "query" | "header", name: string): string | undefined {
    const texts = this.#accepted(operation.id).map(({ request }) => parametersOf(operation, request)[place].get(name));
    return texts.find((text) => typeof text === "string") ?? undefined;
  }

  #accepted(id: string): readonly RecordedExample[] {
    return (this.#examples.get(id) ?? []).filter(({ answer }) => answer.status < 400);
  }
}

/** The documented type of a body: contents of files are bytes. A form is recorded as text, which is not its value. */
function typeOf({ headers }: RecordedExample["request"]): string | undefined {
  const sent = headers["content-type"] ?? bytesMediaType;
  if (sent.startsWith("multipart/")) {
    return undefined;
  }
  return sent === "application/json" ? sent : bytesMediaType;
}

const batchSchema = z.object({ results: z.array(z.object({ status: z.int() })) });

/** A batch that is not atomic may contain operations that were rejected. */
function hasRejectedPart(body: unknown): boolean {
  const batch = batchSchema.safeParse(body);
  return batch.success && batch.data.results.some(({ status }) => status >= 400);
}

function parametersOf(operation: Operation, { path, headers }: RecordedExample["request"]) {
  const address = new URL(path, "http://weft.example");
  const pattern = operation.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const params = Object.entries(new RegExp(`^${pattern}$`).exec(address.pathname)?.groups ?? {});
  return {
    path: new Map(params.map(([name, text]) => [name, decodeURIComponent(text)])),
    query: address.searchParams,
    header: new Headers({ ...headers }),
  } satisfies Record<string, { get(name: string): string | null | undefined }>;
}

/** Named after their titles, without repetitions. */
function examplesOf(
  recorded: readonly RecordedExample[],
  readValue: (example: RecordedExample) => unknown,
): JsonObject {
  const texts = new Set<string>();
  const examples: JsonObject = {};
  for (const example of recorded) {
    const text = JSON.stringify(readValue(example));
    if (!texts.has(text)) {
      texts.add(text);
      examples[freeName(example.title, examples)] = { summary: example.title, value: JSON.parse(text) };
    }
  }
  return texts.size === 0 ? {} : { examples };
}

function freeName(title: string, taken: JsonObject): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = words.slice(0, 8).join("-");
  return Object.hasOwn(taken, name) ? `${name}-${Object.keys(taken).length + 1}` : name;
}

function codeOf(body: unknown): ErrorCode | undefined {
  const code: unknown = typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
  return typeof code === "string" && isErrorCode(code) ? code : undefined;
}
