import type { KnipConfig } from "knip";

const config: KnipConfig = {
  // Debian's, for the tests that need one; they are not run without.
  ignoreBinaries: ["redis-server", "prlimit", "script", "mvn", "mount", "umount", "prometheus", "promtool", "wrk"],
  workspaces: {
    ".": {
      entry: ["tools/*.{ts,mjs}", "acceptance/**/*.test.ts"],
      project: ["tools/**/*.{ts,mjs}", "acceptance/**/*.ts"],
      // It is run, not imported.
      ignoreDependencies: ["dependency-cruiser"],
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
