import type { Config } from "../config/config.ts";
import type { CredentialSource } from "../platform/blobs/s3/credentials/credential-source.ts";
import { parseUrl, splitHosts } from "../platform/parse-url.ts";
import type { Finding } from "./finding.ts";

// Shorter ones would mask ordinary words.
const secretLengthMin = 6;

/** Masks every secret of the configuration, wherever a library included it in a message. */
export function maskSecrets(findings: readonly Finding[], config: Config): readonly Finding[] {
  const secrets = secretsOf(config);
  const mask = (text: string) => secrets.reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
  return findings.map(({ detail, advice, ...rest }) => ({
    ...rest,
    detail: mask(detail),
    ...(advice === undefined ? {} : { advice: mask(advice) }),
  }));
}

function secretsOf(config: Config): readonly string[] {
  const { databaseUrl, databaseOwnerUrl, databaseReplicaUrl, databaseMoveUrl, redisUrl, smtpUrl, s3, outboundRoute } =
    config;
  const urls = [
    databaseUrl,
    databaseOwnerUrl,
    databaseReplicaUrl,
    databaseMoveUrl,
    redisUrl,
    smtpUrl,
    s3?.endpoint,
    outboundRoute.proxyUrl?.href,
  ];
  const ofCollector = Object.values(config.tracing?.headers ?? {});
  const own = [
    ...(config.secrets ?? []),
    config.backupPassphrase,
    config.operatorToken,
    config.metricsToken,
    ...(s3 === undefined ? [] : secretsOfSource(s3.credentials)),
    ...ofCollector,
  ];
  const secrets = [...own, ...urls.flatMap(passwordsIn)];
  return secrets
    .filter((secret) => secret !== undefined)
    .filter(({ length }) => length >= secretLengthMin)
    .sort((one, other) => other.length - one.length);
}

function secretsOfSource(source: CredentialSource): readonly (string | undefined)[] {
  switch (source.kind) {
    case "static":
      return [source.accessKey, source.secretKey, source.sessionToken];
    case "container":
      return [source.token];
    default:
      return [];
  }
}

/** As written, and decoded. */
function passwordsIn(text: string | undefined): readonly string[] {
  const url = text === undefined ? undefined : parseUrl(splitHosts(text)[0]);
  return url === undefined
    ? []
    : [url.password, decoded(url.password), ...url.searchParams.getAll("password"), ...url.searchParams.getAll("pass")];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
