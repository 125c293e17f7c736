import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { isErrorCode } from "@weft/contract";
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { dayMs } from "../platform/durations.ts";
import { notFound } from "../platform/errors.ts";
import { pathOf } from "../platform/http/problem-response.ts";
import { apiPrefix, factsOf } from "../platform/http/register-routes.ts";
import { errorPage, errorsPage, homePage, icon, type Page, pageHeaders, problemPage, renderPage } from "./page.ts";

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

const prefix = `${apiPrefix}/docs`;

/** The browsable reference. Its script is large, so it is loaded on the first request, not at every start. */
function registerDocsRoutes(app: FastifyInstance, document: object): void {
  let loading: Promise<FastifyInstance> | undefined;
  const inject = async (url: string) => {
    loading ??= loadReference(document);
    return (await loading).inject(url);
  };
  app.get(prefix, (request, reply) => {
    if (!pathOf(request.url).endsWith("/")) {
      return reply.redirect(`${prefix}/`, 301);
    }
    return reply
      .headers({ "content-type": "text/html; charset=utf-8", "content-security-policy": securityPolicy })
      .send(shell);
  });
  app.get(`${prefix}/start.js`, (_request, reply) =>
    reply.header("content-type", "text/javascript; charset=utf-8").send(startScript),
  );
  app.get(`${prefix}/*`, async (request, reply) => {
    const answer = await inject(request.url);
    if (answer.statusCode !== 200) {
      throw notFound("page", pathOf(request.url));
    }
    return reply.header("content-type", answer.headers["content-type"] ?? "text/plain").send(answer.rawPayload);
  });
}

// Scripts are our own files, never inline. The reference's script adds style elements without a nonce.
const securityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const shell = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Weft API reference</title>
<link rel="icon" href="/favicon.ico">
</head>
<body>
<div id="app"></div>
<script src="js/scalar.js"></script>
<script src="start.js"></script>
</body>
</html>
`;

const configuration = {
  url: "./openapi.json",
  title: "Weft API",
  metaData: { title: "Weft API reference" },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  mcp: { disabled: true },
  proxyUrl: "",
};

const startScript = `Scalar.createApiReference("#app", ${JSON.stringify(configuration)});\n`;

/** Used for its script and for the document in its two formats. Its own page is not used: it has an inline script. */
async function loadReference(document: object): Promise<FastifyInstance> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const reference = Fastify();
  await reference.register(scalar, { routePrefix: prefix, configuration: { content: document } });
  await reference.ready();
  return reference;
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
