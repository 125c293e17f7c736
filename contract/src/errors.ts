/** What an error code means: its HTTP status, a title that never changes, and what the reader should do about it. */
export interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
  readonly help: string;
}

/** Every code a problem answer may carry. The pages below /errors/ and the reference are rendered from this table. */
export const errorDefinitions = {
  "invalid-json": {
    status: 400,
    title: "The body is not valid JSON",
    help: "Send one JSON value in UTF-8, without repeated keys, without NUL or lone surrogates, and with finite numbers that a double holds exactly. The detail names the place.",
  },
  "invalid-request": {
    status: 400,
    title: "The request does not match the contract",
    help: "Each entry of errors names a place in the request (a JSON pointer into the body, or the name of a parameter) and what is expected there.",
  },
  "invalid-query-object": {
    status: 400,
    title: "A query parameter is neither jsurl nor JSON",
    help: "Write the object as jsurl, criteria=~(entityType~'item), or as URL-encoded JSON, criteria=%7B%22entityType%22%3A%22item%22%7D.",
  },
  "batch-failed": {
    status: 400,
    title: "A batch was refused as a whole",
    help: "An atomic batch is written whole or not at all. results has one entry for each operation: those that failed carry their problem, the others the status 424. Mend them and send the batch again, or send atomic: false to write the others.",
  },
  unauthenticated: {
    status: 401,
    title: "Authentication failed",
    help: "Send X-Api-Key with a valid key (app:… or user:…) and X-Api-Org with the slug of its organization, or Authorization: bearer with a valid access token. The answer is the same whichever of them is missing, wrong or expired.",
  },
  "login-failed": {
    status: 401,
    title: "Sign-in failed",
    help: "Check the email address, the password and the organization slug. An operator can reset a password with: weft admin users reset-password.",
  },
  "sso-failed": {
    status: 401,
    title: "Single sign-on failed",
    help: "Start the sign-in again. If it keeps failing, an administrator of the organization checks its OpenID Connect settings and whether the account exists here.",
  },
  "sso-required": {
    status: 403,
    title: "The organization requires single sign-on",
    help: "Sign in with single sign-on: the button of the console's sign-in page, or weft login --sso. Keys and access tokens keep working. If the identity provider is not available, an operator allows passwords with: weft admin orgs allow-passwords.",
  },
  "webhook-refused": {
    status: 401,
    title: "The inbound webhook does not know this caller",
    help: "Send the secret of the inbound webhook as X-Webhook-Secret, or sign the body with it by the Standard Webhooks scheme. An address that nobody has, or that is switched off, answers in the same way.",
  },
  "csrf-token-missing": {
    status: 403,
    title: "The session's CSRF token is missing or wrong",
    help: "A write with a session cookie carries the header X-Csrf-Token with the csrfToken of GET /api/whoami. Calls with a key or a bearer token need none.",
  },
  forbidden: {
    status: 403,
    title: "Not allowed",
    help: "The credential may read this but not change it. GET /api/whoami shows its rights; an administrator can widen them.",
  },
  "unknown-entity-type": {
    status: 404,
    title: "There is no such kind of entity",
    help: "The detail names the closest kind. Paths take the plural, such as /api/items, or the singular.",
  },
  "not-found": {
    status: 404,
    title: "Not found",
    help: "Check the address, the id and the kind. What a credential may not read answers in the same way.",
  },
  "method-not-allowed": {
    status: 405,
    title: "This address does not take that method",
    help: "The Allow header lists the methods it takes.",
  },
  "not-acceptable": {
    status: 406,
    title: "No representation matches the Accept header",
    help: "Accept application/json (or */*).",
  },
  conflict: {
    status: 409,
    title: "The request conflicts with what is stored",
    help: "The detail names what is taken or still in use.",
  },
  "wrong-offset": {
    status: 409,
    title: "The upload goes on at another byte",
    help: "The header Upload-Offset tells how many bytes have arrived. Send the ones behind them, with a Content-Range that begins there.",
  },
  "link-expired": {
    status: 410,
    title: "The download link has expired",
    help: "Links are good for 24 hours. Read the file again (GET /api/files/{id}) for a new downloadUrl.",
  },
  "cursor-gone": {
    status: 410,
    title: "The log does not hold this cursor",
    help: "Change history: take a cursor from GET /api/change-history?after=now, read the entities again (GET /api/items and so on), then continue with after and that cursor. Audit log: continue with after and oldestCursor, the oldest cursor that is valid.",
  },
  "version-mismatch": {
    status: 412,
    title: "Somebody else has changed this since it was read",
    help: "Read it again, apply the change to the new version and send that version in If-Match.",
  },
  "body-too-large": {
    status: 413,
    title: "The body is too large",
    help: "The detail names the limit. Split the request; an operator can raise the limit.",
  },
  "url-too-long": {
    status: 414,
    title: "The address is too long",
    help: "The detail names the limit. Shorten the criteria, or ask for fewer values at a time.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "The body's media type is not supported",
    help: "Send Content-Type: application/json.",
  },
  "range-not-satisfiable": {
    status: 416,
    title: "There are no bytes in this range",
    help: "The header Content-Range tells the size. Ask for bytes before its end, or leave out Range.",
  },
  "idempotency-key-reused": {
    status: 422,
    title: "The idempotency key was used with another body",
    help: "Use a new Idempotency-Key for a new request; repeat a request with exactly the body it had.",
  },
  "rate-limited": {
    status: 429,
    title: "Too many requests",
    help: "Wait for the seconds in Retry-After, then go on with exponential backoff. The RateLimit header tells what is left; an operator can grant a key a higher rate.",
  },
  "login-slowed": {
    status: 429,
    title: "Too many failed sign-ins",
    help: "Wait for the seconds in Retry-After before the next attempt.",
  },
  "headers-too-large": {
    status: 431,
    title: "The request headers are too large",
    help: "Send fewer or shorter headers.",
  },
  "internal-error": {
    status: 500,
    title: "The service failed",
    help: "The fault is ours. Retry later; if it stays, give the operator the requestId.",
  },
  unavailable: {
    status: 503,
    title: "The service cannot answer right now",
    help: "Its database or its file store is away, or it is stopping. Retry after the seconds in Retry-After.",
  },
  "outcome-unknown": {
    status: 504,
    title: "Nobody knows whether it was done",
    help: "The database went away after the write was handed to it and before it answered. Send the call again if it carries an Idempotency-Key or may be made twice; else look first whether it was done.",
  },
  "still-running": {
    status: 504,
    title: "The process has not ended within the time",
    help: "It goes on. processId names it: read GET /api/event-workflow-processes/{id}?wait=30 until it has ended.",
  },
  "bytes-not-here": {
    status: 503,
    title: "The bytes of this file are not on this node",
    help: "Without S3 every node keeps the bytes it was sent in its own DATA_DIR. An operator of several nodes sets S3_ENDPOINT and S3_BUCKET on all of them, or shares DATA_DIR/files between them; files that were lost are uploaded again.",
  },
  "storage-full": {
    status: 507,
    title: "There is no room for more bytes",
    help: "Nothing was kept. Delete files that are not needed, or ask the operator to make room, then send it again.",
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errorDefinitions;

export const errorCodes = Object.keys(errorDefinitions).filter(isErrorCode);

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorDefinitions, code);
}
