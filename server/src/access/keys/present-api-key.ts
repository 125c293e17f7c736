import type { ApiKeyRow } from "./api-key-store.ts";

/** A key as callers see it, without its secret. */
export function presentApiKey(key: ApiKeyRow) {
  return {
    id: key.id,
    entityType: "api-key" as const,
    typePath: "api-key" as const,
    label: key.label,
    appId: key.app_id,
    userId: key.user_id,
    secretHint: key.secret_hint,
    preset: key.preset,
    rights: key.rights,
    ratePerSecond: key.rate_per_second,
    allowedAddresses: key.allowed_addresses,
    expiresOn: key.expires_on?.toISOString() ?? null,
    revokedOn: key.revoked_on?.toISOString() ?? null,
    lastUsedOn: key.last_used_on?.toISOString() ?? null,
    createdById: key.created_by_id,
    createdOn: key.created_on.toISOString(),
    updatedOn: key.updated_on.toISOString(),
    version: key.version,
  };
}
