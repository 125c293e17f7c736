import type { SecretBox } from "../../platform/secret-box.ts";

export function sealInboundSecret(secrets: SecretBox, orgId: string, secret: string): Buffer {
  return secrets.seal(secret, contextOf(orgId));
}

export function openInboundSecret(secrets: SecretBox, orgId: string, sealed: Buffer): string {
  return secrets.open(sealed, contextOf(orgId));
}

function contextOf(orgId: string): string {
  return `inbound webhook secret ${orgId}`;
}
