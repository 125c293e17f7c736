import { invalidField } from "../errors.ts";
import { validateHeader } from "../platform/outbound/header-rules.ts";

const ownNames = ["content-type", "content-encoding", "user-agent", "accept", "accept-encoding"];
const headersMax = 20;

/** Validates the custom headers sent with every message. */
export function requireHeaders(headers: Readonly<Record<string, string>>): void {
  const names = Object.keys(headers);
  if (names.length > headersMax) {
    throw invalidField("#/headers", `A webhook can have at most ${headersMax} custom headers.`);
  }
  for (const [name, value] of Object.entries(headers)) {
    requireOwnHeader(name, value, `#/headers/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    if (names.some((other) => other !== name && other.toLowerCase() === name.toLowerCase())) {
      throw invalidField("#/headers", `The header ${name} is duplicated with different capitalization. Send it once.`);
    }
  }
}

/** Validates a header in addition to those of every message. */
export function requireOwnHeader(name: string, value: string, pointer: string): void {
  const lower = name.toLowerCase();
  const isOurs = lower.startsWith("webhook-") || ownNames.includes(lower);
  const error = isOurs
    ? `The header ${name} is set by the service. Remove it, or use another name.`
    : validateHeader(name, value);
  if (error !== undefined) {
    throw invalidField(pointer, error);
  }
}
