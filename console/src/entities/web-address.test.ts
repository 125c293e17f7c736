import { expect, test } from "vitest";
import { isWebAddress } from "./show-value.ts";

test.each([
  ["https://example.com/look?id=1#top", true],
  ["http://example.com", true],
  ["HTTPS://EXAMPLE.COM", true],
  ["https:example.com", true],
  ["javascript:alert(1)", false],
  ["JavaScript:alert(1)", false],
  [" javascript:alert(1)", false],
  ["java\nscript:alert(1)", false],
  ["\u0001javascript:alert(1)", false],
  ["data:text/html,<script>alert(1)</script>", false],
  ["vbscript:msgbox(1)", false],
  ["blob:https://example.com/1", false],
  ["file:///etc/passwd", false],
  ["mailto:ann@example.com", false],
  ["ftp://example.com", false],
  ["//example.com", false],
  ["/sign-out", false],
  ["example.com", false],
  ["", false],
])("%j as a web address: %s", (text, isOne) => {
  expect(isWebAddress(text)).toBe(isOne);
});
