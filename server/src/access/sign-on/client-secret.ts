import type { SecretBox } from "../../platform/secret-box.ts";

export function sealClientSecret(secrets: SecretBox, orgId: string, clientSecret: string): Buffer {
  return secrets.seal(clientSecret, contextOf(orgId));
}

export function openClientSecret(secrets: SecretBox, orgId: string, sealed: Buffer): string {
  return secrets.open(sealed, contextOf(orgId));
}

function contextOf(orgId: string): string {
  return `sign-on client secret ${orgId}`;
}
