import { errors } from "undici";
import { expect, test } from "vitest";
import { detailOf, explainFailure, OutboundError } from "./outbound-error.ts";

function buildError(code: string): Error {
  return Object.assign(new Error(`it failed at 10.0.0.1 with ${code}`), { code });
}

test.each([
  ["ECONNREFUSED", "connect", "Could not connect"],
  ["EHOSTUNREACH", "connect", "Could not connect"],
  ["ETIMEDOUT", "connect", "Could not connect"],
  ["CERT_HAS_EXPIRED", "tls", "has expired"],
  ["CERT_NOT_YET_VALID", "tls", "not valid yet"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls", "another name"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls", "trusted"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "tls", "trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls", "trusted"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "tls", "trusted"],
  ["EPROTO", "tls", "Could not make an encrypted connection"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls", "Could not make an encrypted connection"],
  ["ECONNRESET", "closed", "closed the connection"],
  ["EPIPE", "closed", "closed the connection"],
  ["UNHEARD_OF", "closed", "closed the connection"],
])("the code %s is reported as %s, with the host and without the address", (code, reason, named) => {
  const failure = explainFailure(buildError(code), "hooks.example");

  expect(failure).toMatchObject({ reason, message: expect.stringContaining(named) });
  expect(failure.message).toContain("hooks.example");
  expect(failure.message).not.toContain("10.0.0.1");
  expect(detailOf(failure)).toContain("10.0.0.1");
});

test.each([
  [new errors.HTTPParserError("Response does not match (Expected HTTP/)"), "answer"],
  [new errors.HTTPParserError("Response does not match (Invalid EOF state)"), "closed"],
  [new errors.HeadersOverflowError(), "answer"],
  [new errors.SocketError("bad response"), "answer"],
  [new errors.SocketError("other side closed"), "closed"],
  [new DOMException("The request took longer than 10 ms.", "TimeoutError"), "connect"],
  ["no error at all", "closed"],
])("%s is reported as %s", (error, reason) => {
  expect(explainFailure(error, "hooks.example")).toMatchObject({ reason });
});

test("an explained failure is unchanged", () => {
  const failure = new OutboundError("proxy", "The proxy answered 502.");

  expect(explainFailure(failure, "hooks.example")).toBe(failure);
});

test("the detail of several failed addresses lists them all", () => {
  const error = new AggregateError([buildError("ECONNREFUSED"), buildError("EHOSTUNREACH")]);

  expect(detailOf(error)).toMatch(/ECONNREFUSED.*EHOSTUNREACH/);
});
