import { z } from "zod";
import type { Credentials } from "../signature.ts";
import { CredentialsError } from "./credential-source.ts";

export interface IssuedCredentials extends Credentials {
  /** Undefined for keys that do not expire. */
  readonly expiresOn: Date | undefined;
}

interface ReceivedCredentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken: string;
  readonly expiresOn: string;
}

const visible = /^[!-~]+$/;

/** Refuses what could not be sent in a header, or would never be replaced. */
export function issueCredentials(received: ReceivedCredentials, subject: string): IssuedCredentials {
  const { accessKey, secretKey, sessionToken } = received;
  const expiresOn = new Date(received.expiresOn);
  const isUsable = [accessKey, secretKey, sessionToken].every((text) => visible.test(text));
  if (!isUsable || Number.isNaN(expiresOn.getTime())) {
    throw new CredentialsError(`${subject} sent no complete credentials.`);
  }
  return { accessKey, secretKey, sessionToken, expiresOn };
}

const document = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  Token: z.string(),
  Expiration: z.string(),
});

/** The format that containers and machines share. */
export function parseCredentials(text: string, subject: string): IssuedCredentials {
  const parsed = document.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new CredentialsError(`${subject} sent no complete credentials.`);
  }
  const { AccessKeyId: accessKey, SecretAccessKey: secretKey, Token: sessionToken } = parsed.data;
  return issueCredentials({ accessKey, secretKey, sessionToken, expiresOn: parsed.data.Expiration }, subject);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
