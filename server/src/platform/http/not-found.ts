import type { FastifyInstance } from "fastify";
import { Problem } from "../problem.ts";
import { answerProblem, pathOf } from "./problem-answer.ts";

const methodsToAllow = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * Collects the addresses of the routes, so that one with another method answers 405 and tells the methods it takes.
 * Of others, the product may know more than that there is nothing.
 */
export function answerUnknownAddresses(
  app: FastifyInstance,
  explain: (path: string) => Problem | undefined = () => undefined,
): void {
  const known: { pattern: RegExp; methods: readonly string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    const pattern = new RegExp(
      `^${url
        .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
        .replace(/\*/g, ".*")
        .replace(/:\w+/g, "[^/]+")}/?$`,
    );
    known.push({ pattern, methods: [method].flat() });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const taken = new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods));
    const allow = methodsToAllow.filter((method) => taken.has(method)).join(", ");
    const problem =
      allow === ""
        ? (explain(path) ??
          new Problem("not-found", "There is nothing at this address. The API begins at /api; see /api/docs."))
        : new Problem("method-not-allowed", `This address takes ${allow}.`, { headers: { allow } });
    return answerProblem(problem, request, reply);
  });
}
