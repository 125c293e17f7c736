import type { KnipConfig } from "knip";

const config: KnipConfig = {
  // Programs of the machine, for the tests that need one; they are not run without.
  ignoreBinaries: [
    "redis-server",
    "prlimit",
    "script",
    "mvn",
    "mount",
    "umount",
    "prometheus",
    "promtool",
    "wrk",
    "podman",
    "go",
  ],
  workspaces: {
    ".": {
      entry: ["tools/*.{ts,mjs}", "acceptance/**/*.test.ts"],
      project: ["tools/**/*.{ts,mjs}", "acceptance/**/*.ts"],
      // One is run, and of the other a test reads the schemas.
      ignoreDependencies: ["dependency-cruiser", "@cyclonedx/cyclonedx-library"],
    },
    bench: { entry: ["*.ts"], project: ["*.ts"] },
    contract: { project: ["src/**/*.ts"] },
    client: { entry: ["src/**/*.test.ts"], project: ["src/**/*.ts", "!src/contract/**"] },
    server: {
      entry: [
        "src/**/*.test.ts",
        "src/main.ts",
        "src/load-thread.ts",
        "src/files/pictures/picture-process.ts",
        "src/platform/expressions/offload/expression-thread.ts",
        "src/platform/scripts/sandbox/script-thread.ts",
      ],
      project: ["src/**/*.ts"],
      // It is served, not imported.
      ignoreDependencies: ["@weft/console"],
    },
    console: { entry: ["src/**/*.test.ts", "src/guides/guides.ts"], project: ["src/**/*.{ts,tsx}"] },
    cli: {
      entry: ["src/main.ts", "src/**/*.test.ts"],
      project: ["src/**/*.ts", "bin/*.mjs"],
      // Installed with the command, which looks for it at run time.
      ignoreDependencies: ["@weft/server"],
    },
  },
};

export default config;
