import { defineConfig } from "vitest/config";

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

/** npm test runs the projects service and acceptance; npm run test:all adds those that need more than Node and npm. */
export default defineConfig({
  ...shared,
  test: {
    // Many tests wait, for the database or for a time: a third keeps two cores busy.
    maxWorkers: 3,
    // Compiled modules are kept in node_modules: later runs, and the projects of one run, load them in half of the time.
    experimental: { fsModuleCache: true },
    projects: [
      {
        ...shared,
        test: {
          name: "service",
          execArgv,
          include: ["{contract,client,server,cli,console,tools}/**/*.test.ts"],
          exclude: [...exclude, "**/*.{citus,redis}.test.ts"],
          globalSetup: [setup],
          // Our modules have no state, so the test files of a worker share them: loading them again took half of the time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "acceptance",
          execArgv,
          include: ["acceptance/**/*.test.ts"],
          exclude: [
            ...exclude,
            "acceptance/{balancers,browser,chart,cli,generators,image,network,nodes,outages,packages,postgres,sandbox,shell,torture,watching}/**",
          ],
          // Third-party packages with a condition "source" are compiled too.
          server: { deps: { inline: [/@modelcontextprotocol/, /eventsource/] } },
          globalSetup: ["acceptance/testing/vitest.setup.ts", setup],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "torture",
          execArgv,
          include: ["acceptance/torture/**/*.test.ts"],
          exclude,
          env: tortureEnv,
          globalSetup: ["acceptance/testing/vitest.setup.ts", setup],
          // These tests kill processes and exhaust resources, so they run one at a time.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "bars",
          execArgv,
          include: bars,
          exclude,
          env: tortureEnv,
          globalSetup: ["acceptance/testing/vitest.setup.ts", setup],
          isolate: false,
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "shell",
          execArgv,
          include: ["acceptance/shell/**/*.test.ts"],
          exclude,
          globalSetup: ["acceptance/testing/vitest.setup.ts", setup],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "sandbox",
          execArgv,
          include: ["acceptance/sandbox/**/*.test.ts"],
          exclude,
          globalSetup: ["acceptance/testing/vitest.setup.ts", setup],
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          // They install packages from npm's registry.
          name: "packages",
          execArgv,
          include: ["acceptance/packages/**/*.test.ts"],
          exclude,
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        ...shared,
        test: {
          // They build the image, which installs packages from npm's registry and Debian's.
          name: "image",
          execArgv,
          include: ["acceptance/image/**/*.test.ts"],
          exclude,
          globalSetup: ["acceptance/testing/vitest.setup.ts"],
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          // They get the releases of Node from npm's registry.
          name: "nodes",
          execArgv,
          include: ["acceptance/nodes/**/*.test.ts"],
          exclude,
          globalSetup: ["acceptance/testing/vitest.setup.ts"],
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "balancers",
          execArgv,
          include: ["acceptance/balancers/**/*.test.ts"],
          exclude,
          globalSetup: ["acceptance/testing/vitest.setup.ts", setup],
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "chart",
          execArgv,
          include: ["acceptance/chart/**/*.test.ts"],
          exclude,
          globalSetup: ["acceptance/testing/helm.setup.ts", "acceptance/testing/vitest.setup.ts", setup],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "cli",
          execArgv,
          include: ["acceptance/cli/**/*.test.ts"],
          exclude,
          globalSetup: ["acceptance/testing/vitest.setup.ts", setup],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "postgres",
          execArgv,
          include: ["acceptance/postgres/**/*.test.ts"],
          exclude,
          env: tortureEnv,
          globalSetup: ["acceptance/testing/vitest.setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...shared,
        test: {
          name: "network",
          execArgv,
          include: ["acceptance/network/**/*.test.ts"],
          exclude,
          env: tortureEnv,
          globalSetup: ["acceptance/testing/vitest.setup.ts", setup],
          // These tests measure how long something takes, so they run one at a time.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...shared,
        test: {
          name: "redis",
          execArgv,
          include: ["server/**/*.redis.test.ts"],
          exclude,
          globalSetup: ["acceptance/testing/redis.setup.ts"],
          testTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          // Needs WEFT_TEST_CITUS, with which the projects service and acceptance run on a distributed database.
          name: "citus",
          execArgv,
          include: ["server/**/*.citus.test.ts"],
          exclude,
          globalSetup: [setup],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "outages",
          execArgv,
          include: ["acceptance/outages/**/*.test.ts"],
          exclude,
          globalSetup: ["acceptance/testing/vitest.setup.ts", setup],
          // These tests fill disks and memory, so they run one at a time.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "watching",
          execArgv,
          include: ["acceptance/watching/**/*.test.ts"],
          exclude,
          globalSetup: [setup],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          // Not part of test:all: it downloads the generators. npm run check:generators runs it.
          name: "generators",
          execArgv,
          include: ["acceptance/generators/**/*.test.ts"],
          exclude,
          globalSetup: ["acceptance/testing/vitest.setup.ts", setup],
          testTimeout: 1_200_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "browser",
          execArgv,
          include: ["acceptance/browser/**/*.test.ts"],
          exclude,
          globalSetup: ["acceptance/testing/vitest.setup.ts", setup],
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
