import { detailOf } from "../platform/outbound/explain-failure.ts";
import { Problem } from "../platform/problem.ts";

/** Describes an error for the operator: its message, and the root cause in parentheses. */
export function explainError(error: unknown): string {
  // The message of an unavailable problem is written for API callers.
  if (error instanceof Problem && error.code === "unavailable" && error.cause !== undefined) {
    return explainError(error.cause);
  }
  const bottom = firstLine(detailOf(error));
  const reported = firstLine(messageOf(error)) || bottom;
  const isMore = error instanceof Error && error.cause instanceof Error && !reported.includes(bottom);
  return isMore ? `${withStop(reported)} (${bottom})` : withStop(reported);
}

/** The code of the root cause, such as ECONNREFUSED or 3D000. */
export function codeBeneath(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) {
    return codeBeneath(error.cause);
  }
  // A host name with several addresses has one error per address.
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
