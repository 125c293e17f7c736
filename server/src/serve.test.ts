import { expect, test } from "vitest";
import { parseConfig } from "./config/config.ts";
import { version } from "./platform/own-package.ts";
import { describeFirstStart, formatGreeting, startFacts } from "./serve.ts";

const credentials = {
  baseUrl: "http://127.0.0.1:3000/api",
  orgSlug: "demo",
  apiKey: "app:weft_key",
  email: "owner@demo.example",
  password: "a password",
};
const made = { kind: "made", credentials, isKept: true } as const;
const common = {
  role: "all",
  address: "http://127.0.0.1:3000",
  publicUrl: undefined,
  dataFolder: "/srv/data",
} as const;
const ready = /^Weft is ready at http:\/\/127\.0\.0\.1:3000 /m;

test("a terminal shows the first credentials, the console URL and the file", () => {
  const text = formatGreeting({ ...common, firstStart: made, publicUrl: "https://weft.example" });

  expect(text).toContain("app:weft_key");
  expect(text).toContain("a password");
  expect(text).toContain("https://weft.example/sign-in?org=demo");
  expect(text).toContain("/srv/data/first-credentials.json");
  expect(text).toMatch(ready);
});

test("a terminal shows credentials that could not be written, and says so", () => {
  const text = formatGreeting({ ...common, firstStart: { ...made, isKept: false } });

  expect(text).toContain("a password");
  expect(text).toContain("/srv/data/first-credentials.json could not be written");
});

test("output that is not a terminal names the file and contains no credential", () => {
  const text = describeFirstStart(made, "/srv/data");

  expect(text).toContain("/srv/data/first-credentials.json");
  expect(text).not.toContain("app:weft_key");
  expect(text).not.toContain("a password");
});

test("without created credentials the commands are named", () => {
  const text = formatGreeting({ ...common, firstStart: { kind: "withheld", orgSlug: "demo" } });

  expect(text).toContain("weft admin orgs create demo");
  expect(text).toContain("weft admin users create");
  expect(text).toContain("weft admin keys create --org demo");
  expect(text).toMatch(ready);
  expect(describeFirstStart({ kind: "withheld", orgSlug: "demo" }, "/srv/data")).toContain(
    "weft admin orgs create demo",
  );
});

test("the start line names version, role, database without its password, folder and URL", () => {
  const config = parseConfig({
    DATABASE_URL: "postgres://weft:hush-hush@db.example/weft",
    WEFT_SECRET: "x".repeat(32),
    WEFT_ROLE: "worker",
    DATA_DIR: "/srv/data",
  });

  expect(startFacts(common, config)).toEqual({
    version,
    role: "worker",
    processes: 1,
    database: "postgres://weft:***@db.example/weft",
    dataFolder: "/srv/data",
    address: "http://127.0.0.1:3000",
    pid: process.pid,
  });
});

test("the start line names the source of the credentials for S3, and none of them", () => {
  const s3 = {
    S3_ENDPOINT: "https://s3.example",
    S3_BUCKET: "b",
    S3_ACCESS_KEY: "the-key",
    S3_SECRET_KEY: "the-secret",
  };

  const facts = startFacts(common, parseConfig(s3));

  expect(facts).toMatchObject({ s3Credentials: "S3_ACCESS_KEY and S3_SECRET_KEY" });
  expect(JSON.stringify(facts)).not.toMatch(/the-key|the-secret/);
});

test("a worker names no URL that it does not serve", () => {
  const text = formatGreeting({ ...common, role: "worker", firstStart: { kind: "later" } });

  expect(text).toBe("Weft is ready at http://127.0.0.1:3000 (a worker: health and metrics only)");
});

test("a later start prints only the URL", () => {
  expect(formatGreeting({ ...common, firstStart: { kind: "later" } })).toMatch(/^Weft is ready at \S+ .*$/);
});
