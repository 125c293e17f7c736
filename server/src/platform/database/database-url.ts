import { parseUrl, splitHosts } from "../parse-url.ts";

/** What a server must be for a session, as in libpq. */
export type SessionTarget = "any" | "read-write" | "read-only" | "primary" | "standby";

export interface DatabaseUrl {
  /** One for each host, in the order given. */
  readonly hostUrls: readonly [string, ...string[]];
  readonly target: SessionTarget;
}

/** The targets of a URL that is written to, and of one that is only read. */
export const writtenTargets: readonly SessionTarget[] = ["read-write", "primary", "any"];
export const readTargets: readonly SessionTarget[] = ["standby", "read-only", "any"];

const protocols = ["postgres:", "postgresql:", "socket:"];
const parameter = "target_session_attrs";

/** What is wrong with the URL of a database. Quotes nothing of it: any part may belong to a password. */
export function findUrlError(text: string, targets: readonly SessionTarget[]): string | undefined {
  if (!protocols.some((protocol) => text.startsWith(protocol))) {
    return `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`;
  }
  const urls = splitHosts(text).map((hostUrl) => parseUrl(hostUrl));
  const invalid = urls.findIndex((url) => url === undefined || (urls.length > 1 && url.host === ""));
  if (invalid >= 0) {
    return urls.length === 1
      ? "must be a valid URL, such as postgres://user:password@db1.example.com:5432/weft; encode special characters of the password"
      : `must name a host, with or without a port, at position ${invalid + 1} of its ${urls.length} hosts, as in db1.example.com:5432,db2.example.com:5432`;
  }
  const parameters = urls[0]?.searchParams;
  if (parameters?.get("host")?.includes(",")) {
    return "must name several hosts before the database, as in postgres://user@db1:5432,db2:5432/weft, and not as the parameter host";
  }
  const target = parameters?.get(parameter) ?? undefined;
  if (target === undefined ? urls.length > 1 : !targets.some((one) => one === target)) {
    const values = `${targets.slice(0, -1).join(", ")} or ${targets.at(-1)}`;
    return target === undefined
      ? `must contain ${parameter}=${targets[0]}, because it names several hosts`
      : `must have ${values} as ${parameter}`;
  }
  return undefined;
}

/** Of a URL without errors. */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const hostUrls = splitHosts(text);
  const target = parseUrl(hostUrls[0])?.searchParams.get(parameter);
  return { hostUrls, target: [...writtenTargets, ...readTargets].find((one) => one === target) ?? "any" };
}

/** The URL for commands on a database that one of them has closed for writes: it is still the primary. */
export function acceptClosed(url: string): string {
  return url.replace(`${parameter}=read-write`, `${parameter}=primary`);
}
