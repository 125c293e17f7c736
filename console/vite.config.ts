import { defineConfig } from "vite";

/** For working on the console: npx vite console, beside a service on its usual port. */
const service = "http://127.0.0.1:3000";

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ["source", "module", "browser", "development|production"] },
  esbuild: { jsx: "automatic" },
  // The service puts the nonce of each answer in its place.
  html: { cspNonce: "__NONCE__" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // A file of its own is cached for good; written into the script it would break the security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    // Libraries mark their files for servers that render; nothing is rendered there here.
    rollupOptions: {
      onwarn: (warning, warn) => {
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": service, "/errors": service, "/favicon.ico": service, "/health": service },
  },
});
