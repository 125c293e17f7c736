import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem } from "../platform/http/testing/expect-problem.ts";
import { sendRequest } from "../platform/http/testing/send-request.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

const script = "console.log('weft');\n".repeat(100);
const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

let folder: string;
let service: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-console-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), '<meta nonce="__NONCE__"><link nonce="__NONCE__"><title>Weft</title>');
  await writeFile(join(folder, "assets", "index-1.js"), script);
  await writeFile(join(folder, "assets", "index-1.js.gz"), gzipSync(script));
  await writeFile(join(folder, "assets", "index-1.js.br"), brotliCompressSync(script));
  await writeFile(join(folder, "assets", "inter.woff2"), "font");
  await writeFile(join(folder, "secret.txt"), "never to be sent");
  service = await startTestService({}, undefined, { consoleFolder: folder });
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

function get(path: string, headers: Readonly<Record<string, string>> = html): Promise<Response> {
  return fetch(`${service.address}${path}`, { headers, redirect: "manual" });
}

describe("the page", () => {
  test.each(["/", "/entities/items?q=knit", "/loads/new", "/apiary", "/sign-in"])("is served at %s", async (path) => {
    const answer = await get(path);

    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("<title>Weft</title>");
  });

  test("has a new nonce in each response, which its policy names", async () => {
    const [first, second] = await Promise.all([get("/"), get("/")]);

    const nonces = await Promise.all(
      [first, second].map(async (answer) => {
        const policy = answer.headers.get("content-security-policy") ?? "";
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
        expect(await answer.text()).toBe(`<meta nonce="${nonce}"><link nonce="${nonce}"><title>Weft</title>`);
        expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
        expect(policy).not.toContain("unsafe");
        return nonce;
      }),
    );

    expect(new Set(nonces).size).toBe(2);
  });

  test.each(["/api/nothing", "/docs/nothing", "/errors/nothing", "/mcp/x", "/health/nothing", "/assets/nothing.js"])(
    "is not sent for %s",
    async (path) => {
      const answer = await get(path);

      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain("<title>Weft</title>");
    },
  );

  test("is not sent to a program that requests a wrong URL, nor for a write", async () => {
    const program = await get("/itmes", { accept: "*/*" });
    const write = await fetch(`${service.address}/loads`, { method: "POST", headers: html });

    for (const answer of [program, write]) {
      expectProblem({ status: answer.status, headers: answer.headers, body: await answer.json() }, "not-found");
    }
  });
});

test("a problem during navigation is shown as a page, with its code and the request id", async () => {
  const answer = await get("/api/sso/nobody%3Cb%3E");

  const body = await answer.text();
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(body).toContain("<h1>Not found</h1>");
  expect(body).toContain('<a href="/sign-in">Go to sign-in</a>');
  expect(body).toContain(`request\n<code>${answer.headers.get("x-request-id")}</code>`);
  expect(body).not.toContain("<b>");
});

test("a program receives problems as JSON, even in a browser", async () => {
  const answer = await get("/api/items", { accept: "application/json, text/html" });

  expect(answer.headers.get("content-type")).toContain("application/problem+json");
});

describe("the files of the page", () => {
  test.each([
    ["br, gzip", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0, gzip", "gzip"],
  ])("are compressed as %s allows", async (accepted, encoding) => {
    const answer = await get("/assets/index-1.js", { "accept-encoding": accepted });

    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("vary")).toContain("accept-encoding");
    expect(await answer.text()).toBe(script);
  });

  test("are sent uncompressed to clients that accept no encoding", async () => {
    const answer = await get("/assets/index-1.js", { "accept-encoding": "identity" });

    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.text()).toBe(script);
  });

  test.each(["/assets/..%2fsecret.txt", "/assets/%2e%2e%2fsecret.txt", "/assets/../secret.txt", "/assets/"])(
    "are limited to those of the build: %s",
    async (path) => {
      const answer = await get(path);

      expect(await answer.text()).not.toContain("never to be sent");
      expect([200, 404]).toContain(answer.status);
    },
  );
});

describe("where no console was built", () => {
  let bare: TestService;

  beforeAll(async () => {
    bare = await startTestService({}, undefined, { consoleFolder: join(folder, "nothing") });
  });

  afterAll(() => bare.stop());

  test("the front page links to the reference, and there are no other pages", async () => {
    const front = await fetch(bare.address, { headers: html });
    const other = await fetch(`${bare.address}/loads`, { headers: html });

    expect(await front.text()).toContain('<a href="/api/docs">API reference</a>');
    expect(other.status).toBe(404);
  });

  test("the front page shows a validated URL, and nothing from the Host header", async () => {
    const page = await sendRequest(`${bare.address}/`, { headers: { host: "<script>alert(1)</script>" } });

    expect(page.body).toContain(`<code>${bare.address}/api</code>`);
    expect(page.body).not.toContain("alert(1)");
  });
});
