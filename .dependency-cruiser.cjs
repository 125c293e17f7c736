/** The folders of workflows/ and what each may import. All of them may import the files beside them. */
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
  preprocess: [],
  configuration: [],
  drafting: ["preprocess"],
  reporting: ["drafting", "preprocess"],
  reading: ["reporting"],
  passes: ["reading", "reporting", "drafting", "preprocess", "configuration"],
  engine: ["passes", "reading", "reporting", "drafting"],
  requests: ["engine", "passes", "configuration"],
};

/** The same of the console. All of its folders may import query-keys.ts. */
const consoleFolders = {
  ui: [],
  guides: ["ui"],
  session: ["ui"],
  reference: ["session", "ui"],
  entities: ["session", "ui"],
  assortments: ["entities", "session", "ui"],
  "entity-types": ["entities", "session", "ui"],
  loader: ["entities", "session", "ui"],
  webhooks: ["entities", "session", "ui"],
  workflows: ["entities", "session", "ui"],
  changes: ["webhooks", "entities", "session", "ui"],
  access: ["changes", "assortments", "entities", "session", "ui"],
  overview: ["changes", "webhooks", "workflows", "shell", "session", "ui"],
  operations: ["overview", "changes", "webhooks", "session", "ui"],
  shell: ["entities", "session", "ui"],
  routes: [".+"],
};

/** The directions within a folder: between its folders, and from all of them to the files beside them. */
function directionsIn(path, { name, folders, nouns, why }) {
  const root = `^${path}/`;
  return [
    {
      name: `nouns-of-${name}-know-no-folder`,
      comment: `Files beside the folders of ${path}/ import none of them.`,
      from: { path: root + nouns, pathNot: "\\.test\\.ts$" },
      to: { path: `${root}(?!${nouns})` },
    },
    ...Object.entries(folders).map(([folder, known]) => ({
      name: `${name}-${folder}-has-one-direction`,
      comment: why,
      from: { path: `${root}${folder}/`, pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: root, pathNot: `${root}((${[folder, ...known].join("|")})/|${nouns})` },
    })),
  ];
}

/** The directions of imports, as docs/architecture.md describes them. Each is seen to fail in tools/import-rules.test.ts. */
const rules = [
  {
    name: "no-cycles",
    comment: "Two files that need each other are one file, or need a third.",
    from: {},
    to: { circular: true },
  },
  {
    name: "contract-stands-alone",
    comment: "The contract imports zod and nothing else.",
    from: { path: "^contract/src", pathNot: "\\.test\\.ts$|/testing/" },
    to: { pathNot: ["^contract/src", "node_modules/zod"] },
  },
  {
    name: "the-client-has-no-dependencies",
    comment: "The client has no dependencies; what it knows of the contract is generated into it.",
    from: { path: "^client/src", pathNot: "\\.test\\.ts$|/testing/" },
    to: { pathNot: "^client/src", dependencyTypesNot: ["core"] },
  },
  {
    name: "the-client-runs-in-browsers",
    comment: "What needs Node's own modules is in client/src/node, an entry of its own.",
    from: { path: "^client/src/(?!node/)", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^client/src/node/" },
  },
  {
    name: "the-command-line-uses-the-client",
    comment: "The command line does what any program can do with the public client.",
    from: { path: "^cli/src", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^contract/" },
  },
  {
    name: "the-console-uses-the-client",
    comment: "The console does what any page can do with the public client.",
    from: { path: "^console/src", pathNot: "\\.test\\.tsx?$|/testing/" },
    to: { path: "^(contract|cli)/|^client/src/(?!index\\.ts$)" },
  },
  {
    name: "nothing-imports-the-server",
    comment: "Clients use the public API; if they need a back door, the API is missing something.",
    from: { path: "^(contract|client|cli|console)/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^server/" },
  },
  {
    name: "platform-knows-no-product",
    comment: "platform/ imports nothing of the server above it.",
    from: { path: "^server/src/platform/", pathNot: "\\.test\\.ts$" },
    to: { path: "^server/src/(?!platform/)" },
  },
  {
    name: "values-of-expressions-know-no-compiler",
    comment: "Values, fuel and errors are what parsing, compiling and methods have in common; they need none of those.",
    from: { path: "^server/src/platform/expressions/[^/]+\\.ts$", pathNot: "\\.test\\.ts$" },
    to: { path: "^server/src/platform/expressions/[^/]+/" },
  },
  {
    name: "only-threads-load-the-script-engine",
    comment: "What runs scripts starts threads and sends them messages; the engine is loaded in those threads.",
    from: { path: "^server/src/platform/scripts/[^/]+\\.ts$", pathNot: "\\.test\\.ts$" },
    to: { path: "^server/src/platform/scripts/sandbox/" },
  },
  {
    name: "folders-know-no-wiring",
    comment:
      "Every folder declares the services that it needs; only the files beside the folders, and processes/, put a node together.",
    from: { path: "^server/src/[^/]+/", pathNot: "\\.test\\.ts$|/testing/|^server/src/processes/" },
    to: { path: "^server/src/[^/]+\\.ts$" },
  },
  {
    name: "only-routes-speak-http",
    comment: "Rules live in verbs; only routes and the wiring know Fastify and platform/http.",
    from: {
      path: "^server/src/",
      pathNot: ["^server/src/(platform/http/|[^/]+\\.ts$|.*-routes\\.ts$|.*\\.test\\.ts$)", "/testing/"],
    },
    to: { path: ["^server/src/platform/http/", "node_modules/fastify/"] },
  },
  {
    name: "only-the-wiring-knows-routes",
    comment: "Routes are put together in wiring.ts and app.ts.",
    from: { path: "^server/src/", pathNot: "^server/src/(wiring|app)\\.ts$|-routes\\.ts$|\\.test\\.ts$" },
    to: { path: "-routes\\.ts$", pathNot: "^server/src/platform/http/" },
  },
  {
    name: "access-and-rate-limits-stay-below",
    comment: "All may use access; access uses only platform, and says what its kinds are as every kind does.",
    from: { path: "^server/src/access/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/(?!access/|kinds/entity-kind\\.ts|platform/)" },
  },
  {
    name: "authentication-knows-no-keys-folder",
    comment: "keys/ administers apps, keys and tokens; who a caller is and what it may do is decided without it.",
    from: { path: "^server/src/access/[^/]+\\.ts$", pathNot: "\\.test\\.ts$|-routes\\.ts$" },
    to: { path: "^server/src/access/keys/" },
  },
  {
    name: "entity-types-stay-below",
    comment: "Types do not know the entities that have them; what they need is passed in.",
    from: { path: "^server/src/entity-types/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/(?!entity-types/|kinds/entity-kind\\.ts|access/|platform/)" },
  },
  {
    name: "lists-know-only-types",
    comment: "How lists are filtered, ordered and paged is the same for all that is listed.",
    from: { path: "^server/src/lists/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/(?!lists/|entity-types/|access/|platform/)" },
  },
  {
    name: "kinds-read-with-the-means-of-entities",
    comment:
      "Administered kinds are presented and listed as entities are; they do not take the write path of entities.",
    from: { path: "^server/src/kinds/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/(?!kinds/|lists/|entities/(list|model)/|changes/|entity-types/|access/|platform/)" },
  },
  {
    name: "changes-know-only-types",
    comment: "The history records what was changed, and does not know how it is changed.",
    from: { path: "^server/src/changes/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/(?!changes/|lists/|entity-types/|access/|platform/)" },
  },
  {
    name: "entities-know-types-and-changes",
    comment: "Everything that writes uses entities/, never the other way round.",
    from: { path: "^server/src/entities/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/(?!entities/|kinds/|changes/|lists/|entity-types/|access/|platform/)" },
  },
  {
    name: "files-know-only-lists",
    comment: "Files are listed as everything is; loads and processes use them, not the other way round.",
    from: { path: "^server/src/files/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/(?!files/|kinds/readable-document\\.ts|lists/|entities/list/|access/|platform/)" },
  },
  {
    name: "assortments-stand-on-entities",
    comment: "Loads and workflows use assortments/, never the other way round.",
    from: { path: "^server/src/assortments/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/(?!assortments/|entities/|changes/|lists/|entity-types/|access/|platform/)" },
  },
  {
    name: "only-the-wiring-knows-workflows",
    comment:
      "Workflows use everything that they can do; what starts them raises events. Counts and erasures read their tables.",
    from: { path: "^server/src/", pathNot: "^server/src/(workflows/|[^/]+\\.ts$)|\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/workflows/", pathNot: "-(count|erasure)-store\\.ts$" },
  },
  ...directionsIn("server/src/workflows", {
    name: "workflows",
    folders: workflowFolders,
    nouns: "[^/]+\\.ts$",
    why: "From what advances processes down to the state of one.",
  }),
  ...directionsIn("server/src/loader", {
    name: "loader",
    folders: loaderFolders,
    nouns: "[^/]+\\.ts$",
    why: "From the requests of callers by the passes of a run down to the rows.",
  }),
  ...directionsIn("console/src", {
    name: "console",
    folders: consoleFolders,
    nouns: "query-keys\\.ts$",
    why: "From the routes by the pages of the product terms down to the components that know none of them.",
  }),
  ...directionsIn("console/src/entities", {
    name: "console-of-entities",
    folders: {
      pictures: [],
      references: ["pictures"],
      colorways: ["references", "pictures"],
      form: ["colorways", "references", "pictures"],
      grid: ["form", "references", "pictures"],
      detail: ["form", "colorways", "references", "pictures"],
      compare: ["detail", "references", "pictures"],
    },
    nouns: "[^/]+\\.tsx?$",
    why: "Pages of entities share the files beside their folders.",
  }),
  ...directionsIn("console/src/workflows", {
    name: "console-of-workflows",
    folders: { definition: [], runs: ["definition"], tasks: ["runs", "definition"] },
    nouns: "[^/]+\\.tsx?$",
    why: "From the pages, which know all, by tasks and runs down to the definition that they follow.",
  }),
  {
    name: "only-the-wiring-knows-statistics",
    comment: "Statistics read what other folders have stored; only the wiring knows them.",
    from: { path: "^server/src/", pathNot: "^server/src/(statistics/|wiring\\.ts$)|\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/statistics/" },
  },
  {
    name: "statistics-only-look",
    comment: "Statistics use the stores that count and the rights of the caller; they start and write nothing.",
    from: { path: "^server/src/statistics/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/(?!statistics/|changes/|access/|platform/|.+-count-store\\.ts$)" },
  },
  {
    name: "webhooks-stand-on-entities",
    comment: "Webhooks receive the events of entities/, and do not know what caused them.",
    from: { path: "^server/src/webhooks/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/(?!webhooks/|kinds/|entities/|changes/|lists/|entity-types/|access/|platform/)" },
  },
  {
    name: "assistants-use-the-api",
    comment:
      "Tools do what any caller can do with the operations of the contract; if they need a back door, the API is missing something.",
    from: { path: "^server/src/mcp/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "^server/src/(?!mcp/|platform/)" },
  },
  {
    name: "no-tests-in-the-product",
    comment: "The product never imports tests or their helpers.",
    from: { path: "^(contract|client|server|cli|console)/", pathNot: "\\.test\\.ts$|/testing/" },
    to: { path: "\\.test\\.ts$|/testing/" },
  },
];

module.exports = {
  forbidden: rules.map((rule) => ({ severity: "error", ...rule })),
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.tests.json" },
    enhancedResolveOptions: { conditionNames: ["source", "import", "node", "default"], exportsFields: ["exports"] },
  },
};
