import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderGuides } from "../../../../tools/render-guides.ts";
import { unauthenticated } from "../../platform/errors.ts";
import { createHttpServer } from "../../platform/http/http-server.ts";
import { handleUnknownPaths } from "../../platform/http/problem-response.ts";
import type { Gatekeeper } from "../../platform/http/register-routes.ts";
import { expectProblem } from "../../platform/http/testing/expect-problem.ts";
import { sendRequest } from "../../platform/http/testing/send-request.ts";
import { registerReferenceRoutes } from "../reference-routes.ts";
import { registerGuideRoutes } from "./guide-routes.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const opened: FastifyInstance[] = [];

let folder: string;
let address: string;

/** There are no credentials without a database. */
const noOne: Gatekeeper = {
  admit() {
    throw unauthenticated();
  },
};

/** The guides need no database, so a server without one serves them. */
async function serve(from: string): Promise<string> {
  const app = await createHttpServer({
    logger: pino({ level: "silent" }),
    bodyBytesMax: 1024,
    urlBytesMax: 1024,
    jsonDepthMax: 8,
    trustProxy: false,
    corsOrigins: [],
    publicUrl: undefined,
    host: "127.0.0.1",
    tls: undefined,
  });
  opened.push(app);
  handleUnknownPaths(app);
  registerReferenceRoutes(app, {
    gatekeeper: noOne,
    types: { typesOf: () => Promise.reject(unauthenticated()) },
  });
  registerGuideRoutes(app, from);
  return app.listen({ host: "127.0.0.1", port: 0 });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-guides-"));
  expect(renderGuides(root, folder)).toEqual([]);
  await writeFile(join(folder, "secret.txt"), "never to be sent");
  address = await serve(folder);
});

afterAll(async () => {
  await Promise.all(opened.map((app) => app.close()));
  await rm(folder, { recursive: true, force: true });
});

async function read(path: string): Promise<string> {
  const answer = await fetch(address + path);
  expect(answer.status, path).toBe(200);
  return answer.text();
}

describe("the index", () => {
  test.each(["text/html", "*/*", "application/json"])("is a page for clients that accept %s", async (accept) => {
    const answer = await fetch(`${address}/docs`, { headers: { accept } });

    const html = await answer.text();
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; .*; script-src 'self'; connect-src 'self'$/,
    );
    expect(html.match(/<h2 id="\w+"/g)).toEqual(
      ["start", "guides", "operate", "reference"].map((id) => `<h2 id="${id}"`),
    );
    expect(html).toContain(
      '<a href="/docs/polling">Polling</a><p>follow changes with a cursor, without missing any.</p>',
    );
  });

  test("names every document of docs/ once", async () => {
    const documents = (await readdir(join(root, "docs"))).filter((name) => /^(?!README).*\.md$/.test(name));
    const index = await read("/docs");

    const named = documents.map((name) => index.split(`href="/docs/${name.replace(".md", "")}"`).length - 1);

    expect(Object.fromEntries(documents.map((name, place) => [name, named[place]]))).toEqual(
      Object.fromEntries(documents.map((name) => [name, 1])),
    );
  });

  test("lists pages of which none needs another host, an inline script or an inline style", async () => {
    const index = await read("/docs");
    const paths = [...index.matchAll(/<li><a href="(\/docs\/[^"#]+)"/g)].map(([, path = ""]) => path);

    const pages = await Promise.all(paths.map(read));

    expect(paths.length).toBeGreaterThan(15);
    for (const page of [index, ...pages]) {
      expect(page).toMatch(/^<!doctype html>/);
      expect(page).not.toMatch(
        /<script(?! type="module" src="\/docs\/assets\/)|\son\w+=|\sstyle=|(?:src|srcset|action)="(?!\/)/,
      );
    }
  });
});

describe("a guide", () => {
  test("has linkable headings, a list of them, and a list of all guides that marks the current one", async () => {
    const html = await read("/docs/webhooks");

    expect(html).toContain('<h2 id="message-format">');
    expect(html).toContain('<li class="depth-2"><a href="#message-format">Message format</a></li>');
    expect(html).toContain('<a href="/docs/webhooks" aria-current="page">Webhooks</a>');
    expect(html).toContain("<title>Webhooks · Weft</title>");
  });

  test("links to other guides as pages, including files outside of docs", async () => {
    const polling = await read("/docs/polling");
    const start = await read("/docs/start");

    expect(polling).toContain('<a href="/docs/java-client">Java client</a>');
    expect(polling).toContain('<a href="/docs/examples/keep-changes.ts">');
    expect(start).toContain('<a href="/docs/decisions">docs/decisions</a>');
    expect(start).toContain('<a href="/api/docs">http://127.0.0.1:3000/api/docs</a>');
  });

  test("is served as Markdown at its name with .md, and links to Markdown", async () => {
    const answer = await fetch(`${address}/docs/polling.md`);

    const text = await answer.text();
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(text).toMatch(/^# Polling/);
    expect(text).toContain("[Java client](/docs/java-client.md)");
  });

  test.each(["changelog", "contributing", "reporting", "decisions", "decisions/0004-contract-and-http"])(
    "%s is a guide too",
    async (name) => {
      expect(await read(`/docs/${name}`)).toContain('<nav class="guides" aria-label="Guides">');
      expect(await read(`/docs/${name}.md`)).toMatch(/^# /);
    },
  );

  test("shows code and placeholders as text, never as markup", async () => {
    const html = await read("/docs/api");

    expect(html).toContain("X-Api-Key: &lt;API_KEY&gt;");
    expect(html).not.toMatch(/<API_KEY|<id>/);
  });
});

interface Visit {
  readonly path: string;
  readonly status: number;
  readonly html: string;
  readonly links: readonly URL[];
}

/**
 * A page with its links within the service; of files, only the status. The console and the reference, which redirects,
 * need a browser.
 */
async function visit(path: string): Promise<Visit> {
  const method = /\.\w+$/.test(path) ? "HEAD" : "GET";
  const { status, body } = await sendRequest(address + path, { method });
  const links = [...String(body).matchAll(/\s(?:href|src|data-index)="([^"]+)"/g)]
    .map(([, link = ""]) => new URL(link.replaceAll("&amp;", "&"), address + path))
    .filter(({ origin, pathname }) => origin === address && pathname !== "/");
  return { path, status, html: String(body), links };
}

test("every link of every page leads to a page or file, and to a heading that exists", async () => {
  const visits = new Map<string, Visit>();

  for (let paths = ["/docs"]; paths.length > 0; ) {
    const wave = await Promise.all(paths.map(visit));
    for (const visited of wave) visits.set(visited.path, visited);
    const found = new Set(wave.flatMap(({ links }) => links.map(({ pathname }) => pathname)));
    paths = [...found].filter((path) => !visits.has(path));
  }

  const lost = [...visits.values()].flatMap(({ path, links }) =>
    links
      .filter(({ hash }) => hash !== "")
      .filter(
        ({ pathname, hash }) => !visits.get(pathname)?.html.includes(` id="${decodeURIComponent(hash.slice(1))}"`),
      )
      .map(({ pathname, hash }) => `${path} links to ${pathname}${hash}`),
  );
  expect([...visits.values()].filter(({ status }) => status >= 400).map(({ path }) => path)).toEqual([]);
  expect(lost).toEqual([]);
  expect(visits.size).toBeGreaterThan(120);
});

test("the files of the pages are kept by browsers, and replaced when they change", async () => {
  const html = await read("/docs/api");
  const [, script = ""] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
  const [, index = ""] = / data-index="([^"]+)"/.exec(html) ?? [];

  const answers = await Promise.all(
    [script, index, "/docs/assets/inter.woff2"].map((path) => sendRequest(address + path, { method: "HEAD" })),
  );

  expect(answers.map(({ headers }) => [headers.get("content-type"), headers.get("cache-control")])).toEqual([
    ["text/javascript; charset=utf-8", "public, max-age=31536000, immutable"],
    ["application/json; charset=utf-8", "public, max-age=31536000, immutable"],
    ["font/woff2", "public, max-age=604800"],
  ]);
});

test("pictures are sent with their size on the page, and examples as text", async () => {
  const picture = await fetch(`${address}/docs/images/overview-light.png`);
  const example = await fetch(`${address}/docs/examples/keep-changes.ts`);

  expect(await read("/docs/console")).toMatch(
    /<img src="\/docs\/images\/overview-light.png" alt="The overview" width="\d+"/,
  );
  expect(await read("/docs/measurements")).toMatch(
    /<img src="\/docs\/images\/bench.svg" alt="[^"]+" width="\d+" height="\d+"/,
  );
  expect((await fetch(`${address}/docs/images/bench.svg`)).headers.get("content-type")).toBe("image/svg+xml");
  expect(picture.headers.get("content-type")).toBe("image/png");
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(
    await readFile(join(root, "docs/images/overview-light.png")),
  );
  expect(example.headers.get("content-type")).toBe("text/plain; charset=utf-8");
});

test.each(["/llms.txt", "/docs/llms.txt"])(
  "%s lists the guides as Markdown, and the reference, for programs",
  async (path) => {
    const answer = await fetch(address + path);

    const text = await answer.text();
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^# Weft\n\n> Weft is a product data service: [^\n]+\n\n## Start\n\n- \[/);
    expect(text).toContain(`- [Polling](${address}/docs/polling.md): follow changes with a cursor`);
    expect(text).toContain(`](${address}/api/openapi.json): `);
    expect(text).toContain(`](${address}/errors): `);
    const links = [...text.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, link = ""]) => link);
    const statuses = await Promise.all(links.map(async (link) => (await fetch(link)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  },
);

test.each(["/docs/nowhere", "/docs/nowhere.md", "/docs/secret.txt", "/docs/guides.json", "/docs/..%2fsecret.txt"])(
  "%s is not found",
  async (path) => {
    expectProblem(await sendRequest(address + path), "not-found");
  },
);

test("without built guides the service says what to run", async () => {
  const bare = await serve(join(folder, "nothing"));

  const answer = await fetch(`${bare}/docs`);

  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("<pre>npm run build</pre>");
  expectProblem(await sendRequest(`${bare}/docs/polling`), "not-found");
});
