import { type ErrorCode, errorDefinitions, isErrorCode, type Operation } from "@weft/contract";
import { z } from "zod";

/** An internal API call, with the credentials of the tool's caller. */
interface InnerRequest {
  readonly method: string;
  /** Below /api. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface InnerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

export type CallInside = (request: InnerRequest) => Promise<InnerAnswer>;

type BodiesOf<Answers> = {
  [Status in keyof Answers]: Answers[Status] extends { readonly body: infer Body extends z.ZodType }
    ? z.output<Body>
    : never;
}[keyof Answers];

interface OperationInput {
  readonly params?: Readonly<Record<string, string>>;
  /** Undefined values are omitted; objects and lists are serialized as JSON. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
}

/** Gives tools the operations of the API, so that the same rights, checks and errors apply as for any caller. */
export class ToolContext {
  readonly #callInside: CallInside;

  constructor(callInside: CallInside) {
    this.#callInside = callInside;
  }

  async call<const Called extends Operation>(
    { method, path }: Called,
    { params = {}, query = {}, body }: OperationInput = {},
  ): Promise<BodiesOf<Called["answers"]>> {
    return this.#send({
      method,
      path: fillIn(path, params) + queryOf(query),
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Makes a call with a text body of any type, such as the bytes of a file. */
  async upload<const Called extends Operation>(
    { method, path }: Called,
    { query, text, type }: { readonly query: Readonly<Record<string, unknown>>; text: string; type: string },
  ): Promise<BodiesOf<Called["answers"]>> {
    return this.#send({ method, path: path + queryOf(query), headers: { "content-type": type }, body: text });
  }

  /** The start of a text response, up to a number of bytes. */
  async readText(
    { method, path }: Operation,
    { params, bytesMax }: { readonly params: Readonly<Record<string, string>>; readonly bytesMax: number },
  ): Promise<string> {
    const headers = { range: `bytes=0-${bytesMax - 1}` };
    const answer = await this.#callInside({ method, path: fillIn(path, params), headers });
    if (answer.status >= 400) {
      throw failureOf(answer);
    }
    return answer.text;
  }

  /** The contract defines the shape, and tests of the routes check it. */
  async #send<Body>(request: InnerRequest): Promise<Body> {
    const answer = await this.#callInside(request);
    if (answer.status >= 400) {
      throw failureOf(answer);
    }
    return JSON.parse(answer.text === "" ? "null" : answer.text);
  }
}

// In a URL path these do not address an entity.
const unaddressable = ["", ".", ".."];

function fillIn(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params[name] ?? "";
    if (unaddressable.includes(value)) {
      throw new ToolError({
        code: "not-found",
        detail: `There is nothing with the ${name} "${value}".`,
        next: whatNext("not-found"),
      });
    }
    return encodeURIComponent(value);
  });
}

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  ).toString();
  return text === "" ? "" : `?${text}`;
}

const problemSchema = z.looseObject({
  code: z.string().refine(isErrorCode),
  detail: z.string(),
  requestId: z.string(),
  errors: z.array(z.looseObject({ pointer: z.string(), detail: z.string() })).optional(),
});

function failureOf({ text, headers }: InnerAnswer): ToolError {
  const { code, detail, requestId, errors = [] } = problemSchema.parse(JSON.parse(text));
  const retryAfter = headers["retry-after"];
  const wait = retryAfter === undefined ? "" : `Wait ${retryAfter} seconds. `;
  return new ToolError({ code, detail, errors: errors, next: wait + whatNext(code), requestId });
}

/** The error that a model sees if a tool fails. */
export interface FailureTexts {
  /** A stable code; explain knows those of the API. */
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  /** How to fix it. */
  readonly next: string;
  /** Identifies the call in the service's log. */
  readonly requestId?: string;
}

/** An expected failure of a tool: the model reads it and can correct its call. */
export class ToolError extends Error {
  readonly words: FailureTexts;

  constructor(words: FailureTexts) {
    super(words.detail);
    this.name = "ToolError";
    this.words = words;
  }
}

/** How a model can fix an API error with its tools; the error catalog is written for programs. */
const nextSteps: Partial<Record<ErrorCode, string>> = {
  "invalid-request":
    "Fix the locations listed and call again. types lists the properties of a type with their options, explain describes a setting.",
  "batch-failed":
    "#/operations/0 is the first operation. Fix the operations listed and call again, or send atomic: false to write the others.",
  unauthenticated:
    "The key or token of this connection is invalid, expired or revoked. The user has to provide another one.",
  forbidden:
    "The key of this connection can read this but not change it. Inform the user; an administrator can grant it more permissions.",
  "not-found": "Check kind and id: find lists what exists. Entities that the key may not read return the same error.",
  conflict:
    "The detail names what already exists, is still in use or has another status. get and find show the current state.",
  "cursor-gone": 'Call changes with after: "now" for a new cursor, and read the entities again with find.',
  "version-mismatch":
    "The entity was changed since: call get, apply the change to the new version, and send that version in object.",
  "rate-limited": "Call again later, and less often; request larger pages instead of many.",
};

function whatNext(code: ErrorCode): string {
  return nextSteps[code] ?? errorDefinitions[code].help;
}
