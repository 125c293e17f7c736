import { defineConfig, type TestUserConfig } from "vitest/config";

const conditions = ["source"];
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};
// A larger young generation: with the default, a fifth of the time of tests went into moving short-lived objects.
const execArgv = ["--max-semi-space-size=64"];
const exclude = ["**/node_modules/**", "**/dist/**"];
const setup = "server/src/testing/vitest.setup.ts";

/** The tests of npm test that show a safety bar: npm run torture runs them as well, and in their long form. */
const bars = [
  "acceptance/polling.test.ts",
  "server/src/access/authentication.test.ts",
  "server/src/app.test.ts",
  "server/src/entities/concurrent-writes.test.ts",
  "server/src/files/files-on-s3.test.ts",
  "server/src/loader/preprocess/compile-preprocessing.test.ts",
  "server/src/loader/reading/{bad-files,reading-oracle}.test.ts",
  "server/src/platform/expressions/{expression-vectors,random-expressions}.test.ts",
  "server/src/platform/expressions/patterns/pattern.test.ts",
  "server/src/platform/http/{http-failures,parse-large-json}.test.ts",
  "server/src/platform/outbound/{outbound-sender-addresses,random-addresses}.test.ts",
  "server/src/platform/schedules/random-schedules.test.ts",
  "server/src/rights.test.ts",
  "server/src/workflow-rights-fuzz.test.ts",
  "server/src/webhooks/webhooks.test.ts",
  "server/src/workflows/definition/definition-secrets.test.ts",
  "server/src/workflows/callbacks/simultaneous-callbacks.test.ts",
  "server/src/workflows/process-state/process-state-races.test.ts",
];
// As part of the other tests, torture tests print no verdicts.
const tortureEnv = { TORTURE_REPORT: "yes" };

const built = "acceptance/testing/vitest.setup.ts";

/** A project of the tests in its folder of acceptance, on a built service, if it does not say otherwise. */
function project(test: TestUserConfig & { readonly name: string }) {
  const usual = {
    execArgv,
    include: [`acceptance/${test.name}/**/*.test.ts`],
    exclude,
    globalSetup: [built, setup],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  };
  return { ...shared, test: { ...usual, ...test } };
}

/** npm test runs the projects service and acceptance; npm run test:all adds those that need more than Node and npm. */
export default defineConfig({
  ...shared,
  test: {
    // Many tests wait, for the database or for a time: a third keeps two cores busy.
    maxWorkers: 3,
    // Compiled modules are kept in node_modules: later runs, and the projects of one run, load them in half of the time.
    experimental: { fsModuleCache: true },
    projects: [
      project({
        name: "service",
        include: ["{contract,client,server,cli,console,tools}/**/*.test.ts"],
        exclude: [...exclude, "**/*.{citus,redis}.test.ts"],
        globalSetup: [setup],
        // Our modules have no state, so the test files of a worker share them: loading them again took half of the time.
        isolate: false,
      }),
      project({
        name: "acceptance",
        include: ["acceptance/**/*.test.ts"],
        exclude: [
          ...exclude,
          "acceptance/{balancers,browser,chart,cli,generators,image,network,nodes,outages,packages,postgres,sandbox,shell,torture,watching}/**",
        ],
        // Third-party packages with a condition "source" are compiled too.
        server: { deps: { inline: [/@modelcontextprotocol/, /eventsource/] } },
        isolate: false,
      }),
      // These tests kill processes and exhaust resources, so they run one at a time.
      project({ name: "torture", env: tortureEnv, fileParallelism: false, testTimeout: 180_000 }),
      project({ name: "bars", include: bars, env: tortureEnv, isolate: false, fileParallelism: false }),
      project({ name: "shell" }),
      project({ name: "sandbox", isolate: false, testTimeout: 180_000 }),
      // They install packages from npm's registry.
      project({ name: "packages", globalSetup: [], testTimeout: 600_000, hookTimeout: 300_000 }),
      // They build the image, which installs packages from npm's registry and Debian's.
      project({ name: "image", globalSetup: [built], testTimeout: 300_000 }),
      // They get the releases of Node from npm's registry.
      project({ name: "nodes", globalSetup: [built], testTimeout: 300_000 }),
      project({ name: "balancers", isolate: false, testTimeout: 300_000 }),
      project({ name: "chart", globalSetup: ["acceptance/testing/helm.setup.ts", built, setup], isolate: false }),
      project({ name: "cli", isolate: false }),
      project({
        name: "postgres",
        env: tortureEnv,
        globalSetup: [built],
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      // These tests measure how long something takes, so they run one at a time.
      project({
        name: "network",
        env: tortureEnv,
        fileParallelism: false,
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      project({
        name: "redis",
        include: ["server/**/*.redis.test.ts"],
        globalSetup: ["acceptance/testing/redis.setup.ts"],
      }),
      // Needs WEFT_TEST_CITUS, with which the projects service and acceptance run on a distributed database.
      project({
        name: "citus",
        include: ["server/**/*.citus.test.ts"],
        globalSetup: [setup],
        isolate: false,
        testTimeout: 120_000,
      }),
      // These tests fill disks and memory, so they run one at a time.
      project({ name: "outages", fileParallelism: false, testTimeout: 120_000 }),
      project({ name: "watching", globalSetup: [setup] }),
      // Not part of test:all: it downloads the generators. npm run check:generators runs it.
      project({ name: "generators", testTimeout: 1_200_000 }),
      project({ name: "browser", isolate: false, testTimeout: 240_000, hookTimeout: 180_000 }),
    ],
  },
});
