/** The meaning of an error code: HTTP status, a title that is the same for every occurrence, and how to fix it. */
export interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
  readonly help: string;
}

/** Every code of a problem response. The pages below /errors/ and the reference are rendered from this table. */
export const errorDefinitions = {
  "invalid-json": {
    status: 400,
    title: "Invalid JSON body",
    help: "Send one JSON value in UTF-8, without duplicate keys, NUL or lone surrogates, and with finite numbers that a double represents exactly. detail gives the position.",
  },
  "invalid-request": {
    status: 400,
    title: "Invalid request",
    help: "Each entry of errors gives a location in the request (a JSON pointer into the body, or the name of a parameter) and what is expected there.",
  },
  "invalid-query-object": {
    status: 400,
    title: "Invalid query object",
    help: "Write the object as jsurl, criteria=~(entityType~'item), or as URL-encoded JSON, criteria=%7B%22entityType%22%3A%22item%22%7D.",
  },
  "batch-failed": {
    status: 400,
    title: "Batch rejected",
    help: "An atomic batch is written completely or not at all. results has one entry per operation: failed operations have a problem, the others have status 424. Fix them and send the batch again, or send atomic: false to write the others.",
  },
  unauthenticated: {
    status: 401,
    title: "Authentication failed",
    help: "Send X-Api-Key with a valid key (app:… or user:…) and X-Api-Org with the slug of its organization, or Authorization: bearer with a valid access token. The response is the same whichever of them is missing, invalid or expired.",
  },
  "login-failed": {
    status: 401,
    title: "Sign-in failed",
    help: "Check the email address, the password and the organization slug. An operator can reset a password with: weft admin users reset-password.",
  },
  "sso-failed": {
    status: 401,
    title: "Single sign-on failed",
    help: "Start the sign-in again. If it keeps failing, ask an administrator of the organization to check its OpenID Connect settings and whether the account exists in Weft.",
  },
  "sso-required": {
    status: 403,
    title: "Single sign-on required",
    help: "Use single sign-on: the button on the console's sign-in page, or weft login --sso. Keys and access tokens keep working. If the identity provider is unavailable, an operator can allow passwords with: weft admin orgs allow-passwords.",
  },
  "webhook-refused": {
    status: 401,
    title: "Inbound webhook authentication failed",
    help: "Send the secret of the inbound webhook as X-Webhook-Secret, or sign the body with it (Standard Webhooks). An unknown or disabled URL returns the same response.",
  },
  "org-suspended": {
    status: 403,
    title: "Organization suspended",
    help: "The operator of the service has suspended the organization: reason says why, and suspendedOn since when. Its data is kept, and running work is paused. Ask the operator to resume the organization.",
  },
  "csrf-token-missing": {
    status: 403,
    title: "Missing or invalid CSRF token",
    help: "Writes with a session cookie require the header X-Csrf-Token with the csrfToken from GET /api/whoami. Requests with a key or a bearer token do not.",
  },
  forbidden: {
    status: 403,
    title: "Permission denied",
    help: "The credential can read this resource but not change it. GET /api/whoami shows its permissions; an administrator can extend them.",
  },
  "unknown-entity-type": {
    status: 404,
    title: "Unknown entity kind",
    help: "detail suggests the closest kind. Paths use the plural, such as /api/items, or the singular.",
  },
  "not-found": {
    status: 404,
    title: "Not found",
    help: "Check the path, the ID and the kind. Resources that the credential may not read return the same response.",
  },
  "method-not-allowed": {
    status: 405,
    title: "Method not allowed",
    help: "The Allow header lists the supported methods.",
  },
  "not-acceptable": {
    status: 406,
    title: "Not acceptable",
    help: "Send Accept: application/json (or */*).",
  },
  conflict: {
    status: 409,
    title: "Conflict",
    help: "detail names what already exists or is still in use.",
  },
  "wrong-offset": {
    status: 409,
    title: "Upload offset mismatch",
    help: "The Upload-Offset header gives the number of bytes received. Send the bytes after them, with a Content-Range that starts at that offset.",
  },
  "link-expired": {
    status: 410,
    title: "Download link expired",
    help: "Links are valid for 24 hours. Read the file again (GET /api/files/{id}) for a new downloadUrl.",
  },
  "cursor-gone": {
    status: 410,
    title: "Cursor not available",
    help: "Change history: get a cursor from GET /api/change-history?after=now, read the entities again (GET /api/items and so on), then continue with after and that cursor. Audit log: continue with after and oldestCursor, the oldest valid cursor.",
  },
  "version-mismatch": {
    status: 412,
    title: "Version mismatch",
    help: "The resource was changed since you read it. Read it again, apply your change to the new version and send that version in If-Match.",
  },
  "body-too-large": {
    status: 413,
    title: "Request body too large",
    help: "detail gives the limit. Split the request; an operator can raise the limit.",
  },
  "url-too-long": {
    status: 414,
    title: "URL too long",
    help: "detail gives the limit. Shorten the criteria, or request fewer values at a time.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "Unsupported media type",
    help: "Send Content-Type: application/json.",
  },
  "no-thumbnail": {
    status: 415,
    title: "No thumbnail",
    help: "Thumbnails exist for JPEG, PNG, WebP, GIF, TIFF and AVIF pictures of up to 50 megapixels and 128 MiB. Export the picture in one of these formats, or smaller, and upload it again. pictureStatus says whether the picture is damaged or too large.",
  },
  "range-not-satisfiable": {
    status: 416,
    title: "Range not satisfiable",
    help: "The Content-Range header gives the file size. Request bytes before its end, or omit Range.",
  },
  "idempotency-key-reused": {
    status: 422,
    title: "Idempotency key reused with a different body",
    help: "Use a new Idempotency-Key for a new request; repeat a request with exactly the same body.",
  },
  "rate-limited": {
    status: 429,
    title: "Too many requests",
    help: "Retry after the seconds in Retry-After, then use exponential backoff. The RateLimit header shows the remaining quota; an operator can raise a key's rate limit.",
  },
  "login-slowed": {
    status: 429,
    title: "Too many failed sign-in attempts",
    help: "Retry after the seconds in Retry-After.",
  },
  "headers-too-large": {
    status: 431,
    title: "Request headers too large",
    help: "Send fewer or shorter headers.",
  },
  "internal-error": {
    status: 500,
    title: "Internal error",
    help: "This is an error in the service. Retry later; if it persists, give the operator the requestId.",
  },
  unavailable: {
    status: 503,
    title: "Service unavailable",
    help: "The database or the file store is unavailable, or the service is shutting down. Retry after the seconds in Retry-After.",
  },
  "outcome-unknown": {
    status: 504,
    title: "Write outcome unknown",
    help: "The database connection was lost during the commit. Retry if the request has an Idempotency-Key or is safe to repeat; otherwise check first whether the write was applied.",
  },
  "still-running": {
    status: 504,
    title: "Process did not end in time",
    help: "The process continues. processId is its id: read GET /api/event-workflow-processes/{id}?wait=30 until it has ended.",
  },
  "bytes-not-here": {
    status: 503,
    title: "File content not on this node",
    help: "Without S3, each node stores the files sent to it in its own DATA_DIR. To run several nodes, an operator sets S3_ENDPOINT and S3_BUCKET on all of them, or shares DATA_DIR/files between them. Upload lost files again.",
  },
  "storage-full": {
    status: 507,
    title: "Storage full",
    help: "Nothing was stored. Delete files that are not needed, or ask the operator to free space, then retry.",
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errorDefinitions;

export const errorCodes = Object.keys(errorDefinitions).filter(isErrorCode);

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorDefinitions, code);
}
