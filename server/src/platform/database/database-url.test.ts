import { expect, test } from "vitest";
import { findUrlError, parseDatabaseUrl, readTargets, writtenTargets } from "./database-url.ts";

const several = "target_session_attrs=read-write";

test.each([
  ["postgres://weft@db/weft", ["postgres://weft@db/weft"], "any"],
  ["socket:/run/pg,1?db=weft", ["socket:/run/pg,1?db=weft"], "any"],
  ["postgres://weft:a,b@db/weft?target_session_attrs=primary", undefined, "primary"],
  [
    `postgres://weft:a,b@db1:5433,[::1],%2Frun%2Fpg/weft?${several}`,
    [
      `postgres://weft:a,b@db1:5433/weft?${several}`,
      `postgres://weft:a,b@[::1]/weft?${several}`,
      `postgres://weft:a,b@%2Frun%2Fpg/weft?${several}`,
    ],
    "read-write",
  ],
])("%s has its hosts and its target", (url, hostUrls, target) => {
  expect(findUrlError(url, writtenTargets)).toBeUndefined();
  expect(parseDatabaseUrl(url)).toEqual({ hostUrls: hostUrls ?? [url], target });
});

test.each([
  ["mysql://db1,db2/weft", "must be a URL that starts with postgres:// or postgresql:// or socket://"],
  ["postgres://weft:hush-hush@db:port/weft", "must be a valid URL, such as "],
  [`postgres://db1,,db3/weft?${several}`, "must name a host, with or without a port, at position 2 of its 3 hosts"],
  [`postgres://weft@db1,db2:hush-hush/weft?${several}`, "at position 2 of its 2 hosts"],
  [`postgres://db1,db2,/weft?${several}`, "at position 3 of its 3 hosts"],
  [`postgres:///weft?host=db1,db2&${several}`, "must name several hosts before the database"],
  ["postgres://db1,db2/weft", "must contain target_session_attrs=read-write, because it names several hosts"],
  [
    "postgres://db1,db2/weft?target_session_attrs=standby",
    "must have read-write, primary or any as target_session_attrs",
  ],
])("%s has an error", (url, error) => {
  const found = findUrlError(url, writtenTargets);

  expect(found).toContain(error);
  expect(found).not.toContain("hush");
});

test("a URL that is only read asks for a standby", () => {
  const url = "postgres://db1,db2/weft";

  expect(findUrlError(`${url}?target_session_attrs=standby`, readTargets)).toBeUndefined();
  expect(findUrlError(`${url}?${several}`, readTargets)).toBe(
    "must have standby, read-only or any as target_session_attrs",
  );
});
