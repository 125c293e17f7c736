import { expect, test } from "vitest";
import { maskUrl, parseUrl } from "./parse-url.ts";

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

test.each([
  ["postgres://weft:hush-hush@db.example:5433/weft?sslmode=require", "postgres://weft:***@db.example:5433/weft"],
  ["postgres://db.example/weft?password=hush-hush", "postgres://db.example/weft"],
  ["postgres://weft@db.example/weft", "postgres://weft@db.example/weft"],
  ["redis://:hush-hush@127.0.0.1:6379/1", "redis://:***@127.0.0.1:6379/1"],
  ["socket:/run/postgres?db=weft&password=hush-hush", "socket:/run/postgres"],
  ["postgres://weft:hush,hush@db1:5433,db2/weft?password=hush-hush", "postgres://weft:***@db1:5433,db2/weft"],
  ["postgres://db1:hush-hush,db2/weft", "an address that cannot be read"],
  ["hush-hush", "an address that cannot be read"],
])("%s is shown as %s", (url, shown) => {
  expect(maskUrl(url)).toBe(shown);
});
