import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { isErrorCode } from "@weft/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { dayMs } from "../platform/durations.ts";
import { notFound } from "../platform/errors.ts";
import { apiPrefix, factsOf } from "../platform/http/register-routes.ts";
import { registerApiPageRoutes } from "./api-page-routes.ts";
import { errorPage, errorsPage, homePage, icon, type Page, pageHeaders, problemPage, renderPage } from "./page.ts";

/** Describes the service to people and programs: needs no credential and no external host. */
export async function registerReferenceRoutes(app: FastifyInstance): Promise<void> {
  // The committed document: generating it at every start would cost a tenth of a second, and a test compares the two.
  const openApi: object = JSON.parse(
    await readFile(createRequire(import.meta.url).resolve("@weft/contract/openapi.json"), "utf8"),
  );
  // Without the line breaks of the committed file, which double its size.
  const text = JSON.stringify(openApi);
  app.get(`${apiPrefix}/openapi.json`, (_request, reply) =>
    reply.header("content-type", "application/json; charset=utf-8").send(text),
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
  registerApiPageRoutes(app, openApi);
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

interface SecurityTxtOptions {
  readonly securityContacts: readonly string[];
  readonly publicUrl: string | undefined;
}

const path = "/.well-known/security.txt";
const validDays = 180;

/** RFC 9116. Served only with a contact of the operator: the project itself cannot fix an installation. */
export function registerSecurityTxt(app: FastifyInstance, options: SecurityTxtOptions): void {
  if (options.securityContacts.length > 0) {
    app.get(path, (_request, reply) =>
      reply.header("content-type", "text/plain; charset=utf-8").send(formatSecurityTxt(options, new Date())),
    );
  }
}

function formatSecurityTxt({ securityContacts, publicUrl }: SecurityTxtOptions, now: Date): string {
  const expires = new Date(now.getTime() + validDays * dayMs);
  return [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    ...(publicUrl?.startsWith("https:") === true ? [`Canonical: ${publicUrl}${path}`] : []),
    "",
  ].join("\n");
}
