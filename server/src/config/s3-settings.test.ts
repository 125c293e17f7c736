import { expect, test } from "vitest";
import { ConfigError, parseConfig } from "./config.ts";
import type { RawSettings } from "./config-sources.ts";

const place = { S3_ENDPOINT: "https://s3.example", S3_BUCKET: "b" };
const key = { S3_ACCESS_KEY: "a", S3_SECRET_KEY: "s" };
const webIdentity = { AWS_WEB_IDENTITY_TOKEN_FILE: "/token", AWS_ROLE_ARN: "arn:aws:iam::1:role/weft" };
const podIdentity = {
  AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://169.254.170.23/v1/credentials",
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: "/pod-token",
};
const machine = { kind: "instance", metadataUrl: "http://169.254.169.254" };

function errorsOf(raw: RawSettings): readonly string[] {
  try {
    parseConfig(raw);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.errors : [String(error)];
  }
}

test("the settings of a key work without any others", () => {
  expect(parseConfig({ ...place, ...key }).s3).toEqual({
    endpoint: "https://s3.example",
    bucket: "b",
    region: "us-east-1",
    addressing: "path",
    credentials: { kind: "static", accessKey: "a", secretKey: "s", sessionToken: undefined },
  });
});

test.each<[string, RawSettings, object]>([
  [
    "a key, whatever else there is",
    { ...key, S3_SESSION_TOKEN: "t", ...webIdentity, ...podIdentity },
    { kind: "static", accessKey: "a", secretKey: "s", sessionToken: "t" },
  ],
  [
    "a web identity before a container",
    { ...webIdentity, ...podIdentity, S3_REGION: "eu-west-1" },
    {
      kind: "web-identity",
      tokenFile: "/token",
      roleArn: "arn:aws:iam::1:role/weft",
      sessionName: "weft",
      stsUrl: "https://sts.eu-west-1.amazonaws.com",
    },
  ],
  [
    "a web identity with settings of its own",
    { ...webIdentity, AWS_ROLE_SESSION_NAME: "node-1", AWS_ENDPOINT_URL_STS: "http://127.0.0.1:9000" },
    {
      kind: "web-identity",
      tokenFile: "/token",
      roleArn: "arn:aws:iam::1:role/weft",
      sessionName: "node-1",
      stsUrl: "http://127.0.0.1:9000",
    },
  ],
  [
    "a container of EKS",
    podIdentity,
    { kind: "container", url: "http://169.254.170.23/v1/credentials", token: undefined, tokenFile: "/pod-token" },
  ],
  [
    "a container of ECS, before one of EKS",
    {
      ...podIdentity,
      AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/v2/credentials/1",
      AWS_CONTAINER_AUTHORIZATION_TOKEN: "Basic abc",
      AWS_EC2_METADATA_DISABLED: "true",
    },
    {
      kind: "container",
      url: "http://169.254.170.2/v2/credentials/1",
      token: "Basic abc",
      tokenFile: "/pod-token",
    },
  ],
  ["the machine last", {}, machine],
  ["the machine, when a role has no token", { AWS_ROLE_ARN: "arn:aws:iam::1:role/weft" }, machine],
  [
    "the machine with other metadata",
    { AWS_EC2_METADATA_SERVICE_ENDPOINT: "http://127.0.0.1:1338", AWS_EC2_METADATA_DISABLED: "false" },
    { kind: "instance", metadataUrl: "http://127.0.0.1:1338" },
  ],
])("credentials come from %s", (_name, raw, credentials) => {
  expect(parseConfig({ ...place, ...raw }).s3?.credentials).toEqual(credentials);
});

const noHost =
  "S3_ADDRESSING: host requires an endpoint with a host name, and a bucket with a name of lower-case letters, digits, dots and hyphens; otherwise use path";

test.each<[RawSettings, string]>([
  [{ ...place, ...key, S3_ENDPOINT: "ftp://s3" }, "S3_ENDPOINT: must be a URL that starts with http:// or https://"],
  [{ S3_ENDPOINT: "https://s3.example" }, "S3_ENDPOINT: requires S3_BUCKET"],
  [{ S3_BUCKET: "b" }, "S3_BUCKET: requires S3_ENDPOINT"],
  [{ ...place, ...key, S3_ADDRESSING: "dns" }, "S3_ADDRESSING: must be path or host"],
  ...["http://127.0.0.1:9000", "http://[::1]:9000"].map((S3_ENDPOINT): [RawSettings, string] => [
    { ...place, ...key, S3_ENDPOINT, S3_ADDRESSING: "host" },
    noHost,
  ]),
  [{ ...place, ...key, S3_BUCKET: "My_Bucket", S3_ADDRESSING: "host" }, noHost],
  [{ ...place, S3_ACCESS_KEY: "a" }, "S3_ACCESS_KEY and S3_SECRET_KEY: set both or neither"],
  [{ ...place, S3_SECRET_KEY: "s" }, "S3_ACCESS_KEY and S3_SECRET_KEY: set both or neither"],
  [{ ...place, S3_SESSION_TOKEN: "t" }, "S3_SESSION_TOKEN: requires S3_ACCESS_KEY and S3_SECRET_KEY"],
  [{ ...place, AWS_WEB_IDENTITY_TOKEN_FILE: "/t" }, "AWS_WEB_IDENTITY_TOKEN_FILE: requires AWS_ROLE_ARN"],
  [
    { ...place, ...webIdentity, AWS_ROLE_SESSION_NAME: "a b" },
    "AWS_ROLE_SESSION_NAME: must have 2 to 64 characters: letters, digits and _+=,.@-",
  ],
  [
    { ...place, ...webIdentity, AWS_ENDPOINT_URL_STS: "sts" },
    "AWS_ENDPOINT_URL_STS: must be a URL that starts with http:// or https://",
  ],
  [
    { ...place, AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://metadata.example/" },
    "AWS_CONTAINER_CREDENTIALS_FULL_URI: must start with https://, or with http:// and localhost, 169.254.170.2, 169.254.170.23 or [fd00:ec2::23]",
  ],
  [
    { ...place, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "@evil.example/" },
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: must be a path that starts with /",
  ],
  [
    { ...place, ...podIdentity, AWS_CONTAINER_AUTHORIZATION_TOKEN: "a\r\nb" },
    "AWS_CONTAINER_AUTHORIZATION_TOKEN: must be one line that a header can carry",
  ],
  [
    { ...place, AWS_EC2_METADATA_SERVICE_ENDPOINT: "metadata" },
    "AWS_EC2_METADATA_SERVICE_ENDPOINT: must be a URL that starts with http:// or https://",
  ],
  [
    { ...place, AWS_EC2_METADATA_DISABLED: "True" },
    "S3_ENDPOINT: requires credentials: S3_ACCESS_KEY and S3_SECRET_KEY, AWS_WEB_IDENTITY_TOKEN_FILE, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI and AWS_CONTAINER_CREDENTIALS_FULL_URI are not set, and AWS_EC2_METADATA_DISABLED is true",
  ],
])("%j is rejected", (raw, error) => {
  expect(errorsOf(raw)).toEqual([error]);
});

test("what a machine has for other programs is not checked", () => {
  const others = {
    AWS_WEB_IDENTITY_TOKEN_FILE: "/t",
    AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://metadata.example/",
    AWS_EC2_METADATA_DISABLED: "yes",
    AWS_EC2_METADATA_SERVICE_ENDPOINT: "metadata",
    AWS_ENDPOINT_URL_STS: "sts",
    AWS_ROLE_SESSION_NAME: "a b",
  };

  expect([errorsOf(others), errorsOf({ ...others, ...place, ...key })]).toEqual([[], []]);
});
