import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLocalServer, startSocketServer } from "../../../outbound/testing/local-server.ts";
import { requireCredentials } from "../../create-blob-store.ts";
import { fetchCredentials } from "./credential-keeper.ts";
import { type CredentialSource, formatSource, isContainerUrl, stsUrlOf } from "./credential-source.ts";

const expiresOn = new Date(Date.now() + 3_600_000);
const issued = { accessKey: "ASIA", secretKey: "the/secret+", sessionToken: "the-session==", expiresOn };
const document = {
  Code: "Success",
  AccessKeyId: "ASIA",
  SecretAccessKey: "the/secret+",
  Token: "the-session==",
  Expiration: expiresOn.toISOString(),
};

let folder: string;
let tokenFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-tokens-"));
  tokenFile = join(folder, "token");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const text =
  (status: number, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status).end(body);
  };

function roleOf(stsUrl: string): CredentialSource {
  return {
    kind: "web-identity",
    tokenFile,
    roleArn: "arn:aws:iam::123456789012:role/weft",
    sessionName: "weft",
    stsUrl,
  };
}

const stsResponse = `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleWithWebIdentityResult>
    <SubjectFromWebIdentityToken>system:serviceaccount:weft:weft</SubjectFromWebIdentityToken>
    <Credentials>
      <SessionToken>the-session==</SessionToken><SecretAccessKey>the/secret+</SecretAccessKey>
      <Expiration>${expiresOn.toISOString()}</Expiration><AccessKeyId>ASIA</AccessKeyId>
    </Credentials>
  </AssumeRoleWithWebIdentityResult>
  <ResponseMetadata><RequestId>c6104cbe-af31-11e0-8154-cbc7ccf896c7</RequestId></ResponseMetadata>
</AssumeRoleWithWebIdentityResponse>`;
const stsError = (code: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>Refused.</Message></Error></ErrorResponse>`;

test("a web identity is exchanged for credentials, with the token that is in the file now", async () => {
  const sts = await startLocalServer(text(200, stsResponse));
  for (const token of ["first.token", "second.token"]) {
    await writeFile(tokenFile, `${token}\n`);
    expect(await fetchCredentials(roleOf(sts.url))).toEqual(issued);
  }

  expect(sts.requests.map(({ method, path }) => [method, path])).toEqual([
    ["POST", "/"],
    ["POST", "/"],
  ]);
  expect(Object.fromEntries(new URLSearchParams(sts.requests[1]?.body))).toEqual({
    Action: "AssumeRoleWithWebIdentity",
    Version: "2011-06-15",
    RoleArn: "arn:aws:iam::123456789012:role/weft",
    RoleSessionName: "weft",
    WebIdentityToken: "second.token",
  });
});

test.each([
  [
    "a refused role",
    text(403, stsError("AccessDenied")),
    /cannot be assumed: Refused\. \(AccessDenied\)\. .*trust policy/,
  ],
  [
    "an expired token",
    text(400, stsError("ExpiredTokenException")),
    /Refused\. \(ExpiredTokenException\)\. .*current token/,
  ],
  ["a response without credentials", text(200, "<a><b/></a>"), /sent no complete credentials/],
  ["a response that is not XML", text(200, "<html><br>"), /sent an unusable response/],
  ["a response without an end", text(200, "x".repeat(100_000)), /longer than 65536 bytes/],
  ["a redirect", text(302, ""), /cannot be assumed: The store returned status 302/],
] as const)("STS with %s is reported", async (_name, answer, message) => {
  await writeFile(tokenFile, "the.token");
  const sts = await startLocalServer(answer);

  const failure = await fetchCredentials(roleOf(sts.url)).catch((error: unknown) => error);

  expect(failure).toMatchObject({ name: "CredentialsError", message: expect.stringMatching(message) });
  expect(String(failure)).not.toMatch(/the\.token|the-session|the\/secret/);
});

test("an error of STS is retried", async () => {
  await writeFile(tokenFile, "the.token");
  let calls = 0;
  const sts = await startLocalServer((request, response) => {
    calls += 1;
    (calls < 3 ? text(500, stsError("InternalFailure")) : text(200, stsResponse))(request, response);
  });

  expect(await fetchCredentials(roleOf(sts.url))).toEqual(issued);
});

test.each([
  ["that is missing", undefined, /the file .* cannot be read \(ENOENT\)/],
  ["that is empty", "", /does not contain a token/],
  ["of several lines", "a\nb", /does not contain a token/],
  ["that is too long", "x".repeat(65_537), /does not contain a token/],
])("a token file %s is reported, and nothing is sent", async (_name, content, message) => {
  await rm(tokenFile, { force: true });
  if (content !== undefined) {
    await writeFile(tokenFile, content);
  }
  const sts = await startLocalServer(text(200, stsResponse));

  await expect(fetchCredentials(roleOf(sts.url))).rejects.toThrow(message);
  expect(sts.requests).toEqual([]);
});

test("a token file without an end is not read to its end", async () => {
  const sts = await startLocalServer(text(200, stsResponse));

  const endless = { ...roleOf(sts.url), tokenFile: "/dev/zero" };

  await expect(fetchCredentials(endless)).rejects.toThrow("does not contain a token");
});

test("a container's service gets the token of the file, or that of the environment", async () => {
  const agent = await startLocalServer(text(200, JSON.stringify(document)));
  await writeFile(tokenFile, "of-the-file\n");
  const source = { kind: "container", url: `${agent.url}/v1/credentials`, token: "of-the-environment" } as const;

  expect(await fetchCredentials({ ...source, tokenFile: undefined })).toEqual(issued);
  expect(await fetchCredentials({ ...source, tokenFile })).toEqual(issued);
  expect(await fetchCredentials({ ...source, token: undefined, tokenFile: undefined })).toEqual(issued);

  expect(agent.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/v1/credentials", "of-the-environment"],
    ["/v1/credentials", "of-the-file"],
    ["/v1/credentials", undefined],
  ]);
});

test.each([
  ["without a role", text(404, ""), /returned status 404\. Check that the task or service account has a role/],
  ["without an expiry", text(200, JSON.stringify({ ...document, Expiration: undefined })), /no complete credentials/],
  ["with a wrong expiry", text(200, JSON.stringify({ ...document, Expiration: "soon" })), /no complete credentials/],
  ["with a secret of two lines", text(200, JSON.stringify({ ...document, Token: "a\r\nb: c" })), /no complete/],
  ["that sends a page", text(200, "<html>"), /no complete credentials/],
] as const)("a container's service %s is reported", async (_name, answer, message) => {
  const { url } = await startLocalServer(answer);

  const failure = await fetchCredentials({ kind: "container", url, token: "the-token", tokenFile: undefined }).catch(
    (error: unknown) => error,
  );

  expect(failure).toMatchObject({ name: "CredentialsError", message: expect.stringMatching(message) });
  expect(String(failure)).not.toMatch(/the-token|the-session|the\/secret/);
});

/** The metadata of an instance, version 2: it wants a token for each request. */
const metadata =
  (changes: Readonly<Record<string, RequestListener>> = {}): RequestListener =>
  (request, response) => {
    const call = `${request.method} ${request.url?.replace("/latest/", "")}`;
    const hasToken = request.headers["x-aws-ec2-metadata-token"] === "the-token";
    const responses: Readonly<Record<string, RequestListener>> = {
      "PUT api/token": text(request.headers["x-aws-ec2-metadata-token-ttl-seconds"] === "300" ? 200 : 400, "the-token"),
      "GET meta-data/iam/security-credentials/": text(hasToken ? 200 : 401, "weft-role\n"),
      "GET meta-data/iam/security-credentials/weft-role": text(hasToken ? 200 : 401, JSON.stringify(document)),
      ...changes,
    };
    (responses[call] ?? text(404, ""))(request, response);
  };

test("the role of a machine is asked for with a token", async () => {
  const { url } = await startLocalServer(metadata());

  expect(await fetchCredentials({ kind: "instance", metadataUrl: `${url}/` })).toEqual(issued);
  await requireCredentials({ kind: "instance", metadataUrl: url });
});

test.each([
  [
    "without a role",
    { "GET meta-data/iam/security-credentials/": text(404, "") },
    /returned status 404 for .*The instance has no role: attach an instance profile\./,
  ],
  ["that is disabled", { "PUT api/token": text(403, "") }, /status 403 for api\/token\. Access .* is disabled/],
  [
    "whose token never arrives, as in a container beyond the hop limit",
    { "PUT api/token": () => {} },
    /did not respond \(no response in time\)\. In a container on EC2, set the hop limit .* to 2 or more\./,
  ],
] as const)("a start on a machine %s names what was tried", async (_name, changes, message) => {
  const { url } = await startLocalServer(metadata(changes));

  const start = requireCredentials({ kind: "instance", metadataUrl: url });

  await expect(start).rejects.toThrow(message);
  await expect(start).rejects.toThrow(
    /^No credentials for S3\. S3_ACCESS_KEY and S3_SECRET_KEY, AWS_WEB_IDENTITY_TOKEN_FILE, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI and AWS_CONTAINER_CREDENTIALS_FULL_URI are not set\. The instance metadata at /,
  );
});

test("a service that closes its connections, and one that does not listen, are reported", async () => {
  const port = await startSocketServer((socket) => socket.destroy());

  for (const metadataUrl of [`http://127.0.0.1:${port}`, "http://127.0.0.1:1"]) {
    const start = requireCredentials({ kind: "instance", metadataUrl });
    await expect(start).rejects.toThrow(/did not respond \((UND_ERR_SOCKET|ECONNRESET|ECONNREFUSED)\)/);
  }
});

test("other sources may be unavailable when a node starts", async () => {
  await requireCredentials(undefined);
  await requireCredentials(roleOf("http://127.0.0.1:1"));
});

test.each([
  ["http://169.254.170.2/v2/credentials", true],
  ["http://169.254.170.23/v1/credentials", true],
  ["http://[fd00:ec2::23]/v1/credentials", true],
  ["http://localhost:8080/", true],
  ["http://127.0.0.7/", true],
  ["http://[::1]/", true],
  ["https://credentials.example/", true],
  ["http://credentials.example/", false],
  ["http://169.254.169.254/", false],
  ["http://169.254.170.2.evil.example/", false],
  ["http://169.254.170.2@evil.example/", false],
  ["https://user:password@credentials.example/", false],
  ["ftp://localhost/", false],
  ["/v2/credentials", false],
])("the token of a container may be sent to %s: %s", (url, expected) => {
  expect(isContainerUrl(url)).toBe(expected);
});

test.each([
  ["eu-central-1", "https://sts.eu-central-1.amazonaws.com"],
  ["cn-north-1", "https://sts.cn-north-1.amazonaws.com.cn"],
])("STS of the region %s is %s", (region, url) => {
  expect(stsUrlOf(region)).toBe(url);
});

test("a source is named without its secrets", () => {
  const sources: readonly CredentialSource[] = [
    { kind: "static", accessKey: "the-key", secretKey: "the-secret", sessionToken: "the-session" },
    roleOf("https://sts.example"),
    { kind: "container", url: "http://169.254.170.2/role", token: "the-token", tokenFile: undefined },
    { kind: "instance", metadataUrl: "http://169.254.169.254" },
  ];

  expect(sources.map(formatSource)).toEqual([
    "S3_ACCESS_KEY and S3_SECRET_KEY",
    "the role arn:aws:iam::123456789012:role/weft (AWS_WEB_IDENTITY_TOKEN_FILE)",
    "the role of the container (http://169.254.170.2/role)",
    "the role of the machine (instance metadata at http://169.254.169.254)",
  ]);
});
