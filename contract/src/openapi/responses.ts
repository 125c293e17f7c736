import { type ErrorCode, errorDefinitions } from "../errors.ts";
import { bytesMediaType, type Operation, type OperationAnswer, type ResponseHeader } from "../operation.ts";
import { problemSchema } from "../problem.ts";
import { type Components, type JsonObject, pascalCase } from "./components.ts";
import type { Parts } from "./requests.ts";

/** The errors that any operation may return, by its access. */
const openErrors: readonly ErrorCode[] = [
  "invalid-request",
  "not-acceptable",
  "url-too-long",
  "rate-limited",
  "headers-too-large",
  "internal-error",
  "unavailable",
];
const credentialErrors: readonly ErrorCode[] = ["unauthenticated"];
const tenantErrors: readonly ErrorCode[] = ["org-suspended"];
const bodyErrors: readonly ErrorCode[] = ["invalid-json", "body-too-large", "unsupported-media-type"];
const uploadErrors: readonly ErrorCode[] = ["body-too-large", "unsupported-media-type", "storage-full"];
const writeErrors: readonly ErrorCode[] = ["outcome-unknown"];
const sessionErrors: readonly ErrorCode[] = ["csrf-token-missing"];

/** Errors that do not depend on the operation. The document describes them once, as the default response. */
const generalErrors: ReadonlySet<ErrorCode> = new Set([
  "org-suspended",
  "csrf-token-missing",
  "not-acceptable",
  "body-too-large",
  "url-too-long",
  "unsupported-media-type",
  "rate-limited",
  "headers-too-large",
  "internal-error",
  "unavailable",
  "outcome-unknown",
]);

/** Every error code that the operation may return. */
export function errorsOf(operation: Operation): ReadonlySet<ErrorCode> {
  const isOpen = operation.access === "open";
  const isOfTenant = !isOpen && operation.access !== "operator";
  const isWrite = operation.method !== "GET";
  return new Set([
    ...openErrors,
    ...(isOpen ? [] : credentialErrors),
    ...(isOfTenant ? tenantErrors : []),
    ...(isOfTenant && isWrite ? sessionErrors : []),
    ...(isOpen || !isWrite ? [] : writeErrors),
    ...(operation.body === undefined ? [] : bodyErrors),
    ...(operation.upload === undefined ? [] : uploadErrors),
    ...operation.errors,
  ]);
}

export function describeResponses(operation: Operation, parts: Parts): JsonObject {
  const answers = Object.entries(operation.answers).map(([status, answer]) => [
    status,
    describeAnswer(operation, { ...answer, status: Number(status) }, parts),
  ]);
  return { ...Object.fromEntries(answers), ...describeErrors(operation, parts) };
}

type Header = ResponseHeader | "Idempotency-Replayed" | "Retry-After" | "RateLimit" | "RateLimit-Policy";

const headerDescriptions: Readonly<Record<Header, string>> = {
  ETag: 'The version of the object, such as "17"; of a file, the SHA-256 of its content.',
  Location: "The URL of the created object, or the target of a redirect.",
  "X-Covered-Until": "The cursor of the end of the log when the export started.",
  "Content-Disposition": "attachment, with the name of the file.",
  "Content-Range": "The returned range and the size of the file: bytes 0-8/22, or bytes */22.",
  "Upload-Offset": "The number of bytes received.",
  "Idempotency-Replayed": "true if the response is that of an earlier request with the same Idempotency-Key.",
  "Retry-After": "Seconds to wait before the next attempt.",
  RateLimit: "The remaining quota and the seconds until it is restored.",
  "RateLimit-Policy": "The rate limit of the credential.",
};

function describeHeaders(names: readonly Header[], components: Components): JsonObject {
  if (names.length === 0) {
    return {};
  }
  const headers = names.map((name) => {
    const header = { description: headerDescriptions[name], schema: { type: "string" } };
    return [name, components.share("headers", header, { names: [name] })];
  });
  return { headers: Object.fromEntries(headers) };
}

function describeAnswer(
  operation: Operation,
  { status, description, mediaType, body, headers = [] }: OperationAnswer & { readonly status: number },
  { components, book }: Parts,
): JsonObject {
  const isKeyed = operation.requestHeaders?.includes("Idempotency-Key") === true;
  const described = {
    description,
    ...describeHeaders([...headers, ...(isKeyed ? ["Idempotency-Replayed" as const] : [])], components),
  };
  if (body === undefined) {
    // Those without a body are the same for many operations.
    return components.share("responses", described, { names: [pascalCase(description), pascalCase(operation.id)] });
  }
  const examples = book.ofResponse(operation, status);
  const isJson = mediaType === undefined || mediaType.endsWith("+json");
  const schema = isJson ? components.schema(body, "output") : binary;
  const mediaTypes = isJson ? [mediaType ?? "application/json"] : [bytesMediaType, mediaType];
  const content = mediaTypes.map((name) => [name, { schema, ...examples }]);
  return { ...described, content: Object.fromEntries(content) };
}

/**
 * Streams are bytes, whatever their type. Generators know application/octet-stream, which a caller may also request,
 * and skip operations that have only other types.
 */
const binary = { type: "string", format: "binary" };

/** Headers of problems, by status. */
const problemHeaders: Readonly<Record<number, readonly Header[]>> = {
  412: ["ETag"],
  416: ["Content-Range"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

function describeErrors(operation: Operation, parts: Parts): JsonObject {
  const codesOf = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const { status } = errorDefinitions[code];
    codesOf.set(status, [...(codesOf.get(status) ?? []), code]);
  }
  const errors = [...codesOf]
    .filter(([, codes]) => codes.some((code) => !generalErrors.has(code)))
    .map(([status, codes]): [string, JsonObject] => {
      const description = codes.map((code) => `${errorDefinitions[code].title} (${code})`).join("; ");
      const own = codes.filter((code) => !generalErrors.has(code));
      const names = [own.map(pascalCase).join("Or"), codes.map(pascalCase).join("Or")];
      return [String(status), describeProblem({ names, description, codes, headers: problemHeaders[status] }, parts)];
    });
  return { ...Object.fromEntries(errors), default: describeGeneralErrors(parts) };
}

function describeGeneralErrors(parts: Parts): JsonObject {
  const codes = [...generalErrors];
  const titles = codes.map((code) => `${errorDefinitions[code].title} (${errorDefinitions[code].status} ${code})`);
  const description = `Errors that any request may return: ${titles.join("; ")}`;
  const headers = ["Retry-After", "RateLimit", "RateLimit-Policy"] as const;
  return describeProblem({ names: ["AnyError"], description, codes, headers }, parts);
}

interface ProblemResponse {
  readonly names: readonly string[];
  readonly description: string;
  readonly codes: readonly ErrorCode[];
  readonly headers: readonly Header[] | undefined;
}

function describeProblem(
  { names, description, codes, headers = [] }: ProblemResponse,
  { components, book }: Parts,
): JsonObject {
  const schema = components.schema(problemSchema, "output");
  const response = {
    description,
    ...describeHeaders(headers, components),
    content: { "application/problem+json": { schema, ...book.ofProblems(codes) } },
  };
  return components.share("responses", response, { names });
}
