import { expect, test } from "vitest";
import {
  findUrlError,
  parseDatabaseUrl,
  parseWorkers,
  readTargets,
  urlOnServer,
  workers,
  writtenTargets,
} from "./database-url.ts";

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

test.each([
  ["off", undefined],
  ["on", []],
  [
    "w1:5432=10.0.0.1:6432,/run/w2:5432=[::1]:6433",
    [
      ["w1:5432", { host: "10.0.0.1", port: 6432 }],
      ["/run/w2:5432", { host: "::1", port: 6433 }],
    ],
  ],
])("%s names workers", (text, addresses) => {
  const found = parseWorkers(text);

  expect(workers.safeParse(text).success).toBe(true);
  expect(found && [...found]).toEqual(addresses);
});

test.each([
  "",
  "yes",
  "w1:5432",
  "w1=10.0.0.1",
  "w1:5432=10.0.0.1:6432,",
  "w1:5432=10.0.0.1:6432, w2:5432=10.0.0.2:6432",
])("%j names no workers", (text) => {
  expect(workers.safeParse(text).success).toBe(false);
});

const worker = { host: "w1", port: 5433 };

test.each([
  ["postgres://db/weft", worker, "postgres://w1:5433/weft"],
  ["postgres://weft:a%2Fb@db:5432/weft?sslmode=require", worker, "postgres://weft:a%2Fb@w1:5433/weft?sslmode=require"],
  [`postgres://weft@db1,db2/weft?${several}`, worker, `postgres://weft@w1:5433/weft?${several}`],
  ["postgres:///weft?host=/run/pg&user=me", worker, "postgres://w1:5433/weft?user=me"],
  ["postgres://weft@db/weft", { host: "::1", port: 5433 }, "postgres://weft@[::1]:5433/weft"],
  ["postgres://weft@db/weft", { host: "/run/w1", port: 5433 }, "postgres://weft@%2Frun%2Fw1:5433/weft"],
  ["socket:/run/pg?db=weft&user=me&password=a/b", worker, "postgres://me:a%2Fb@w1:5433/weft"],
])("%s on another server", (url, address, expected) => {
  expect(urlOnServer(url, address)).toBe(expected);
});
