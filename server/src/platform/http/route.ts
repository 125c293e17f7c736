import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import type { Operation, UploadBody } from "@weft/contract";
import type { z } from "zod";
import type { Budget } from "../budgets/budget.ts";
import type { RequestParty } from "../request-party.ts";
import type { IncomingUpload } from "./incoming-upload.ts";
import type { ListParameters } from "./list-parameters.ts";

/** Facts about the request beyond its validated parts. */
export interface RequestFacts {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  /** True over TLS, terminated here or at a trusted proxy. */
  readonly isSecure: boolean;
  /**
   * The base of links to the service, such as https://weft.example: WEFT_PUBLIC_URL, or a validated address of the
   * request.
   */
  readonly origin: string;
  /** For operations that find out themselves who sends the request, such as a sign-in. */
  identify(party: RequestParty): void;
}

/** The output of a schema for its part of a request. */
export type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** One call of an operation, with its parts as parsed by the contract. */
export interface Call<Op extends Operation, Caller> {
  readonly caller: Op["access"] extends "open" | "operator" ? undefined : Caller;
  readonly params: OutputOf<Op["params"]>;
  readonly query: ListParameters<OutputOf<Op["query"]>>;
  readonly body: OutputOf<Op["body"]>;
  /** Not read until the handler opens it. */
  readonly upload: Op extends { readonly upload: UploadBody } ? IncomingUpload : undefined;
  readonly request: RequestFacts;
  /**
   * Aborted when the client has disconnected, or when the service stops: code that makes the caller wait must observe
   * it.
   */
  readonly ended: AbortSignal;
  /** The memory of the node that the response may use; closed after the response is sent. */
  readonly budget: Budget;
}

/** A body that is already JSON, such as a stored document, and is sent unchanged. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type BodyOf<Given> = Given extends { readonly mediaType: string } ? { readonly stream: Readable } : JsonBodyOf<Given>;

type JsonBodyOf<Given> = Given extends { readonly body: infer Schema extends z.ZodType }
  ? { readonly body: z.input<Schema> | JsonText }
  : { readonly body?: undefined };

/** A response that the contract defines: one of its statuses, with the corresponding body. */
type Answer<Op extends Operation> = {
  [Status in keyof Op["answers"] & number]: {
    readonly status: Status;
    readonly headers?: Readonly<Record<string, string | string[]>>;
  } & BodyOf<Op["answers"][Status]>;
}[keyof Op["answers"] & number];

/** An operation and its handler. The handler's types are checked where the route is created, and erased here. */
export interface Route {
  readonly operation: Operation;
  readonly handle: (call: unknown) => Promise<RawAnswer>;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: unknown;
  /** Streamed, with the media type of the operation; if that is any, with the one of the headers. */
  readonly stream?: Readable;
}

/** Binds operations to handlers for callers of one kind: const route = routesFor<Caller>(). */
export function routesFor<Caller>() {
  // const, so that a status keeps its literal type and is checked against the contract.
  return <Op extends Operation, const Given extends Answer<Op>>(
    operation: Op,
    handle: (call: Call<Op, Caller>) => Promise<Given>,
  ): Route => ({
    operation,
    // The server passes exactly what it has parsed with this operation's schemas.
    handle: handle as Route["handle"],
  });
}

const sliceCharacters = 131_072;

/**
 * The text as bytes, a slice at a time and only as fast as they are sent. Sending it whole would encode and copy all of
 * it in one turn of the event loop.
 */
export function streamText(text: string): Readable {
  return Readable.from(slicesOf(text), { objectMode: false });
}

function* slicesOf(text: string): Generator<Buffer> {
  for (let start = 0; start < text.length; ) {
    const end = endOfSlice(text, start + sliceCharacters);
    yield Buffer.from(text.slice(start, end));
    start = end;
  }
}

/** A surrogate pair is one character in UTF-8. */
function endOfSlice(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}
