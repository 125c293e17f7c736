import { promises as dns } from "node:dns";
import type { Database } from "../../platform/database/database.ts";
import { invalidField, notFound, signOnFailed } from "../../platform/errors.ts";
import { unbracketedHost } from "../../platform/network-address.ts";
import { type AllowedRange, checkOutboundUrl, isAddressAllowed } from "../../platform/outbound/address-rules.ts";
import { OutboundRefusedError } from "../../platform/outbound/outbound-error.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { SealedTable } from "../../platform/secrets/sealed-table.ts";
import { findOrg, findOrgBySlug, type OrgRow } from "../org-store.ts";
import { findSignOn, type SignOnRow } from "../sign-on-store.ts";
import { attemptEnded } from "./sign-on-attempt.ts";

export interface OrgSignOn {
  readonly org: OrgRow;
  readonly settings: SignOnRow;
}

/** The same error for an org that does not exist and one without single sign-on. */
export async function requireOrgSignOn(db: Database, orgSlug: string): Promise<OrgSignOn> {
  const org = await findOrgBySlug(db, orgSlug);
  const settings = org === undefined ? undefined : await findSignOn(db, org.id);
  if (org === undefined || settings === undefined) {
    throw notFound("single sign-on for", orgSlug);
  }
  return { org, settings };
}

/** The settings that an attempt was started with; rejected if they have changed. */
export async function requireSameSignOn(
  db: Database,
  orgId: string,
  begun: { readonly issuer: string; readonly clientId: string },
): Promise<OrgSignOn> {
  const org = await findOrg(db, orgId);
  const settings = await findSignOn(db, orgId);
  if (org === undefined || settings === undefined) {
    throw attemptEnded();
  }
  if (settings.issuer !== begun.issuer || settings.client_id !== begun.clientId) {
    throw signOnFailed("The organization's single sign-on settings were changed in the meantime. Start again.");
  }
  return { org, settings };
}

const pointer = "#/sso/issuer";

/** Checks that the issuer may be called: over https, or over http if the operator allowed every address of its host. */
export async function checkIssuer(issuer: string, allowedRanges: readonly AllowedRange[]): Promise<void> {
  try {
    checkOutboundUrl(issuer, allowedRanges);
  } catch (error) {
    throw error instanceof OutboundRefusedError ? invalidField(pointer, error.message) : error;
  }
  const { protocol, hostname, pathname, search, hash } = new URL(issuer);
  if (search !== "" || hash !== "" || pathname.includes("/.well-known/")) {
    // Metadata fetched from a full URL would not have to name that URL as its issuer.
    throw invalidField(pointer, "Send only the issuer, without /.well-known/…, query and fragment.");
  }
  if (protocol === "http:" && !(await isOpened(hostname, allowedRanges))) {
    throw invalidField(
      pointer,
      "Use https. http is allowed only for addresses that the operator lists in WEFT_OUTBOUND_ALLOW.",
    );
  }
}

async function isOpened(hostname: string, allowedRanges: readonly AllowedRange[]): Promise<boolean> {
  const addresses = await dns.lookup(unbracketedHost(hostname), { all: true }).catch(() => []);
  // Hosts outside the operator's ranges are public, and must not be called without TLS.
  const isEachOpened = addresses.every(
    ({ address }) => isAddressAllowed(address, allowedRanges) && !isAddressAllowed(address, []),
  );
  return addresses.length > 0 && isEachOpened;
}

export const signOnSecrets: SealedTable = {
  table: "org_sign_on",
  columns: ["client_secret"],
  key: { org_id: "text" },
  contextOf: ([orgId = ""]) => contextOf(orgId),
};

export function sealClientSecret(secrets: SecretBox, orgId: string, clientSecret: string): Buffer {
  return secrets.seal(clientSecret, contextOf(orgId));
}

export function openClientSecret(secrets: SecretBox, orgId: string, sealed: Buffer): string {
  return secrets.open(sealed, contextOf(orgId));
}

function contextOf(orgId: string): string {
  return `sign-on client secret ${orgId}`;
}
