/** The directions of imports, as docs/architecture.md describes them. Each is seen to fail in tools/import-rules.test.ts. */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Two files that need each other are one file, or lack a third.",
      from: {},
      to: { circular: true },
    },
    {
      name: "contract-stands-alone",
      severity: "error",
      comment: "The contract imports zod and nothing else.",
      from: { path: "^contract/src", pathNot: "\\.test\\.ts$" },
      to: { pathNot: ["^contract/src", "node_modules/zod"] },
    },
    {
      name: "nothing-imports-the-server",
      severity: "error",
      comment: "Clients use the public API; if they need a back door, the API lacks something.",
      from: { path: "^(contract|client|cli|console)/" },
      to: { path: "^server/" },
    },
    {
      name: "platform-knows-no-product",
      severity: "error",
      comment: "platform/ imports nothing of the server above it.",
      from: { path: "^server/src/platform/", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/src/(?!platform/)" },
    },
    {
      name: "only-routes-speak-http",
      severity: "error",
      comment: "Rules live in verbs; only routes and the wiring know Fastify and platform/http.",
      from: {
        path: "^server/src/",
        pathNot: "^server/src/(platform/http/|[^/]+\\.ts$|.*-routes\\.ts$|.*\\.test\\.ts$|testing/)",
      },
      to: { path: ["^server/src/platform/http/", "node_modules/fastify/"] },
    },
    {
      name: "only-the-wiring-knows-routes",
      severity: "error",
      comment: "Routes are put together in wiring.ts and app.ts.",
      from: { path: "^server/src/", pathNot: "^server/src/(wiring|app)\\.ts$|-routes\\.ts$|\\.test\\.ts$" },
      to: { path: "-routes\\.ts$", pathNot: "^server/src/platform/http/" },
    },
    {
      name: "access-and-rate-limits-stay-below",
      severity: "error",
      comment: "All may use access; access uses only platform. Rate limits count callers of access.",
      from: { path: "^server/src/access/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^server/src/(?!access/|platform/|errors\\.ts)" },
    },
    {
      name: "no-tests-in-the-product",
      severity: "error",
      comment: "The product never imports tests or what serves only them.",
      from: { pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "\\.test\\.ts$|/testing/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.tests.json" },
    enhancedResolveOptions: { conditionNames: ["source", "import", "node", "default"], exportsFields: ["exports"] },
  },
};
