import { type ErrorCode, errorDefinitions } from "@weft/contract";
import type { TestAnswer } from "../../testing/test-service.ts";

/** What an answer with this code looks like, for toMatchObject. */
export function problem(code: ErrorCode, members: object = {}) {
  const { status, title } = errorDefinitions[code];
  return { status, body: { type: `/errors/${code}`, title, status, code, ...members } };
}

/** The place and the kind of every fault that the answer names. */
export function errorsOf(answer: TestAnswer): string[] {
  const errors: { pointer: string; code: string }[] = answer.body.errors ?? [];
  return errors.map(({ pointer, code }) => `${pointer} ${code}`).sort();
}

/** All of an answer but what differs from one request to the next. */
export function lastingPartsOf({ status, headers, body }: TestAnswer) {
  const { requestId, ...members } = body;
  const passing = ["date", "x-request-id"];
  return { status, headers: [...headers].filter(([name]) => !passing.includes(name)), members };
}
