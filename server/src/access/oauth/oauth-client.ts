import { z } from "zod";
import { isLoopbackName } from "../../platform/network-address.ts";
import { parseUrl } from "../../platform/parse-url.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { OAuthError } from "./oauth-error.ts";

const clientPurpose = "oauth client";
const redirectsMax = 5;
const redirectLengthMax = 500;
const nameLengthMax = 100;
const defaultName = "Unnamed application";

/** An application that registered itself. Its id is the registration, signed: nothing is stored. */
export interface OAuthClient {
  readonly id: string;
  /** As the application calls itself. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}

const metadataSchema = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});

/** RFC 7591. Returns the registration; metadata that has no use here is ignored. */
export function registerClient(secrets: SecretBox, metadata: unknown) {
  const parsed = metadataSchema.safeParse(metadata);
  if (!parsed.success) {
    throw new OAuthError(
      "invalid_client_metadata",
      "Send a JSON object with redirect_uris (a list of texts) and client_name (a text).",
    );
  }
  const { grant_types, response_types, redirect_uris } = parsed.data;
  requireListed("grant_types", "authorization_code", grant_types);
  requireListed("response_types", "code", response_types);
  const name = requireName(parsed.data.client_name);
  const redirectUris = requireRedirectUris(redirect_uris);
  return {
    client_id: formatClientId(secrets, { name, redirectUris }),
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    // RFC 7591, 3.2.1: the registered values, which may differ from the requested ones.
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}

function requireListed(member: string, needed: string, given: readonly string[] = [needed]): void {
  if (!given.includes(needed)) {
    throw new OAuthError("invalid_client_metadata", `${member} must include ${needed}: no other is supported.`);
  }
}

// Control, format, private and unassigned characters and line separators: with them a name could look like another.
const deceptive = /[\p{C}\p{Zl}\p{Zp}]/u;

function requireName(given = defaultName): string {
  const name = given.trim();
  if (name === "" || name.length > nameLengthMax || deceptive.test(name)) {
    throw new OAuthError(
      "invalid_client_metadata",
      `client_name must have 1 to ${nameLengthMax} characters, without control and formatting characters.`,
    );
  }
  return name;
}

function requireRedirectUris(given: readonly string[]): readonly string[] {
  if (given.length === 0 || given.length > redirectsMax || !given.every(isAllowedRedirect)) {
    throw new OAuthError(
      "invalid_redirect_uri",
      `redirect_uris must have 1 to ${redirectsMax} absolute URIs of at most ${redirectLengthMax} characters, without user info and fragment: https, http on a loopback address, or the private scheme of an app.`,
    );
  }
  return given;
}

// Schemes with a meaning of their own, which are not the name of an app. Private schemes are all others.
const publicSchemes = new Set(
  "about blob chrome chrome-extension data edge file filesystem ftp ftps gopher intent jar javascript ldap ldaps mailto moz-extension ms-msdt resource search-ms sftp sms smb ssh tel telnet urn vbscript view-source ws wss".split(
    " ",
  ),
);

export function isAllowedRedirect(text: string): boolean {
  // Without spaces, control characters and characters that a reader takes for others.
  const url = /^[\x21-\x7e]+$/.test(text) && text.length <= redirectLengthMax ? parseUrl(text) : undefined;
  if (url === undefined || text.includes("#") || url.username !== "" || url.password !== "") {
    return false;
  }
  switch (url.protocol) {
    case "https:":
      return true;
    case "http:":
      return isLoopbackName(url.hostname);
    default:
      return !publicSchemes.has(url.protocol.slice(0, -1));
  }
}

/** Redirect URIs are compared as texts. On a loopback address the port may differ: RFC 8252, 7.3. */
export function isRegisteredRedirect({ redirectUris }: OAuthClient, redirectUri: string): boolean {
  const wanted = withoutLoopbackPort(redirectUri);
  return isAllowedRedirect(redirectUri) && redirectUris.some((one) => withoutLoopbackPort(one) === wanted);
}

function withoutLoopbackPort(text: string): string {
  const url = parseUrl(text);
  if (url?.protocol !== "http:" || !isLoopbackName(url.hostname)) {
    return text;
  }
  url.port = "";
  return url.href;
}

const registrationSchema = z.tuple([z.string(), z.array(z.string())]);

function formatClientId(secrets: SecretBox, { name, redirectUris }: Omit<OAuthClient, "id">): string {
  const text = Buffer.from(JSON.stringify([name, redirectUris])).toString("base64url");
  return `${text}.${secrets.sign(clientPurpose, text)}`;
}

/** Undefined if the service did not issue the id, or with a secret that it no longer has. */
export function readClient(secrets: SecretBox, id: string): OAuthClient | undefined {
  const [text = "", signature = "", ...others] = id.split(".");
  if (others.length > 0 || !secrets.verify(clientPurpose, text, signature)) {
    return undefined;
  }
  const [name, redirectUris] = registrationSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  return { id, name, redirectUris };
}
