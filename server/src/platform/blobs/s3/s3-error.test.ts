import { expect, test } from "vitest";
import { readS3Error, type S3Failure } from "./s3-error.ts";

const now = new Date("2026-11-19T12:00:00Z");

function errorOf(failure: Partial<S3Failure>) {
  return readS3Error({ status: 403, headers: {}, text: "", ...failure }, now);
}

const xml = (code: string, more = "") =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>As the store says.</Message>${more}</Error>`;

test.each<[Partial<S3Failure>, string]>([
  [{ status: 404, text: xml("NoSuchKey") }, "As the store says. (NoSuchKey)"],
  [{ status: 404 }, "The store returned status 404. (NotFound)"],
  [{ status: 502, text: "<html><p>Bad gateway</html>" }, "The store returned status 502. (HTTP 502)"],
  [
    { text: xml("RequestTimeTooSkewed"), headers: { date: "Thu, 19 Nov 2026 12:20:00 GMT" } },
    "This machine's clock is wrong: it is 20 minutes behind the clock of the store. Set it. (RequestTimeTooSkewed)",
  ],
  [
    { text: xml("RequestTimeTooSkewed"), headers: { date: "Thu, 19 Nov 2026 10:00:00 GMT" } },
    "This machine's clock is wrong: it is 120 minutes ahead of the clock of the store. Set it. (RequestTimeTooSkewed)",
  ],
  [{ text: xml("RequestTimeTooSkewed") }, "This machine's clock is wrong. Set it. (RequestTimeTooSkewed)"],
  [
    { status: 400, text: xml("AuthorizationHeaderMalformed", "<Region>eu-west-1</Region>") },
    "The bucket is in the region eu-west-1. Set S3_REGION=eu-west-1. On Amazon S3 also set S3_ENDPOINT=https://s3.eu-west-1.amazonaws.com. (AuthorizationHeaderMalformed)",
  ],
  [
    { status: 301, headers: { "x-amz-bucket-region": "eu-west-1" } },
    "The bucket is in the region eu-west-1. Set S3_REGION=eu-west-1. On Amazon S3 also set S3_ENDPOINT=https://s3.eu-west-1.amazonaws.com. (PermanentRedirect)",
  ],
  [
    { status: 301, text: xml("PermanentRedirect", "<Endpoint>b.s3.example</Endpoint>") },
    "The bucket is at another endpoint, b.s3.example. Set S3_ENDPOINT and S3_REGION. (PermanentRedirect)",
  ],
  [{ text: `<Error><Code>A</Code><Message>one\n\u001b[31mtwo</Message></Error>` }, "one [31mtwo (A)"],
  [
    {
      text: "<ErrorResponse><Error><Code>AccessDenied</Code><Message>Not authorized.</Message></Error></ErrorResponse>",
    },
    "Not authorized. (AccessDenied)",
  ],
])("%j is reported as %j", (failure, message) => {
  expect(errorOf(failure).message).toBe(message);
});

test("what the store repeats of the request is not in the message", () => {
  const canonical = "<CanonicalRequest>x-amz-security-token:the-token</CanonicalRequest>";

  const error = errorOf({ text: xml("SignatureDoesNotMatch", canonical) });

  expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain("the-token");
});

test("a long message is cut off", () => {
  const error = errorOf({ text: `<Error><Code>A</Code><Message>${"x".repeat(100_000)}</Message></Error>` });

  expect(error.message.length).toBeLessThan(400);
});

test.each([
  ["2", 2_000],
  ["Thu, 19 Nov 2026 12:20:00 GMT", undefined],
  [undefined, undefined],
])("Retry-After: %s is %s ms", (header, ms) => {
  expect(errorOf({ headers: { "retry-after": header } }).retryAfterMs).toBe(ms);
});
