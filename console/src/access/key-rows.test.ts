import type { ApiKey, App } from "@weft/client";
import { expect, test } from "vitest";
import { type KeyRow, keyRows } from "./key-status.ts";

const nowMs = Date.parse("2026-06-01T00:00:00Z");
const common = { createdOn: "2026-01-01T00:00:00Z", updatedOn: "2026-01-01T00:00:00Z", version: 1 };

function app(name: string): App {
  return { ...common, id: name, entityType: "app", typePath: "app", name, description: "", rights: null };
}

function key(appId: string, label: string, change: Partial<ApiKey> = {}): ApiKey {
  return {
    ...common,
    id: label,
    entityType: "api-key",
    typePath: "api-key",
    label,
    appId,
    userId: null,
    secretHint: `app:weft_${label}`,
    preset: "admin",
    rights: null,
    ratePerSecond: null,
    allowedAddresses: [],
    expiresOn: null,
    revokedOn: null,
    lastUsedOn: "2026-05-31T00:00:00Z",
    createdById: null,
    ...change,
  };
}

const apps = [app("shop"), app("erp"), app("idle")];
const keys = [
  key("shop", "production"),
  key("shop", "old", { revokedOn: "2026-05-01T00:00:00Z" }),
  key("erp", "test", { lastUsedOn: null }),
];

test.each([
  ["live", "", ["erp", "- test", "idle", "shop", "- production"]],
  ["all", "", ["erp", "- test", "idle", "shop", "- production", "- old"]],
  ["ended", "", ["shop", "- old"]],
  ["unused", "", ["erp", "- test"]],
  ["live", "SHOP", ["shop", "- production"]],
  ["live", "prod", ["shop", "- production"]],
  ["live", "no matches", []],
] as const)("with the filter %s and the words %j these are shown: %j", (filter, words, shown) => {
  expect(keyRows(apps, keys, { filter, words, nowMs }).map(nameOf)).toEqual(shown);
});

function nameOf(row: KeyRow): string {
  return row.kind === "app" ? row.app.name : `- ${row.apiKey.label}`;
}
