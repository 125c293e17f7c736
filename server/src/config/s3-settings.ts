import { z } from "zod";
import {
  type CredentialSource,
  containerUrlDefault,
  isContainerUrl,
  metadataUrlDefault,
  sourcesBefore,
  stsUrlOf,
} from "../platform/blobs/s3/credentials/credential-source.ts";
import type { S3Options } from "../platform/blobs/s3/s3-client.ts";
import { parseUrl } from "../platform/parse-url.ts";
import { url } from "./setting-values.ts";

/**
 * The store for files. The names AWS_… are those of Amazon's own tools: orchestrators set them. They are checked only
 * where they are used, because a machine may have them for other programs.
 */
export const s3Settings = {
  S3_ENDPOINT: url("http:", "https:")
    .optional()
    .describe("The URL of an S3-compatible store for files, instead of DATA_DIR."),
  S3_BUCKET: z.string().optional().describe("Its bucket."),
  S3_REGION: z.string().default("us-east-1").describe("Its region."),
  S3_ADDRESSING: z
    .enum(["path", "host"], { error: "must be path or host" })
    .default("path")
    .describe("Where the bucket is named: in the path (path), or before the host of S3_ENDPOINT (host)."),
  S3_ACCESS_KEY: z
    .string()
    .optional()
    .describe("Its access key. Default: temporary credentials of a role, from the first of the settings AWS_… below."),
  S3_SECRET_KEY: z.string().optional().describe("Its secret key."),
  S3_SESSION_TOKEN: z.string().optional().describe("The session token of an access key that expires."),
  AWS_WEB_IDENTITY_TOKEN_FILE: z
    .string()
    .optional()
    .describe(
      "A file with a token that STS exchanges for credentials of AWS_ROLE_ARN, as EKS sets it. Read again each time.",
    ),
  AWS_ROLE_ARN: z.string().optional().describe("The role for AWS_WEB_IDENTITY_TOKEN_FILE."),
  AWS_ROLE_SESSION_NAME: z.string().default("weft").describe("The name of the session of that role in audit logs."),
  AWS_ENDPOINT_URL_STS: z.string().optional().describe("The URL of STS. Default: that of Amazon in S3_REGION."),
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: z
    .string()
    .optional()
    .describe("The path of the role of an ECS task, as ECS sets it."),
  AWS_CONTAINER_CREDENTIALS_FULL_URI: z
    .string()
    .optional()
    .describe("The URL of the role of a container, as EKS Pod Identity sets it: https, or an address of this machine."),
  AWS_CONTAINER_AUTHORIZATION_TOKEN: z.string().optional().describe("The token for that URL."),
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: z
    .string()
    .optional()
    .describe("A file with the token for that URL. Read again each time."),
  AWS_EC2_METADATA_DISABLED: z
    .string()
    .default("false")
    .describe("true: never use the role of the EC2 instance, which is the last source of credentials."),
  AWS_EC2_METADATA_SERVICE_ENDPOINT: z
    .string()
    .default(metadataUrlDefault)
    .describe("The URL of the metadata of the EC2 instance."),
} as const;

type S3Settings = z.infer<z.ZodObject<typeof s3Settings>>;
type RawS3Settings = Readonly<Record<string, string | undefined>>;

/** Undefined without S3. */
export function s3OptionsOf(values: S3Settings): S3Options | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_ADDRESSING: addressing } = values;
  return endpoint === undefined || bucket === undefined
    ? undefined
    : { endpoint, bucket, region, addressing, credentials: sourceOf(values) };
}

/** The first of those that are configured; in the order of Amazon's own tools. */
function sourceOf(values: S3Settings): CredentialSource {
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_SESSION_TOKEN: sessionToken } = values;
  if (accessKey !== undefined && secretKey !== undefined) {
    return { kind: "static", accessKey, secretKey, sessionToken };
  }
  const { AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile, AWS_ROLE_ARN: roleArn } = values;
  if (tokenFile !== undefined && roleArn !== undefined) {
    const stsUrl = values.AWS_ENDPOINT_URL_STS ?? stsUrlOf(values.S3_REGION);
    return { kind: "web-identity", tokenFile, roleArn, sessionName: values.AWS_ROLE_SESSION_NAME, stsUrl };
  }
  const containerUrl = containerUrlOf(values);
  if (containerUrl !== undefined) {
    return {
      kind: "container",
      url: containerUrl,
      token: values.AWS_CONTAINER_AUTHORIZATION_TOKEN,
      tokenFile: values.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE,
    };
  }
  return { kind: "instance", metadataUrl: values.AWS_EC2_METADATA_SERVICE_ENDPOINT };
}

function containerUrlOf(values: RawS3Settings): string | undefined {
  const relative = values["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"];
  return relative === undefined ? values["AWS_CONTAINER_CREDENTIALS_FULL_URI"] : `${containerUrlDefault}${relative}`;
}

/** The rules for several settings. The values are not in the messages: URLs can contain passwords. */
export function s3Errors(raw: RawS3Settings): string[] {
  const has = (...wanted: readonly (keyof S3Settings)[]) => wanted.every((name) => raw[name] !== undefined);
  const rules: readonly [boolean, string][] = [
    [has("S3_ENDPOINT") && !has("S3_BUCKET"), "S3_ENDPOINT: requires S3_BUCKET"],
    [has("S3_BUCKET") && !has("S3_ENDPOINT"), "S3_BUCKET: requires S3_ENDPOINT"],
    [
      has("S3_ENDPOINT") && has("S3_ACCESS_KEY") !== has("S3_SECRET_KEY"),
      "S3_ACCESS_KEY and S3_SECRET_KEY: set both or neither",
    ],
    [
      has("S3_ENDPOINT", "S3_SESSION_TOKEN") && !has("S3_ACCESS_KEY", "S3_SECRET_KEY"),
      "S3_SESSION_TOKEN: requires S3_ACCESS_KEY and S3_SECRET_KEY",
    ],
    [
      raw["S3_ADDRESSING"] === "host" && !canPrecedeHost(raw["S3_BUCKET"] ?? "", raw["S3_ENDPOINT"] ?? ""),
      "S3_ADDRESSING: host requires an endpoint with a host name, and a bucket with a name of lower-case letters, digits, dots and hyphens; otherwise use path",
    ],
    ...(has("S3_ENDPOINT") && !has("S3_ACCESS_KEY") && !has("S3_SECRET_KEY") ? roleRules(raw) : []),
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, error]) => error);
}

/** Whether a bucket can be part of the host name. An address cannot have a name before it, and host names have no capitals. */
function canPrecedeHost(bucket: string, endpoint: string): boolean {
  const url = parseUrl(endpoint);
  if (url === undefined) {
    return true; // An invalid URL has its own error.
  }
  const wanted = `${bucket}.${url.hostname}`;
  url.hostname = wanted;
  return url.hostname === wanted;
}

/** For a node that uses S3 without a key of its own. */
function roleRules(raw: RawS3Settings): readonly [boolean, string][] {
  const has = (name: keyof S3Settings) => raw[name] !== undefined;
  const containerUrl = containerUrlOf(raw);
  const hasWebIdentity = has("AWS_WEB_IDENTITY_TOKEN_FILE");
  const usesContainer = !hasWebIdentity && containerUrl !== undefined;
  const usesInstance = !hasWebIdentity && !usesContainer;
  const isHttp = (name: keyof S3Settings) =>
    raw[name] === undefined || url("http:", "https:").safeParse(raw[name]).success;
  return [
    [hasWebIdentity && !has("AWS_ROLE_ARN"), "AWS_WEB_IDENTITY_TOKEN_FILE: requires AWS_ROLE_ARN"],
    [
      hasWebIdentity && !/^[\w+=,.@-]{2,64}$/.test(raw["AWS_ROLE_SESSION_NAME"] ?? "weft"),
      "AWS_ROLE_SESSION_NAME: must have 2 to 64 characters: letters, digits and _+=,.@-",
    ],
    [
      hasWebIdentity && !isHttp("AWS_ENDPOINT_URL_STS"),
      "AWS_ENDPOINT_URL_STS: must be a URL that starts with http:// or https://",
    ],
    [
      usesContainer && has("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") && !isContainerUrl(containerUrl),
      "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: must be a path that starts with /",
    ],
    [
      usesContainer && !has("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") && !isContainerUrl(containerUrl),
      "AWS_CONTAINER_CREDENTIALS_FULL_URI: must start with https://, or with http:// and localhost, 169.254.170.2, 169.254.170.23 or [fd00:ec2::23]",
    ],
    [
      usesContainer &&
        has("AWS_CONTAINER_AUTHORIZATION_TOKEN") &&
        !/^[!-~]+( [!-~]+)*$/.test(raw["AWS_CONTAINER_AUTHORIZATION_TOKEN"] ?? ""),
      "AWS_CONTAINER_AUTHORIZATION_TOKEN: must be one line that a header can carry",
    ],
    [
      usesInstance && !isHttp("AWS_EC2_METADATA_SERVICE_ENDPOINT"),
      "AWS_EC2_METADATA_SERVICE_ENDPOINT: must be a URL that starts with http:// or https://",
    ],
    [
      usesInstance && raw["AWS_EC2_METADATA_DISABLED"]?.toLowerCase() === "true",
      `S3_ENDPOINT: requires credentials: ${sourcesBefore} are not set, and AWS_EC2_METADATA_DISABLED is true`,
    ],
  ];
}
