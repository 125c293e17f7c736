import scalar from "@scalar/fastify-api-reference";
import { buildOpenApi, isErrorCode, operations } from "@weft/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { notFound } from "../errors.ts";
import { apiPrefix, factsOf } from "../platform/http/register-routes.ts";
import { icon, type Page, pageHeaders, renderPage } from "./page.ts";
import { errorPage, errorsPage, homePage } from "./pages.ts";

/** What describes the service to people and programs: needs no credential and no outside address. */
export async function registerReferenceRoutes(app: FastifyInstance, version: string): Promise<void> {
  const document = buildOpenApi(operations, version);
  const text = JSON.stringify(document);
  app.get(`${apiPrefix}/openapi.json`, (_request, reply) =>
    reply.header("content-type", "application/json; charset=utf-8").send(text),
  );
  app.get("/", (request, reply) => sendPage(reply, homePage(factsOf(request).origin)));
  app.get("/favicon.ico", (_request, reply) => reply.header("content-type", "image/svg+xml").send(icon));
  app.get("/errors", (_request, reply) => sendPage(reply, errorsPage()));
  app.get<{ Params: { code: string } }>("/errors/:code", (request, reply) => {
    const { code } = request.params;
    if (!isErrorCode(code)) {
      throw notFound("error code", code);
    }
    return sendPage(reply, errorPage(code));
  });
  await registerDocs(app, document);
}

// The reference's own script builds its page: it needs inline styles and scripts, and calls nobody but us.
const docsSecurityPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

async function registerDocs(app: FastifyInstance, document: object): Promise<void> {
  await app.register(scalar, {
    routePrefix: `${apiPrefix}/docs`,
    hooks: {
      onRequest(_request, reply, done) {
        reply.header("content-security-policy", docsSecurityPolicy);
        done();
      },
    },
    configuration: {
      content: document,
      title: "Weft API",
      metaData: { title: "Weft API reference" },
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      showDeveloperTools: "never",
      hideClientButton: true,
      mcp: { disabled: true },
      proxyUrl: "",
    },
  });
}

function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.headers(pageHeaders).send(renderPage(page));
}
