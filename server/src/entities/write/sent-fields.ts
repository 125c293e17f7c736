import assert from "node:assert";
import type { SentFields } from "./write-request.ts";

/** The object of a request. It was parsed from JSON, so its values are JSON. */
export function sentFields(body: unknown): SentFields {
  assert(isSentFields(body), "a body that is not an object passed the contract");
  return body;
}

function isSentFields(body: unknown): body is SentFields {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}
