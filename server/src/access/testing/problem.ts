import { type ErrorCode, errorDefinitions } from "@weft/contract";
import type { TestAnswer } from "../../testing/test-service.ts";

/** A response with this code, for toMatchObject. */
export function problem(code: ErrorCode, members: object = {}) {
  const { status, title } = errorDefinitions[code];
  return { status, body: { type: `/errors/${code}`, title, status, code, ...members } };
}

/** The pointer and code of every error in the response. */
export function errorsOf(answer: TestAnswer): string[] {
  const errors: { pointer: string; code: string }[] = answer.body.errors ?? [];
  return errors.map(({ pointer, code }) => `${pointer} ${code}`).sort();
}

/** A response without the parts that differ between requests. */
export function lastingPartsOf({ status, headers, body }: TestAnswer) {
  const { requestId, ...members } = body;
  const passing = ["date", "x-request-id"];
  return { status, headers: [...headers].filter(([name]) => !passing.includes(name)), members };
}
