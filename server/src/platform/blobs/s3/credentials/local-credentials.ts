import type { Dispatcher } from "undici";
import { type CredentialSource, CredentialsError } from "./credential-source.ts";
import { type IssuedCredentials, parseCredentials } from "./issued-credentials.ts";
import { readTokenFile, type SmallRequest, sendSmallRequest } from "./small-request.ts";

type Container = Extract<CredentialSource, { kind: "container" }>;
type Instance = Extract<CredentialSource, { kind: "instance" }>;

// Both services are on this machine or one hop away.
const timeoutMs = 1_000;

/** Asks ECS, or the agent of EKS Pod Identity, for the role of this container. */
export async function fetchFromContainer(source: Container, dispatcher: Dispatcher): Promise<IssuedCredentials> {
  const { url, token, tokenFile } = source;
  const setting = "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE";
  const authorization = tokenFile === undefined ? token : await readTokenFile(tokenFile, setting);
  const subject = `The service for credentials of the container at ${url}`;
  const headers = authorization === undefined ? {} : { authorization };
  const { status, text } = await sendSmallRequest({ url, headers, timeoutMs, subject, dispatcher });
  if (status !== 200) {
    const advice = "Check that the task or service account has a role, and its token.";
    throw new CredentialsError(`${subject} returned status ${status}. ${advice}`);
  }
  return parseCredentials(text, subject);
}

const tokenSeconds = 300;

/** Asks the metadata of an EC2 instance for its role, with a token of the session (version 2 only). */
export async function fetchFromInstance(source: Instance, dispatcher: Dispatcher): Promise<IssuedCredentials> {
  const base = source.metadataUrl.replace(/\/+$/, "");
  const subject = `The instance metadata at ${base}`;
  const ask = async (path: string, request: Pick<SmallRequest, "method" | "headers">) => {
    const url = `${base}/latest/${path}`;
    const { status, text } = await sendSmallRequest({ url, timeoutMs, subject, dispatcher, ...request });
    if (status !== 200) {
      throw new CredentialsError(`${subject} returned status ${status} for ${path}. ${adviceFor(path, status)}`);
    }
    return text.trim();
  };
  const token = await ask(tokenPath, {
    method: "PUT",
    headers: { "x-aws-ec2-metadata-token-ttl-seconds": String(tokenSeconds) },
  }).catch((error: unknown) => explainSilence(error));
  const headers = { "x-aws-ec2-metadata-token": token };
  const [role = ""] = (await ask(rolesPath, { headers })).split("\n");
  return parseCredentials(await ask(`${rolesPath}${encodeURIComponent(role.trim())}`, { headers }), subject);
}

const tokenPath = "api/token";
const rolesPath = "meta-data/iam/security-credentials/";

function adviceFor(path: string, status: number): string {
  if (path === rolesPath && status === 404) {
    return "The instance has no role: attach an instance profile.";
  }
  return status === 403 ? "Access to instance metadata is disabled for this instance." : "Retry later.";
}

function explainSilence(error: unknown): never {
  const message = error instanceof Error ? error.message : "";
  const advice = "In a container on EC2, set the hop limit of the instance's metadata to 2 or more.";
  throw new CredentialsError(message.includes("did not respond") ? `${message} ${advice}` : message, { cause: error });
}
