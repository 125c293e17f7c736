import { expect, test } from "vitest";
import { parseUrl } from "./parse-url.ts";

test("a URL with Latin-1 letters is valid, however often it is parsed", () => {
  const wrong = Array.from({ length: 20_000 }, () => parseUrl("https://bücher.example/größe")).filter(
    (url) => url?.href !== "https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe",
  );

  expect(wrong).toEqual([]);
});

test("a relative URL is valid only with a base", () => {
  expect(parseUrl("/next", new URL("https://example.com/first"))?.href).toBe("https://example.com/next");
  expect(parseUrl("/next")).toBeUndefined();
});
