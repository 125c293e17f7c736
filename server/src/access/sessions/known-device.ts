import { createHash } from "node:crypto";
import { isSameText, type SecretBox } from "../../platform/secret-box.ts";
import { randomText } from "../secret.ts";

/** The account that a device has signed in to. */
export interface Account {
  readonly orgId: string;
  readonly email: string;
}

export const deviceSeconds = 180 * 24 * 3600;
const idLength = 22;
const valuePattern = /^([0-9A-Za-z]{22})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

/**
 * The id of a device that has signed in to this account before, from a signed cookie. It grants no access: it only
 * exempts the device from delays that strangers may have caused.
 */
export function findKnownDevice(
  secrets: SecretBox,
  account: Account,
  cookie: string | undefined,
  nowMs: number,
): string | undefined {
  const [, id, issued, signature] = valuePattern.exec(cookie ?? "") ?? [];
  if (id === undefined || issued === undefined || signature === undefined) {
    return undefined;
  }
  const isCurrent = Number(issued) * 1000 + deviceSeconds * 1000 > nowMs;
  return isCurrent && isSameText(signature, signatureOf(secrets, account, { id, issued })) ? id : undefined;
}

/** Each sign-in restarts the lifetime, and keeps the id of a known device. */
export function formatDevice(secrets: SecretBox, account: Account, knownId: string | undefined): string {
  const id = knownId ?? randomText(idLength);
  const issued = String(Math.floor(Date.now() / 1000));
  return `${id}.${issued}.${signatureOf(secrets, account, { id, issued })}`;
}

/** One cookie per account, so that people who share a browser do not replace each other's. */
export function deviceCookie({ orgId, email }: Account): string {
  return `weft_device_${createHash("sha256").update(`${orgId}/${email}`).digest("hex").slice(0, 16)}`;
}

function signatureOf(
  secrets: SecretBox,
  { orgId, email }: Account,
  { id, issued }: { readonly id: string; readonly issued: string },
): string {
  return secrets.sign("known device", `${orgId}\n${email}\n${id}\n${issued}`);
}
