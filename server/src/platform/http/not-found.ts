import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";
import { answerProblem, pathOf } from "./problem-answer.ts";

const methodsToAllow = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

export interface UnknownAddresses {
  /** The product may know more than that there is nothing. */
  readonly explain?: (path: string) => Problem | undefined;
  /** Answers the address as one of a page that finds its own way, or says that it is none. */
  readonly sendPage?: (request: FastifyRequest, reply: FastifyReply) => boolean;
}

/** Collects the addresses of the routes, so that one with another method answers 405 and tells the methods it takes. */
export function answerUnknownAddresses(app: FastifyInstance, unknown: UnknownAddresses = {}): void {
  const { explain = () => undefined, sendPage = () => false } = unknown;
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
    if (allow === "" && sendPage(request, reply)) {
      return reply;
    }
    const problem =
      allow === ""
        ? (explain(path) ??
          new Problem("not-found", "There is nothing at this URL. The API starts at /api; see /api/docs."))
        : new Problem("method-not-allowed", `This URL supports ${allow}.`, { headers: { allow } });
    return answerProblem(problem, request, reply);
  });
}
