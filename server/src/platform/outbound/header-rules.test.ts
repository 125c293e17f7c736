import { expect, test } from "vitest";
import { validateHeader } from "./outbound-message.ts";

test.each([
  ["X-Api-Key", "secret"],
  ["authorization", "Bearer abc.def=="],
  ["Content-Type", "application/json; charset=utf-8"],
  ["x-empty", ""],
  ["x-tab", "a\tb"],
  ["x-latin", "é"],
  ["!#$%&'*+-.^_`|~", "x"],
  ["x-long", "y".repeat(8_192)],
  ["host-name", "not the host"],
  ["proxied-by", "us"],
])("%s: %s may be sent", (name, value) => {
  expect(validateHeader(name, value)).toBeUndefined();
});

test.each([
  "Host",
  "content-length",
  "Connection",
  "Transfer-Encoding",
  "TE",
  "Upgrade",
  "Trailer",
  "Keep-Alive",
  "Expect",
  "Proxy-Authorization",
  "proxy-connection",
  "Proxy-Anything",
])("the header %s is reserved", (name) => {
  expect(validateHeader(name, "x")).toContain(`The header ${name} belongs to the connection`);
});

test.each(["", " ", "a b", "a:", "a\r\nb", "ä", "a(b)", "x".repeat(257)])("%o is not a header name", (name) => {
  expect(validateHeader(name, "x")).toMatch(/name/);
});

test.each([
  ["secret\r\nX-Other: 1", "control character at position 7"],
  ["secret\n", "control character at position 7"],
  ["\u0000secret", "control character at position 1"],
  ["sec\u007fret", "control character at position 4"],
  ["secret茶", "outside Latin-1 at position 7"],
  ["secret".repeat(2_000), "at most 8192 characters"],
])("the value %o is rejected without repeating it", (value, named) => {
  const error = validateHeader("X-Api-Key", value);

  expect(error).toContain(named);
  expect(error).not.toContain("secret");
});
