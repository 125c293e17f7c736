/** What the folders of workflows/ know of each other. All of them know the files that lie beside them. */
const workflowFolders = {
  "process-state": [],
  callbacks: ["process-state"],
  tasks: ["callbacks", "process-state"],
  processes: ["tasks", "process-state"],
  actions: ["process-state"],
  definition: ["actions"],
  triggers: ["processes", "definition", "process-state"],
  inbound: ["triggers"],
  engine: ["triggers", "callbacks", "definition", "actions", "process-state"],
};

/** The same of loader/. */
const loaderFolders = {
  output: [],
  issues: ["output"],
  reading: ["issues"],
  preprocess: [],
  build: ["preprocess"],
  configuration: [],
  targets: ["configuration"],
  batches: ["targets", "issues"],
  reporting: ["batches", "preprocess", "reading", "issues", "output"],
  run: ["reporting", "batches", "issues"],
  planning: ["run", "batches", "targets", "configuration", "output"],
  checking: ["planning", "run", "batches", "targets", "configuration", "build", "preprocess", "reading"],
  writing: ["checking", "run", "batches", "targets", "issues"],
  undoing: ["run"],
  engine: [
    ...["writing", "undoing", "checking", "planning", "run", "reporting", "batches", "configuration", "issues"],
    ...["output"],
  ],
  requests: ["engine", "planning", "run", "configuration"],
};

/** The arrows within a product folder: between its folders, and from all of them to the nouns that lie beside them. */
function directionsIn(product, { folders, nouns, why }) {
  const root = `^server/src/${product}/`;
  return [
    {
      name: `nouns-of-${product}-know-no-folder`,
      severity: "error",
      comment: `What lies beside the folders of ${product}/ knows none of them.`,
      from: { path: root + nouns, pathNot: "\\.test\\.ts$" },
      to: { path: `${root}(?!${nouns})` },
    },
    ...Object.entries(folders).map(([folder, known]) => ({
      name: `${product}-${folder}-has-one-direction`,
      severity: "error",
      comment: why,
      from: { path: `${root}${folder}/`, pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: root, pathNot: `${root}((${[folder, ...known].join("|")})/|${nouns})` },
    })),
  ];
}

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
      name: "the-client-needs-nobody",
      severity: "error",
      comment: "The client has no dependencies; what it knows of the contract is generated into it.",
      from: { path: "^client/src", pathNot: "\\.test\\.ts$|/testing/" },
      to: { pathNot: "^client/src", dependencyTypesNot: ["core"] },
    },
    {
      name: "the-client-runs-in-browsers",
      severity: "error",
      comment: "What needs Node's own modules is in client/src/node, an entry of its own.",
      from: { path: "^client/src/(?!node/)", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^client/src/node/" },
    },
    {
      name: "the-command-line-uses-the-client",
      severity: "error",
      comment: "The command line does what any program can do with the public client.",
      from: { path: "^cli/src", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^contract/" },
    },
    {
      name: "the-console-uses-the-client",
      severity: "error",
      comment: "The console does what any page can do with the public client.",
      from: { path: "^console/src", pathNot: "\\.test\\.tsx?$|/testing/" },
      to: { path: "^(contract|cli)/|^client/src/(?!index\\.ts$)" },
    },
    {
      name: "nothing-imports-the-server",
      severity: "error",
      comment: "Clients use the public API; if they need a back door, the API lacks something.",
      from: { path: "^(contract|client|cli|console)/", pathNot: "\\.test\\.ts$|/testing/" },
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
        pathNot: ["^server/src/(platform/http/|[^/]+\\.ts$|.*-routes\\.ts$|.*\\.test\\.ts$)", "/testing/"],
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
      name: "entity-types-stay-below",
      severity: "error",
      comment: "Types know nothing of the entities that have them; what they need of those is handed in.",
      from: { path: "^server/src/entity-types/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^server/src/(?!entity-types/|access/|platform/|errors\\.ts)" },
    },
    {
      name: "changes-know-only-types",
      severity: "error",
      comment: "The history names what was changed, and does not know how it is changed.",
      from: { path: "^server/src/changes/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^server/src/(?!changes/|entity-types/|access/|platform/|errors\\.ts)" },
    },
    {
      name: "entities-know-types-and-changes",
      severity: "error",
      comment: "Everything that writes stands above entities/ and comes to it.",
      from: { path: "^server/src/entities/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^server/src/(?!entities/|changes/|entity-types/|access/|platform/|errors\\.ts)" },
    },
    {
      name: "files-know-only-lists",
      severity: "error",
      comment: "Files are listed as everything is; loads and processes come to them, not the other way round.",
      from: { path: "^server/src/files/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^server/src/(?!files/|entities/list/|access/|platform/|errors\\.ts)" },
    },
    {
      name: "assortments-stand-on-entities",
      severity: "error",
      comment: "Loads and workflows come to assortments/, never the other way round.",
      from: { path: "^server/src/assortments/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^server/src/(?!assortments/|entities/|changes/|entity-types/|access/|platform/|errors\\.ts)" },
    },
    {
      name: "only-the-wiring-knows-workflows",
      severity: "error",
      comment: "Workflows stand above all that they can do; those who cause them raise events.",
      from: { path: "^server/src/", pathNot: "^server/src/(workflows/|[^/]+\\.ts$)|\\.test\\.ts$|/testing/" },
      to: { path: "^server/src/workflows/", pathNot: "-count-store\\.ts$" },
    },
    ...directionsIn("workflows", {
      folders: workflowFolders,
      // Its services are for the wiring.
      nouns: "(?!workflow-services\\.)[^/]+\\.ts$",
      why: "From what makes processes go down to the state of one.",
    }),
    ...directionsIn("loader", {
      folders: loaderFolders,
      nouns: "[^/]+\\.ts$",
      why: "From what callers ask of loads by the stages of a run down to what they are made of.",
    }),
    {
      name: "nobody-needs-statistics",
      severity: "error",
      comment: "Statistics look at what others have stored; only the wiring knows them.",
      from: { path: "^server/src/", pathNot: "^server/src/(statistics/|wiring\\.ts$)|\\.test\\.ts$|/testing/" },
      to: { path: "^server/src/statistics/" },
    },
    {
      name: "statistics-only-look",
      severity: "error",
      comment:
        "What statistics need of others are the stores that count and who may read; they start and write nothing.",
      from: { path: "^server/src/statistics/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^server/src/(?!statistics/|changes/|access/|platform/|errors\\.ts|.+-count-store\\.ts$)" },
    },
    {
      name: "webhooks-stand-on-entities",
      severity: "error",
      comment: "Webhooks hear of what happens by the seam of entities/, and know nobody who makes it happen.",
      from: { path: "^server/src/webhooks/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^server/src/(?!webhooks/|entities/|changes/|entity-types/|access/|platform/|errors\\.ts)" },
    },
    {
      name: "assistants-use-the-api",
      severity: "error",
      comment:
        "Tools do what any caller can do with the operations of the contract; if they need a back door, the API lacks something.",
      from: { path: "^server/src/mcp/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^server/src/(?!mcp/|platform/)" },
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
