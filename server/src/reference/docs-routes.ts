import Fastify, { type FastifyInstance } from "fastify";
import { notFound } from "../errors.ts";
import { pathOf } from "../platform/http/problem-answer.ts";
import { apiPrefix } from "../platform/http/register-routes.ts";

const prefix = `${apiPrefix}/docs`;

/** The browsable reference. Its script is large, so it is loaded on the first request, not at every start. */
export function registerDocsRoutes(app: FastifyInstance, document: object): void {
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
