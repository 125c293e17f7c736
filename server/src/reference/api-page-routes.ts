import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { unlessMissing } from "../platform/error-code.ts";
import { notFound } from "../platform/errors.ts";
import { type PackedEncoding, preferredEncoding } from "../platform/http/preferred-encoding.ts";
import { pathOf } from "../platform/http/problem-response.ts";
import { apiPrefix } from "../platform/http/register-routes.ts";
import { packageFolder } from "../platform/own-package.ts";
import { renderDocument, renderHeader, securityPolicy } from "./page.ts";

const unzip = promisify(gunzip);
const prefix = `${apiPrefix}/docs`;

/** The browsable reference. Its script is large, so it stays on disk. */
export function registerApiPageRoutes(app: FastifyInstance, readDocument: () => Promise<string>): void {
  app.get(prefix, (request, reply) => {
    if (!pathOf(request.url).endsWith("/")) {
      return reply.redirect(`${prefix}/`, 301);
    }
    return reply.headers(pageHeaders).send(page);
  });
  app.get(`${prefix}/start.js`, (_request, reply) => reply.type(scriptType).send(startScript));
  app.get(`${prefix}/scalar.js`, async (request, reply) => {
    const encoding = preferredEncoding(request.headers["accept-encoding"], () => true);
    const script = await readScript(encoding);
    if (script === undefined) {
      throw notFound("page", pathOf(request.url));
    }
    return reply
      .type(scriptType)
      .headers({ vary: "accept-encoding", ...(encoding === undefined ? {} : { "content-encoding": encoding }) })
      .send(script);
  });
  app.get(`${prefix}/openapi.json`, async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(await readDocument()),
  );
  app.get(`${prefix}/openapi.yaml`, async (_request, reply) => {
    const { stringify } = await import("yaml");
    return reply.type("application/yaml; charset=utf-8").send(stringify(JSON.parse(await readDocument())));
  });
  // Not an entity of a kind named "docs".
  app.get(`${prefix}/*`, async (request) => {
    throw notFound("page", pathOf(request.url));
  });
}

const scriptType = "text/javascript; charset=utf-8";

/** Copied by the build (tools/copy-api-page.mjs), compressed. Undefined without one. */
async function readScript(encoding: PackedEncoding | undefined): Promise<Buffer | undefined> {
  const ending = encoding === "br" ? "br" : "gz";
  const packed = await readFile(join(packageFolder, "dist", "api-page", `scalar.js.${ending}`)).catch(unlessMissing);
  return packed === undefined || encoding !== undefined ? packed : unzip(packed);
}

/** Scripts are our own files, never inline. The reference's script adds style elements without a nonce. */
const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": securityPolicy({
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self' data:",
    "connect-src": "'self'",
  }),
};

/** The names of the reference's colors, fonts and sizes, as those of all pages. Both follow the reader's theme. */
const styles = `
body.light-mode, body.dark-mode {
  --scalar-custom-header-height: 3.5rem; --scalar-font: var(--text-font); --scalar-font-code: var(--code-font);
  --scalar-color-1: var(--ink); --scalar-color-2: var(--soft); --scalar-color-3: var(--faint); --scalar-color-accent: var(--link);
  --scalar-background-1: var(--paper); --scalar-background-2: var(--shade); --scalar-background-3: var(--well); --scalar-background-accent: var(--shade);
  --scalar-border-color: var(--line); --scalar-radius: 4px; --scalar-radius-lg: 8px; --scalar-radius-xl: 12px;
  --scalar-semibold: 550; --scalar-bold: 650; --scalar-link-color: var(--link); --scalar-link-color-hover: var(--link);
  --scalar-color-green: var(--good); --scalar-color-red: var(--bad); --scalar-color-yellow: var(--warn); --scalar-color-orange: var(--warn);
  --scalar-color-blue: var(--link); --scalar-color-purple: var(--violet);
  --scalar-button-1: #2f49a8; --scalar-button-1-color: #fff; --scalar-button-1-hover: #3f5bc2;
  --scalar-sidebar-background-1: var(--paper); --scalar-sidebar-border-color: var(--line); --scalar-sidebar-color-1: var(--ink); --scalar-sidebar-color-2: var(--soft);
  --scalar-sidebar-color-active: var(--link); --scalar-sidebar-item-active-background: var(--shade); --scalar-sidebar-item-hover-background: var(--shade);
  --scalar-sidebar-search-background: var(--paper); --scalar-sidebar-search-border-color: var(--line); --scalar-sidebar-search-color: var(--soft);
}
#app .markdown pre code { white-space: pre-wrap; overflow-wrap: anywhere; }
/* A section that a link leads to gets the focus without being a control. */
#app section:focus-visible { outline: none; }
header.top { position: sticky; top: 0; z-index: 10; height: 3.5rem; flex-wrap: nowrap; }
@media (max-width: 40rem) {
  header.top { padding: .5rem 1rem; }
  header.top nav { flex-wrap: nowrap; gap: 1rem; }
}
`;

const page = renderDocument({
  title: "Weft API reference",
  styles,
  body: `${renderHeader({ current: "/api/docs" })}<div id="app"></div>`,
  scripts: '<script defer src="scalar.js"></script>\n<script defer src="start.js"></script>\n',
});

const configuration = {
  url: "./openapi.json",
  title: "Weft API",
  metaData: { title: "Weft API reference" },
  withDefaultFonts: false,
  theme: "none",
  // The page follows the system, like the guides.
  hideDarkModeToggle: true,
  telemetry: false,
  agent: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  mcp: { disabled: true },
  proxyUrl: "",
};

const startScript = `Scalar.createApiReference("#app", ${JSON.stringify(configuration)});\n`;
