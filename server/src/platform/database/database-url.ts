import { z } from "zod";
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

/** As a setting. */
export const databaseUrl = (targets: readonly SessionTarget[]) =>
  z.string().superRefine((text, context) => {
    const message = findUrlError(text, targets);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

/** Of a URL without errors. */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const hostUrls = splitHosts(text);
  const target = parseUrl(hostUrls[0])?.searchParams.get(parameter);
  return { hostUrls, target: [...writtenTargets, ...readTargets].find((one) => one === target) ?? "any" };
}

export interface ServerAddress {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

const address = String.raw`[^\s,=]+:\d{1,5}`;

/** The setting DATABASE_WORKERS. */
export const workers = z
  .string()
  .regex(
    new RegExp(`^(?:off|on|${address}=${address}(?:,${address}=${address})*)$`),
    "must be off, on, or a list such as worker-1:5432=10.0.0.1:5432,worker-2:5432=10.0.0.2:5432",
  );

/** Addresses for nodes, by the coordinator's addresses of the workers. Empty if they are the same, undefined for off. */
export function parseWorkers(text: string): ReadonlyMap<string, ServerAddress> | undefined {
  const pairs = text === "on" ? [] : text.split(",").map((pair) => pair.split("="));
  return text === "off" ? undefined : new Map(pairs.map(([known = "", used = ""]) => [known, parseAddress(used)]));
}

function parseAddress(text: string): ServerAddress {
  const [, host = "", port] = /^\[?(.+?)\]?:(\d+)$/.exec(text) ?? [];
  return { host, port: Number(port) };
}

/** The URL of the same database, for the same role, on another server. */
export function urlOnServer(text: string, { host, port }: ServerAddress): string {
  const url = new URL(parseDatabaseUrl(text).hostUrls[0]);
  const { searchParams: parameters, protocol } = url;
  const isSocket = protocol === "socket:";
  const take = (name: string) => {
    const value = parameters.get(name) ?? "";
    parameters.delete(name);
    return encodeURIComponent(value);
  };
  const [user, password] = isSocket ? [take("user"), take("password")] : [url.username, url.password];
  const path = isSocket ? `/${take("db")}` : url.pathname;
  const [hostName, query] = [hostInUrl(host), parametersOf(parameters)];
  const credentials = `${user}${password === "" ? "" : `:${password}`}`;
  return `postgres://${credentials}${credentials === "" ? "" : "@"}${hostName}:${port}${path}${query}`;
}

function hostInUrl(host: string): string {
  if (host.startsWith("/")) return encodeURIComponent(host);
  return host.includes(":") ? `[${host}]` : host;
}

/** Without those that name a server. */
function parametersOf(parameters: URLSearchParams): string {
  parameters.delete("host");
  parameters.delete("port");
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** The URL for commands on a database that one of them has closed for writes: it is still the primary. */
export function acceptClosed(url: string): string {
  return url.replace(`${parameter}=read-write`, `${parameter}=primary`);
}
