import { notFound } from "../platform/errors.ts";
import { Problem } from "../platform/problem.ts";
import type { SecretBox } from "../platform/secret-box.ts";

const purpose = "file download";
const lifetimeSeconds = 24 * 60 * 60;

export interface LinkTarget {
  readonly orgId: string;
  readonly fileId: string;
}

/**
 * The path below /api that returns a file's bytes without a credential, for a day. The token is in the query, which is
 * never logged.
 */
export function downloadPath(secrets: SecretBox, target: LinkTarget, now = Date.now()): string {
  const expires = Math.floor(now / 1000) + lifetimeSeconds;
  const token = `${target.orgId}.${expires}.${secrets.sign(purpose, signedText(target, expires))}`;
  return `/files/${target.fileId}/download?token=${token}`;
}

/** The org that owns the file. A forged link gets 404; only a genuine one may be reported as expired. */
export function openLink(secrets: SecretBox, fileId: string, token: string): string {
  const [, orgId, expires, signature] = /^([\w-]{16})\.(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  const isOurs =
    orgId !== undefined &&
    signature !== undefined &&
    secrets.verify(purpose, signedText({ orgId, fileId }, Number(expires)), signature);
  if (!isOurs) {
    throw notFound("file", fileId);
  }
  if (Number(expires) * 1000 < Date.now()) {
    throw new Problem("link-expired", "This link was valid for 24 hours. Read the file again for a new one.");
  }
  return orgId;
}

function signedText({ orgId, fileId }: LinkTarget, expires: number): string {
  return `${orgId}\n${fileId}\n${expires}`;
}
