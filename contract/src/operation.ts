import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Who may call an operation: `open` needs no credential, `any` takes any valid one.
 * What a credential may do beyond that is decided by its rights.
 */
export type OperationAccess = "open" | "any";

/** An answer with a body has a schema; a redirect and an empty answer have none. */
export interface OperationAnswer {
  readonly description: string;
  /** Left out, the body is JSON; otherwise it is streamed as it comes. Bytes of any type are those of anyMediaType. */
  readonly mediaType?: string;
  readonly body?: z.ZodType;
}

/** The media type is that of the very thing that is answered. */
export const anyMediaType = "*/*";

export type RequestHeader =
  | "If-Match"
  | "If-None-Match"
  | "Idempotency-Key"
  | "Range"
  | "If-Range"
  | "Content-Type"
  | "Content-Range";

/** A body that is streamed to the handler, never read as JSON: its bytes, or also a form with a part for them. */
export type UploadBody = "bytes" | "bytes-or-form";

/** One call of the API. Server, clients and the OpenAPI document are made from the table of these. */
export interface Operation {
  readonly id: string;
  readonly method: HttpMethod;
  /** Relative to the base address, parameters in braces: /api-keys/{id}. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly access: OperationAccess;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Instead of a body. */
  readonly upload?: UploadBody;
  /** Headers that matter to it beside those of every request. */
  readonly requestHeaders?: readonly RequestHeader[];
  /** The first segment of its path may also be the singular: /item for /items. The document shows the plural. */
  readonly aliasOf?: { readonly plural: string; readonly singular: string };
  /** Many operations in one: its body may be larger, and it costs more of the rate. */
  readonly isBatch?: true;
  readonly answers: Readonly<Record<number, OperationAnswer>>;
  /** Codes of its own; those that any operation may answer with are added to the document. */
  readonly errors: readonly ErrorCode[];
}

/** Keeps the literal types of the definition, so that handlers are checked against it. */
export function defineOperation<const Definition extends Operation>(definition: Definition): Definition {
  return definition;
}
