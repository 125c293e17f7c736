import { detailOf } from "../platform/outbound/explain-failure.ts";
import { Problem } from "../platform/problem.ts";

/** A sentence about an error, for the operator: what it says, and in brackets what lies at the bottom of it. */
export function explainError(error: unknown): string {
  // That something is away, and when to come back, is meant for callers.
  if (error instanceof Problem && error.code === "unavailable" && error.cause !== undefined) {
    return explainError(error.cause);
  }
  const bottom = firstLine(detailOf(error));
  const reported = firstLine(messageOf(error)) || bottom;
  const isMore = error instanceof Error && error.cause instanceof Error && !reported.includes(bottom);
  return isMore ? `${withStop(reported)} (${bottom})` : withStop(reported);
}

/** What the system or the other side calls the error, such as ECONNREFUSED or 3D000. */
export function codeBeneath(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) {
    return codeBeneath(error.cause);
  }
  // A name with several addresses was tried at each of them.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return codeBeneath(error.errors[0]);
  }
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function messageOf(error: unknown): string {
  if (error instanceof Problem) {
    return error.errors[0]?.detail ?? error.detail;
  }
  return error instanceof Error && !("code" in error) ? error.message : detailOf(error);
}

function firstLine(text: string): string {
  return text.split("\n")[0]?.trim() ?? "";
}

function withStop(text: string): string {
  if (text === "") {
    return "Failed without an error message.";
  }
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
