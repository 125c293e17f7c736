import { type ErrorCode, errorDefinitions } from "@weft/contract";

/** How a model can fix an API error with its tools; the error catalogue is written for programs. */
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

export function whatNext(code: ErrorCode): string {
  return nextSteps[code] ?? errorDefinitions[code].help;
}
