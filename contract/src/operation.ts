import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call an operation: `open` needs no credential, `any` accepts any valid one except the token of a task, `task`
 * accepts that too. The rights of the credential decide everything else. `operator` accepts only the operator's token,
 * which no other operation accepts.
 */
export type OperationAccess = "open" | "any" | "task" | "operator";

/** A response with a body has a schema; a redirect and an empty response have none. */
export interface OperationAnswer {
  readonly description: string;
  /** Default: JSON. Other bodies are streamed; anyMediaType stands for bytes of any type. */
  readonly mediaType?: string;
  readonly body?: z.ZodType;
  /** Headers that clients use, in addition to those of every response. */
  readonly headers?: readonly ResponseHeader[];
}

export type ResponseHeader =
  | "ETag"
  | "Location"
  | "X-Covered-Until"
  | "Content-Disposition"
  | "Content-Range"
  | "Upload-Offset";

export const notModified = { description: "Not modified.", headers: ["ETag"] } as const;

/** The media type is that of the stored content. */
export const anyMediaType = "*/*";

/** The type of a streamed body for callers that accept only bytes. */
export const bytesMediaType = "application/octet-stream";

export type RequestHeader =
  | "If-Match"
  | "If-None-Match"
  | "Idempotency-Key"
  | "Change-Set-Id"
  | "Range"
  | "If-Range"
  | "Content-Range";

/** A body that is streamed to the handler, who parses it: bytes, a form with a part for them, or a message of any type. */
export type UploadBody = "bytes" | "bytes-or-form" | "message";

/**
 * The names that the parameters of a list may use. The service rejects every other name before the list is read, with
 * the nearest of these.
 */
export interface ListNames {
  /** The keys of criteria. A key with a fixed set of values has them. */
  readonly criteria: Readonly<Record<string, readonly string[] | undefined>>;
  /** The values of orderField. */
  readonly order: readonly string[];
  readonly fields: readonly string[];
  /** Whether criteria may have the groups and and or, lists of criteria of which all or one must match. */
  readonly hasGroups: boolean;
  /** Criteria that the list accepts, for error messages. */
  readonly example: Readonly<Record<string, string>>;
}

/** An API operation. Server, clients and the OpenAPI document are built from the table of operations. */
export interface Operation {
  readonly id: string;
  readonly method: HttpMethod;
  /** Relative to the base address, parameters in braces: /api-keys/{id}. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What the summary does not say: effects, order, limits. */
  readonly description: string;
  /** The group of the reference; tagDescriptions says what it is about. */
  readonly tag: string;
  readonly access: OperationAccess;
  /** What the handler of an open operation checks itself. */
  readonly credential?: "webhook-secret";
  readonly params?: z.ZodObject;
  /**
   * The caller chooses the name in the path, and the operation may create what it names. A name in the wrong form is
   * therefore a 400. Everywhere else a path parameter in the wrong form names nothing, which is a 404.
   */
  readonly createsAtPath?: true;
  readonly query?: z.ZodObject;
  /** The names in its parameters criteria, order and fields. of-type: those of the organization's types. */
  readonly names?: ListNames | "of-type";
  readonly body?: z.ZodType;
  /** Instead of a body. */
  readonly upload?: UploadBody;
  /** Request headers it uses, in addition to those of every request. */
  readonly requestHeaders?: readonly RequestHeader[];
  /** The first segment of its path may also be the singular: /item for /items. The document shows the plural. */
  readonly aliasOf?: { readonly plural: string; readonly singular: string };
  /** A batch: its body may be larger, and it uses more of the rate limit. */
  readonly isBatch?: true;
  readonly answers: Readonly<Record<number, OperationAnswer>>;
  /** Codes specific to the operation; codes common to all operations are added to the document. */
  readonly errors: readonly ErrorCode[];
}

/** A list with criteria must declare its names. */
type RequiredNames<Definition extends Operation> =
  Definition["query"] extends z.ZodObject<infer Shape>
    ? "criteria" extends keyof Shape
      ? { readonly names: ListNames | "of-type" }
      : unknown
    : unknown;

/** Keeps the literal types of the definition, so that handlers are checked against it. */
export function defineOperation<const Definition extends Operation>(
  definition: Definition & RequiredNames<Definition>,
): Definition {
  return definition;
}
