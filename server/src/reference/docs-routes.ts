import Fastify, { type FastifyInstance } from "fastify";
import { notFound } from "../errors.ts";
import { pathOf } from "../platform/http/problem-answer.ts";
import { apiPrefix } from "../platform/http/register-routes.ts";

// The reference's own script builds its page: it needs inline styles and scripts, and calls nobody but us.
const securityPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

/** The browsable reference. Its script is large, so it is loaded when somebody first looks, not at every start. */
export function registerDocsRoutes(app: FastifyInstance, document: object): void {
  let loading: Promise<FastifyInstance> | undefined;
  const handler = async (url: string) => {
    loading ??= loadReference(document);
    return (await loading).inject(url);
  };
  for (const path of [`${apiPrefix}/docs`, `${apiPrefix}/docs/*`]) {
    app.get(path, async (request, reply) => {
      const answer = await handler(request.url);
      if (answer.statusCode >= 400) {
        throw notFound("page", pathOf(request.url));
      }
      const { "content-type": type, location } = answer.headers;
      return reply
        .code(answer.statusCode)
        .header("content-security-policy", securityPolicy)
        .headers({
          ...(type === undefined ? {} : { "content-type": type }),
          ...(location === undefined ? {} : { location }),
        })
        .send(answer.rawPayload);
    });
  }
}

async function loadReference(document: object): Promise<FastifyInstance> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const reference = Fastify();
  await reference.register(scalar, {
    routePrefix: `${apiPrefix}/docs`,
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
  await reference.ready();
  return reference;
}
