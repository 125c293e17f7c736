import { isErrorCode, type Operation } from "@weft/contract";
import { z } from "zod";
import { ToolFailure } from "./tool-failure.ts";
import { whatNext } from "./what-next.ts";

/** An internal API call, with the credentials of the tool's caller. */
export interface InnerRequest {
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

export interface OperationInput {
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
      throw new ToolFailure({
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

function failureOf({ text, headers }: InnerAnswer): ToolFailure {
  const { code, detail, requestId, errors = [] } = problemSchema.parse(JSON.parse(text));
  const retryAfter = headers["retry-after"];
  const wait = retryAfter === undefined ? "" : `Wait ${retryAfter} seconds. `;
  return new ToolFailure({ code, detail, errors: errors, next: wait + whatNext(code), requestId });
}
