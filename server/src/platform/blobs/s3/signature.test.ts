import { expect, test } from "vitest";
import { type Credentials, encodePath, encodeQuery, type SignableRequest, sha256, signRequest } from "./signature.ts";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const sessionToken =
  "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==";

interface Vector {
  readonly name: string;
  readonly method?: string;
  readonly path?: string;
  readonly query?: SignableRequest["query"];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials?: Partial<Credentials>;
  readonly signature: string;
}

function signatureOf(vector: Vector, scope: Parameters<typeof signRequest>[1]): string | undefined {
  const { method = "GET", path = "/", query = [], headers = {}, body = "" } = vector;
  const signed = signRequest({ method, path, query, headers, payloadHash: sha256(body) }, scope);
  return /Signature=([\da-f]{64})$/.exec(signed["authorization"] ?? "")?.[1];
}

// The test suite that AWS published for the signature, without the vectors for the normalization of paths, which S3
// does not have. A header that is sent several times is one with commas.
test.each<Vector>([
  { name: "get-vanilla", signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31" },
  {
    name: "get-header-key-duplicate",
    headers: { "my-header1": "value2,value2,value1" },
    signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea",
  },
  {
    name: "get-header-value-multiline",
    headers: { "my-header1": "value1,value2,value3" },
    signature: "ba17b383a53190154eb5fa66a1b836cc297cc0a3d70a5d00705980573d8ff790",
  },
  {
    name: "get-header-value-order",
    headers: { "my-header1": "value4,value1,value3,value2" },
    signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01",
  },
  {
    name: "get-header-value-trim",
    headers: { "my-header1": " value1", "my-header2": ' "a   b   c"' },
    signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
  },
  {
    name: "get-unreserved",
    path: encodePath(`/-._~${letters}`),
    signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
  },
  {
    name: "get-utf8",
    path: encodePath("/ሴ"),
    signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85",
  },
  {
    name: "get-space",
    path: encodePath("/example space/"),
    signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741",
  },
  {
    name: "get-vanilla-empty-query-key",
    query: [["Param1", "value1"]],
    signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb",
  },
  {
    name: "get-vanilla-query-order-key",
    query: [
      ["Param1", "value2"],
      ["Param1", "Value1"],
    ],
    signature: "eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1",
  },
  {
    name: "get-vanilla-query-order-key-case",
    query: [
      ["Param2", "value2"],
      ["Param1", "value1"],
    ],
    signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
  },
  {
    name: "get-vanilla-query-order-value",
    query: [
      ["Param1", "value2"],
      ["Param1", "value1"],
    ],
    signature: "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694",
  },
  {
    name: "get-vanilla-query-unreserved",
    query: [[`-._~${letters}`, `-._~${letters}`]],
    signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197",
  },
  {
    name: "get-vanilla-utf8-query",
    query: [["ሴ", "bar"]],
    signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04",
  },
  {
    name: "post-vanilla",
    method: "POST",
    signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
  },
  {
    name: "post-vanilla-query",
    method: "POST",
    query: [["Param1", "value1"]],
    signature: "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11",
  },
  {
    name: "post-header-key-sort",
    method: "POST",
    headers: { "my-header1": "value1" },
    signature: "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c",
  },
  {
    name: "post-header-value-case",
    method: "POST",
    headers: { "my-header1": "VALUE1" },
    signature: "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d",
  },
  {
    name: "post-sts-header-before",
    method: "POST",
    credentials: { sessionToken },
    signature: "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead",
  },
  {
    name: "post-x-www-form-urlencoded",
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "Param1=value1",
    signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
  },
  {
    name: "post-x-www-form-urlencoded-parameters",
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded; charset=utf8" },
    body: "Param1=value1",
    signature: "1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe",
  },
])("the test suite of AWS: $name", (vector) => {
  const signature = signatureOf(
    { ...vector, headers: { host: "example.amazonaws.com", ...vector.headers } },
    {
      credentials: {
        accessKey: "AKIDEXAMPLE",
        secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
        ...vector.credentials,
      },
      region: "us-east-1",
      service: "service",
      now: new Date("2015-08-30T12:36:00Z"),
    },
  );

  expect(signature).toBe(vector.signature);
});

// Those of the reference of Amazon S3, for the bucket examplebucket.
test.each<Vector>([
  {
    name: "GET object",
    path: "/test.txt",
    headers: { range: "bytes=0-9" },
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    name: "PUT object",
    method: "PUT",
    path: encodePath("/test$file.text"),
    headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
    body: "Welcome to Amazon S3.",
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  {
    name: "GET bucket lifecycle",
    query: [["lifecycle", ""]],
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  {
    name: "GET bucket",
    query: [
      ["max-keys", "2"],
      ["prefix", "J"],
    ],
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
])("the examples of Amazon S3: $name", (vector) => {
  const hash = sha256(vector.body ?? "");
  const signature = signatureOf(
    {
      ...vector,
      headers: { host: "examplebucket.s3.amazonaws.com", "x-amz-content-sha256": hash, ...vector.headers },
    },
    {
      credentials: {
        accessKey: "AKIAIOSFODNN7EXAMPLE",
        secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      },
      region: "us-east-1",
      service: "s3",
      now: new Date("2013-05-24T00:00:00Z"),
    },
  );

  expect(signature).toBe(vector.signature);
});

test("the headers name who signs, and contain no secret", () => {
  const credentials = { accessKey: "AKID", secretKey: "the-secret", sessionToken: "the-token" };
  const request = { method: "GET", path: "/", query: [], headers: { host: "h" }, payloadHash: sha256("") };

  const headers = signRequest(request, { credentials, region: "r", service: "s3", now: new Date(0) });

  expect(headers).toEqual({
    host: "h",
    "x-amz-date": "19700101T000000Z",
    "x-amz-security-token": "the-token",
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=AKID\/19700101\/r\/s3\/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=[\da-f]{64}$/,
    ),
  });
});

test.each([
  ["a b", "a%20b"],
  ["a+b", "a%2Bb"],
  ["ä/ö", "%C3%A4/%C3%B6"],
  ["a//b/", "a//b/"],
  ["../a/./b", "../a/./b"],
  ["!'()*~", "%21%27%28%29%2A~"],
  ["100%25?#&=", "100%2525%3F%23%26%3D"],
  ["👕", "%F0%9F%91%95"],
])("the key %j is sent as %j", (key, encoded) => {
  expect(encodePath(key)).toBe(encoded);
});

test("parameters are sent in the order of the signature", () => {
  const query = [
    ["b", "2"],
    ["a-b", "1"],
    ["a", "2 1"],
    ["a", "10"],
  ] as const;

  expect(encodeQuery(query)).toBe("a=10&a=2%201&a-b=1&b=2");
});
