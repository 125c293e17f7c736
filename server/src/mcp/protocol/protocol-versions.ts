/** Those that open with initialize; the newest first. */
const handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** Those in which every request says for itself which version it is of. */
const statelessVersions = ["2026-07-28"] as const;

export const supportedVersions: readonly string[] = [...statelessVersions, ...handshakeVersions];

/** The one in which a body could hold several messages, and whose clients do not say their version. */
export const batchVersion = "2025-03-26";

/** What the client asked for, if we speak it; otherwise our newest, and the client decides whether to continue. */
export function negotiateVersion(asked: unknown): string {
  return handshakeVersions.find((version) => version === asked) ?? handshakeVersions[0];
}

export function isStateless(version: string): boolean {
  return statelessVersions.some((known) => known === version);
}
