/** Of a server: PostgreSQL 18.6 is major 18, minor 6. */
export interface PostgresVersion {
  readonly major: number;
  /** -1 for a beta version or a release candidate. */
  readonly minor: number;
}

/** Reads the output of "postgres -V". Undefined for servers that are derived from PostgreSQL. */
export function parseServerVersion(output: string): PostgresVersion | undefined {
  const [, major, minor] = /^postgres \(PostgreSQL\) (\d+)(?:\.(\d+))?/.exec(output) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: minor === undefined ? -1 : Number(minor) };
}

/** Reads a text such as "18.6" or "18.4.0-beta.17", the version of a package. */
export function parseVersion(text: string): PostgresVersion | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(text) ?? [];
  return major === undefined || minor === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}

export function formatVersion({ major, minor }: PostgresVersion): string {
  return minor < 0 ? `${major} (before its release)` : `${major}.${minor}`;
}
