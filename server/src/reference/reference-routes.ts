import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { isErrorCode } from "@weft/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { notFound } from "../errors.ts";
import { apiPrefix, factsOf } from "../platform/http/register-routes.ts";
import { registerDocsRoutes } from "./docs-routes.ts";
import { icon, type Page, pageHeaders, renderPage } from "./page.ts";
import { errorPage, errorsPage, homePage, problemPage } from "./pages.ts";

/** Describes the service to people and programs: needs no credential and no external host. */
export async function registerReferenceRoutes(app: FastifyInstance): Promise<void> {
  // The committed document: generating it at every start would cost a tenth of a second, and a test compares the two.
  const openApi = await readFile(createRequire(import.meta.url).resolve("@weft/contract/openapi.json"), "utf8");
  app.get(`${apiPrefix}/openapi.json`, (_request, reply) =>
    reply.header("content-type", "application/json; charset=utf-8").send(openApi),
  );
  app.get("/favicon.ico", (_request, reply) => reply.header("content-type", "image/svg+xml").send(icon));
  app.get("/errors", (_request, reply) => sendPage(reply, errorsPage()));
  app.get<{ Params: { code: string } }>("/errors/:code", (request, reply) => {
    const { code } = request.params;
    if (!isErrorCode(code)) {
      throw notFound("error code", code);
    }
    return sendPage(reply, errorPage(code));
  });
  registerDocsRoutes(app, JSON.parse(openApi));
}

/** The front page when no console was built. */
export function registerHomeRoute(app: FastifyInstance): void {
  app.get("/", (request, reply) => sendPage(reply, homePage(factsOf(request).origin)));
}

/** Shows problems as HTML pages to people in a browser. */
export function showProblemsAsPages(app: FastifyInstance): void {
  app.decorate("renderProblem", (problem) => ({ headers: pageHeaders, body: renderPage(problemPage(problem)) }));
}

function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.headers(pageHeaders).send(renderPage(page));
}
