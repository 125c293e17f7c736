import type { AccessTokenRow } from "../keys/access-token-store.ts";
import type { ApiKeyRow } from "../keys/api-key-store.ts";
import type { AppRow } from "../keys/app-store.ts";
import type { OrgRow } from "../orgs/org-store.ts";
import type { UserRow } from "../users/user-store.ts";
import type { AuditNote } from "./audit-entry.ts";

/** Entities created without an API caller: by operators, on the first start, and by single sign-on. */
export function orgCreated({ id, slug, name }: OrgRow): AuditNote {
  return { action: "org.create", target: { type: "org", id }, after: { slug, name } };
}

export function userCreated({ id, email, name, role, password_hash, sso_subject }: UserRow): AuditNote {
  return {
    action: "user.create",
    target: { type: "user", id },
    after: { role, hasPassword: password_hash !== null, hasSignOn: sso_subject !== null },
    personal: [
      { place: "after.email", value: email, subjectId: id },
      { place: "after.name", value: name, subjectId: id },
    ],
  };
}

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
