import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { isErrorCode } from "@weft/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isCaller } from "../access/caller.ts";
import { requireRight } from "../access/decide.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import { dayMs } from "../platform/durations.ts";
import { notFound } from "../platform/errors.ts";
import { apiPrefix, type Gatekeeper } from "../platform/http/register-routes.ts";
import { factsOf } from "../platform/http/request-facts.ts";
import type { JsonObject } from "../platform/json-value.ts";
import { onFirstUse } from "../platform/on-first-use.ts";
import { registerApiPageRoutes } from "./api-page-routes.ts";
import { documentOfOrg } from "./org-document.ts";
import { errorPage, errorsPage, homePage, icon, type Page, pageHeaders, problemPage, renderPage } from "./page.ts";

interface ReferenceOptions {
  readonly gatekeeper: Gatekeeper;
  readonly types: { typesOf(orgId: string): Promise<TypeTree> };
}

/**
 * Describes the service to people and programs: needs no external host, and no credential except for the types of an
 * org.
 */
export function registerReferenceRoutes(app: FastifyInstance, options: ReferenceOptions): void {
  const loadText = onFirstUse(readDocument);
  app.get<{ Querystring: { org?: string } }>(`${apiPrefix}/openapi.json`, {
    onRequest: async (request, reply) => {
      if (request.query.org !== undefined) {
        request.caller = await options.gatekeeper.admit({ access: "any" }, request, reply);
      }
    },
    handler: async ({ query: { org }, caller }, reply) =>
      reply
        .header("content-type", "application/json; charset=utf-8")
        .send(org === undefined ? await loadText() : JSON.stringify(await documentFor(caller, org))),
  });
  const documentFor = async (caller: unknown, org: string): Promise<JsonObject> => {
    // 404, not 403: a caller must not learn which other orgs exist.
    if (!isCaller(caller) || caller.org.slug !== org) {
      throw notFound("organization", org);
    }
    requireRight(caller, "read", { typePath: "entity-type" }, "list");
    const document: JsonObject = JSON.parse(await loadText());
    return documentOfOrg(document, await options.types.typesOf(caller.org.id));
  };
  app.get("/favicon.ico", (_request, reply) => reply.header("content-type", "image/svg+xml").send(icon));
  app.get("/errors", (_request, reply) => sendPage(reply, errorsPage()));
  app.get<{ Params: { code: string } }>("/errors/:code", (request, reply) => {
    const { code } = request.params;
    if (!isErrorCode(code)) {
      throw notFound("error code", code);
    }
    return sendPage(reply, errorPage(code));
  });
  registerApiPageRoutes(app, loadText);
}

/**
 * The committed document: generating it would cost a tenth of a second, and a test compares the two. Kept as text without
 * line breaks, a tenth of the size of its objects.
 */
async function readDocument(): Promise<string> {
  const path = createRequire(import.meta.url).resolve("@weft/contract/openapi.json");
  return JSON.stringify(JSON.parse(await readFile(path, "utf8")));
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
