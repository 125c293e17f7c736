/** Versions that start with initialize, newest first. */
const handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** Versions in which every request names its version. */
const statelessVersions = ["2026-07-28"] as const;

export const supportedVersions: readonly string[] = [...statelessVersions, ...handshakeVersions];

/** The version that allows several messages in a body, and whose clients do not send their version. */
export const batchVersion = "2025-03-26";

/** The requested version if it is supported; otherwise the newest, and the client decides whether to continue. */
export function negotiateVersion(asked: unknown): string {
  return handshakeVersions.find((version) => version === asked) ?? handshakeVersions[0];
}

export function isStateless(version: string): boolean {
  return statelessVersions.some((known) => known === version);
}
