import { type ErrorCode, errorDefinitions } from "@weft/contract";

/** What a model can do about an error of the API with the tools it has; the catalogue speaks to programs. */
const nextSteps: Partial<Record<ErrorCode, string>> = {
  "invalid-request":
    "Mend the places that are named and call again. types tells the properties of a type with their options, explain what a setting means.",
  "batch-failed":
    "#/operations/0 is the first operation. Mend those that are named and call again, or send atomic: false to write the others.",
  unauthenticated:
    "The key or token of this connection is not valid, or not any more. A person has to give it another one.",
  forbidden:
    "The key of this connection may read this but not change it. Tell the person; an administrator can give it more rights.",
  "not-found": "Check kind and id: find tells what there is. What the key may not read looks the same.",
  conflict: "The detail names what is taken, still in use or in another state. get and find show it as it is now.",
  "cursor-gone": 'Call changes with after: "now" for a new cursor, and read the entities again with find.',
  "version-mismatch": "Somebody else was faster: call get, apply the change to that, and send its version in object.",
  "rate-limited": "Call again later, and less often; ask for larger pages instead of many.",
};

export function whatNext(code: ErrorCode): string {
  return nextSteps[code] ?? errorDefinitions[code].help;
}
