import { expect, test } from "vitest";
import { isAllowedOrigin } from "./mcp-routes.ts";

const publicUrl = "https://weft.example.com";

test.each([
  { origin: undefined, publicUrl, corsOrigins: [], isAllowed: true },
  { origin: "https://weft.example.com", publicUrl, corsOrigins: [], isAllowed: true },
  { origin: "https://weft.example.com:8443", publicUrl, corsOrigins: [], isAllowed: false },
  { origin: "http://weft.example.com", publicUrl, corsOrigins: [], isAllowed: false },
  { origin: "https://weft.example.com", publicUrl: undefined, corsOrigins: [], isAllowed: false },
  { origin: "https://other.example", publicUrl, corsOrigins: ["https://other.example"], isAllowed: true },
  { origin: "https://other.example", publicUrl, corsOrigins: ["*"], isAllowed: true },
  { origin: "http://localhost:6274", publicUrl: undefined, corsOrigins: [], isAllowed: true },
  { origin: "http://127.0.0.1", publicUrl: undefined, corsOrigins: [], isAllowed: true },
  { origin: "http://[::1]:3000", publicUrl: undefined, corsOrigins: [], isAllowed: true },
  { origin: "http://localhost.evil.example", publicUrl: undefined, corsOrigins: [], isAllowed: false },
  { origin: "null", publicUrl, corsOrigins: [], isAllowed: false },
  { origin: "", publicUrl, corsOrigins: [], isAllowed: false },
])("$origin of $publicUrl and $corsOrigins: $isAllowed", ({ origin, isAllowed, ...known }) => {
  expect(isAllowedOrigin(origin, known)).toBe(isAllowed);
});
