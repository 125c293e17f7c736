import type { SecretBox } from "../../platform/secret-box.ts";
import type { InboundWebhookRow } from "./inbound-webhook-store.ts";

export function sealInboundSecret(secrets: SecretBox, orgId: string, secret: string): Buffer {
  return secrets.seal(secret, contextOf(orgId));
}

/** The secrets that calls may use now. Omits those encrypted under another WEFT_SECRET: a rotation replaces them. */
export function openInboundSecrets(secrets: SecretBox, row: InboundWebhookRow): string[] {
  return [row.secret, ...previousOf(row).map(({ secret }) => secret)].flatMap((sealed) => {
    try {
      return [secrets.open(sealed, contextOf(row.org_id))];
    } catch {
      return [];
    }
  });
}

/** The secrets that calls may use now, without their values. */
export function presentInboundSecrets(row: InboundWebhookRow) {
  return [
    { since: row.secret_since.toISOString(), until: null },
    ...previousOf(row).map(({ since, until }) => ({ since: since.toISOString(), until: until.toISOString() })),
  ];
}

function previousOf(row: InboundWebhookRow) {
  const { previous_secret: secret, previous_secret_since: since, previous_secret_until: until } = row;
  const isValid = secret !== null && since !== null && until !== null && until.getTime() > Date.now();
  return isValid ? [{ secret, since, until }] : [];
}

function contextOf(orgId: string): string {
  return `inbound webhook secret ${orgId}`;
}
