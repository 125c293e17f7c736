import type { Dispatcher } from "undici";
import { childOf, parseXml, textOf } from "../parse-xml.ts";
import { readS3Error } from "../s3-error.ts";
import { type CredentialSource, CredentialsError } from "./credential-source.ts";
import { type IssuedCredentials, issueCredentials } from "./issued-credentials.ts";
import { readTokenFile, type SmallResponse, sendSmallRequest } from "./small-request.ts";

type WebIdentity = Extract<CredentialSource, { kind: "web-identity" }>;

const timeoutMs = 5_000;

/** Exchanges the token of the orchestrator, which is read again each time, for credentials of the role. */
export async function assumeRole(source: WebIdentity, dispatcher: Dispatcher): Promise<IssuedCredentials> {
  const { stsUrl, roleArn, sessionName, tokenFile } = source;
  const form = new URLSearchParams({
    Action: "AssumeRoleWithWebIdentity",
    Version: "2011-06-15",
    RoleArn: roleArn,
    RoleSessionName: sessionName,
    WebIdentityToken: await readTokenFile(tokenFile, "AWS_WEB_IDENTITY_TOKEN_FILE"),
  });
  const response = await sendSmallRequest({
    url: stsUrl,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/xml" },
    body: form.toString(),
    timeoutMs,
    subject: `STS at ${stsUrl}`,
    dispatcher,
  });
  if (response.status !== 200) {
    const { message, code } = readS3Error({ ...response, headers: {} }, new Date());
    throw new CredentialsError(`The role ${roleArn} cannot be assumed: ${message}.${adviceFor(code)}`);
  }
  return readCredentials(response, stsUrl);
}

function adviceFor(code: string): string {
  switch (code) {
    case "AccessDenied":
      return " Check AWS_ROLE_ARN, and that the trust policy of the role names the identity provider and this subject.";
    case "ExpiredTokenException":
    case "InvalidIdentityToken":
      return " Check that AWS_WEB_IDENTITY_TOKEN_FILE is a current token of the provider that the role trusts.";
    default:
      return "";
  }
}

function readCredentials({ text }: SmallResponse, stsUrl: string): IssuedCredentials {
  const result = childOf(parsed(text, stsUrl), "AssumeRoleWithWebIdentityResult");
  const credentials = result === undefined ? undefined : childOf(result, "Credentials");
  const read = (name: string) => (credentials === undefined ? "" : textOf(credentials, name));
  return issueCredentials(
    {
      accessKey: read("AccessKeyId"),
      secretKey: read("SecretAccessKey"),
      sessionToken: read("SessionToken"),
      expiresOn: read("Expiration"),
    },
    `STS at ${stsUrl}`,
  );
}

function parsed(text: string, stsUrl: string) {
  try {
    return parseXml(text);
  } catch (cause) {
    throw new CredentialsError(`STS at ${stsUrl} sent an unusable response.`, { cause });
  }
}
