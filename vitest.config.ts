import { defineConfig } from "vitest/config";

const conditions = ["source"];
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};
const exclude = ["**/node_modules/**", "**/dist/**"];
const setup = "server/src/testing/vitest.setup.ts";

/** The tests of npm test that show a safety bar: npm run torture runs them as well, and in their long form. */
const bars = [
  "acceptance/polling.test.ts",
  "server/src/access/authentication.test.ts",
  "server/src/app.test.ts",
  "server/src/files/files-on-s3.test.ts",
  "server/src/loader/reading/{bad-files,reading-oracle}.test.ts",
  "server/src/platform/expressions/{expression-vectors,random-expressions}.test.ts",
  "server/src/platform/expressions/patterns/pattern.test.ts",
  "server/src/platform/http/http-failures.test.ts",
  "server/src/platform/outbound/{outbound-sender-addresses,random-addresses}.test.ts",
  "server/src/rights.test.ts",
  "server/src/workflow-rights-fuzz.test.ts",
  "server/src/webhooks/webhooks.test.ts",
  "server/src/workflows/definition/definition-secrets.test.ts",
  "server/src/workflows/callbacks/simultaneous-callbacks.test.ts",
];
// Among the other tests a torture is silent.
const tortureEnv = { TORTURE_TOLD: "yes" };

/** npm test runs the projects service and acceptance; npm run test:all adds those that need more than Node and npm. */
export default defineConfig({
  ...shared,
  test: {
    // Many tests wait, for the database or for a time: a third keeps two cores busy.
    maxWorkers: 3,
    projects: [
      {
        ...shared,
        test: {
          name: "service",
          include: ["{contract,client,server,cli,console,tools}/**/*.test.ts"],
          exclude: [...exclude, "**/*.redis.test.ts"],
          globalSetup: [setup],
          // Nothing of ours keeps state in modules, so files of a worker may share them: loading them again took half of the time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "acceptance",
          include: ["acceptance/**/*.test.ts"],
          exclude: [...exclude, "acceptance/{browser,cli,shell,torture}/**"],
          // Packages of others that have a condition "source" too are compiled, as ours are.
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
          include: ["acceptance/torture/**/*.test.ts"],
          exclude,
          env: tortureEnv,
          globalSetup: ["acceptance/testing/vitest.setup.ts", setup],
          // What is killed and starved should not also fight with its neighbour for the machine.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "bars",
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
          name: "cli",
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
          name: "redis",
          include: ["server/**/*.redis.test.ts"],
          exclude,
          globalSetup: ["acceptance/testing/redis.setup.ts"],
          testTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "browser",
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
