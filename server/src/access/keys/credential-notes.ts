import type { AuditNote } from "../audit/audit-entry.ts";
import type { AccessTokenRow } from "./access-token-store.ts";
import type { ApiKeyRow } from "./api-key-store.ts";
import type { AppRow } from "./app-store.ts";

/** Apps and credentials created without an API caller: by operators, and on the first start. */
export function appCreated({ id, name, description }: AppRow): AuditNote {
  return { action: "app.create", target: { type: "app", id }, after: { name, description } };
}

export function apiKeyCreated(key: ApiKeyRow): AuditNote {
  return {
    action: "api-key.create",
    target: { type: "api-key", id: key.id },
    after: { ...grantsOf(key), ratePerSecond: key.rate_per_second, allowedAddresses: key.allowed_addresses },
  };
}

export function accessTokenCreated(token: AccessTokenRow): AuditNote {
  return { action: "access-token.create", target: { type: "access-token", id: token.id }, after: grantsOf(token) };
}

function grantsOf(credential: Pick<ApiKeyRow, "label" | "app_id" | "user_id" | "preset" | "rights" | "expires_on">) {
  return {
    label: credential.label,
    appId: credential.app_id,
    userId: credential.user_id,
    preset: credential.preset,
    // The schema guarantees that rights are JSON.
    rights: credential.rights === null ? null : credential.rights.map((right) => ({ ...right })),
    expiresOn: credential.expires_on?.toISOString() ?? null,
  };
}
