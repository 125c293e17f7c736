import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";
import { answerProblem, pathOf } from "./problem-answer.ts";

const methodsToAllow = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

export interface UnknownAddresses {
  /** Returns a more specific problem for the path, if there is one. */
  readonly explain?: (path: string) => Problem | undefined;
  /** Sends the page of a single-page app for the URL, or returns false if it is not one of its pages. */
  readonly sendPage?: (request: FastifyRequest, reply: FastifyReply) => boolean;
}

/** Collects the paths of the routes, so that another method on one of them returns 405 with the supported methods. */
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
