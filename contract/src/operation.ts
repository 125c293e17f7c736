import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Who may call an operation: `open` needs no credential, `any` takes any valid one.
 * What a credential may do beyond that is decided by its rights.
 */
export type OperationAccess = "open" | "any";

/** A JSON answer has a schema; a redirect and an empty answer have none. */
export interface OperationAnswer {
  readonly description: string;
  readonly body?: z.ZodType;
}

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
  readonly answers: Readonly<Record<number, OperationAnswer>>;
  /** Codes of its own; those that any operation may answer with are added to the document. */
  readonly errors: readonly ErrorCode[];
}

/** Keeps the literal types of the definition, so that handlers are checked against it. */
export function defineOperation<const Definition extends Operation>(definition: Definition): Definition {
  return definition;
}
