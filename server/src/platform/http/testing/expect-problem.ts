import { type ErrorCode, errorDefinitions, type ProblemBody, problemSchema } from "@weft/contract";
import { expect } from "vitest";

interface ProblemAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The body of a response that must be the problem with this code, complete and without internal details. */
export function expectProblem(answer: ProblemAnswer, code: ErrorCode): ProblemBody {
  const { status, title } = errorDefinitions[code];
  expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  expect(answer.body).toMatchObject({ code, status, title, type: `/errors/${code}` });
  expect(answer.status).toBe(status);
  const problem = problemSchema.parse(answer.body);
  expect(problem.requestId).toBe(answer.headers.get("x-request-id"));
  expect(JSON.stringify(problem)).not.toMatch(/\b(select|insert into|relation|node_modules|\.ts:\d+|\.js:\d+)\b/i);
  return problem;
}
