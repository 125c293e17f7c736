import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { Operation, UploadBody } from "@weft/contract";
import type { z } from "zod";
import type { Budget } from "../budgets/budget.ts";
import type { IncomingUpload } from "./incoming-upload.ts";

/** What a handler may know of the request beside its checked parts. */
export interface RequestFacts {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  /** True over TLS, by ourselves or at a trusted proxy. */
  readonly isSecure: boolean;
  /** Where links to the service begin, such as https://weft.example: WEFT_PUBLIC_URL, or a checked address of the request. */
  readonly origin: string;
}

/** What a schema makes of its part of a request. */
export type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** One call of an operation, with its parts as the contract has parsed them. */
export interface Call<Op extends Operation, Caller> {
  readonly caller: Op["access"] extends "any" ? Caller : undefined;
  readonly params: OutputOf<Op["params"]>;
  readonly query: OutputOf<Op["query"]>;
  readonly body: OutputOf<Op["body"]>;
  /** Not read before the handler opens it. */
  readonly upload: Op extends { readonly upload: UploadBody } ? IncomingUpload : undefined;
  readonly request: RequestFacts;
  /** Aborted when the caller has gone, or when the service stops: whoever makes the caller wait looks at it. */
  readonly ended: AbortSignal;
  /** What the answer may take of the node's memory; it is closed when the answer was sent. */
  readonly budget: Budget;
}

/** A body that is JSON already, such as a stored document, and is sent as it is. */
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

/** An answer that the contract knows: one of its statuses, with the body that belongs to it. */
export type Answer<Op extends Operation> = {
  [Status in keyof Op["answers"] & number]: {
    readonly status: Status;
    readonly headers?: Readonly<Record<string, string | string[]>>;
  } & BodyOf<Op["answers"][Status]>;
}[keyof Op["answers"] & number];

/** An operation and what answers it. The handler's types are checked where the route is made, and gone here. */
export interface Route {
  readonly operation: Operation;
  readonly handle: (call: unknown) => Promise<RawAnswer>;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: unknown;
  /** Sent as it comes, by the media type that the operation names; where it names any, by that of the headers. */
  readonly stream?: Readable;
}

/** Binds operations to handlers for callers of one kind: const route = routesFor<Caller>(). */
export function routesFor<Caller>() {
  // const, so that a status stays the number it is and is checked against the contract.
  return <Op extends Operation, const Given extends Answer<Op>>(
    operation: Op,
    handle: (call: Call<Op, Caller>) => Promise<Given>,
  ): Route => ({
    operation,
    // The server hands over just what it has parsed by this operation's schemas.
    handle: handle as Route["handle"],
  });
}
