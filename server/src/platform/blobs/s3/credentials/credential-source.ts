import { isLoopbackName, unbracketedHost } from "../../../network-address.ts";
import { parseUrl } from "../../../parse-url.ts";

/** Where credentials come from. Plain data: threads get copies. */
export type CredentialSource =
  | {
      readonly kind: "static";
      readonly accessKey: string;
      readonly secretKey: string;
      readonly sessionToken: string | undefined;
    }
  | {
      readonly kind: "web-identity";
      readonly tokenFile: string;
      readonly roleArn: string;
      readonly sessionName: string;
      readonly stsUrl: string;
    }
  | {
      readonly kind: "container";
      readonly url: string;
      readonly token: string | undefined;
      readonly tokenFile: string | undefined;
    }
  | { readonly kind: "instance"; readonly metadataUrl: string };

/** No credentials, and why. The message names the source and what to check, never a secret. */
export class CredentialsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CredentialsError";
  }
}

/** The settings that select the source. */
export function formatSource(source: CredentialSource): string {
  switch (source.kind) {
    case "static":
      return "S3_ACCESS_KEY and S3_SECRET_KEY";
    case "web-identity":
      return `the role ${source.roleArn} (AWS_WEB_IDENTITY_TOKEN_FILE)`;
    case "container":
      return `the role of the container (${source.url})`;
    case "instance":
      return `the role of the machine (instance metadata at ${source.metadataUrl})`;
  }
}

/** What is looked for before the role of the machine, in this order. */
export const sourcesBefore =
  "S3_ACCESS_KEY and S3_SECRET_KEY, AWS_WEB_IDENTITY_TOKEN_FILE, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI and AWS_CONTAINER_CREDENTIALS_FULL_URI";

/** Amazon's own address for instance metadata: link-local, so that no other machine can respond. */
export const metadataUrlDefault = "http://169.254.169.254";
/** That of ECS. */
export const containerUrlDefault = "http://169.254.170.2";
// ECS, and EKS with IPv4 and IPv6.
const containerHosts = new Set(["169.254.170.2", "169.254.170.23", "fd00:ec2::23"]);

/** The token must reach only this machine, or a host that has proved its name. */
export function isContainerUrl(text: string): boolean {
  const url = parseUrl(text);
  if (url === undefined || url.username !== "" || url.password !== "") {
    return false;
  }
  const host = unbracketedHost(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && (isLoopbackName(host) || containerHosts.has(host)));
}

/** Of the partition that the region belongs to. */
export function stsUrlOf(region: string): string {
  return `https://sts.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
}
