import { expect, test } from "vitest";
import { checkOutboundUrl, parseAllowedRanges } from "./address-rules.ts";
import { blockedUrls } from "./testing/blocked-urls.ts";

test.each(blockedUrls)("%o is rejected for its %s", (url, reason) => {
  const check = () => checkOutboundUrl(url.replace("PORT", "8080"), []);

  expect(check).toThrow(expect.objectContaining({ name: "OutboundRefusedError", reason }));
});

test.each([
  "https://example.com/hook",
  "http://example.com:8080/?a=b#c",
  "https://EXAMPLE.com./",
  "https://8.8.8.8/",
  "https://[2606:4700::1111]:8443/",
  "https://bücher.example/",
  "https://@example.com/",
  "https://example.com:/",
  "https://example.com:0/",
  "https://example.com:65535/",
])("%s passes", (url) => {
  expect(() => checkOutboundUrl(url, [])).not.toThrow();
});

test.each(["http://localhost/", "http://localhost./", "http://127.0.0.1.nip.io/", "http://nowhere.invalid/"])(
  "%s passes unresolved, like any host name",
  (url) => {
    expect(() => checkOutboundUrl(url, [])).not.toThrow();
  },
);

test("an allowed range lets its literals pass in any notation", () => {
  const allowed = parseAllowedRanges("127.0.0.1/32");

  expect(() => checkOutboundUrl("http://2130706433/", allowed)).not.toThrow();
  expect(() => checkOutboundUrl("http://127.0.0.2/", allowed)).toThrow("may not reach");
});
