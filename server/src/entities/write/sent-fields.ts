import assert from "node:assert";
import type { SentFields } from "./write-request.ts";

/** The object of a request. It was read as JSON, so whatever is in it is. */
export function sentFields(body: unknown): SentFields {
  assert(isSentFields(body), "a body that is no object has passed the contract");
  return body;
}

function isSentFields(body: unknown): body is SentFields {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}
