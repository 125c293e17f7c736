import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { unlessMissing } from "../../platform/error-code.ts";
import { nothingFound } from "../../platform/errors.ts";
import { factsOf } from "../../platform/http/request-facts.ts";
import { onFirstUse } from "../../platform/on-first-use.ts";
import { pageHeaders, renderPage } from "../page.ts";
import { type Guides, readGuides } from "./guide-files.ts";
import { guideHeaders, renderGuide, renderGuideIndex } from "./guide-page.ts";

// Clients must revalidate a cached page: an upgrade may change it.
const freshness = { "cache-control": "no-cache" };
const plainText = "text/plain; charset=utf-8";
const fileTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The guides at /docs, as pages for people and as Markdown for programs. They need no credential. */
export function registerGuideRoutes(app: FastifyInstance, folder: string): void {
  const load = onFirstUse(() => readGuides(folder));
  const loadBuilt = async () => {
    const guides = await load();
    if (guides === undefined) {
      throw nothingFound("The guides were not built. See /docs.");
    }
    return guides;
  };
  app.get("/docs", async (_request, reply) => {
    const guides = await load();
    return guides === undefined
      ? reply.headers(pageHeaders).send(renderPage(notBuilt))
      : sendHtml(reply, renderGuideIndex(guides));
  });
  for (const path of ["/llms.txt", "/docs/llms.txt"]) {
    app.get(path, async (request, reply) => {
      const text = listForPrograms(await loadBuilt(), factsOf(request).origin);
      return reply.headers({ ...freshness, "content-type": plainText }).send(text);
    });
  }
  app.get<{ Params: { "*": string } }>("/docs/*", async (request, reply) => {
    const guides = await loadBuilt();
    const place = request.params["*"].replace(/\/$/, "");
    const guide = guides.pages.find(({ name }) => name === place.replace(/\.md$/, ""));
    if (guide !== undefined) {
      return place.endsWith(".md")
        ? reply.headers({ ...freshness, "content-type": "text/markdown; charset=utf-8" }).send(guide.markdown)
        : sendHtml(reply, renderGuide(guides, guide));
    }
    // A file of the build may be gone when a new build has replaced it.
    const bytes = guides.files.includes(place) ? await readFile(join(folder, place)).catch(unlessMissing) : undefined;
    if (bytes === undefined) {
      throw nothingFound(`There is no guide ${place}. See /docs for all of them.`);
    }
    return reply.headers({ ...freshnessOf(place), "content-type": fileTypes[extname(place)] ?? plainText }).send(bytes);
  });
}

/** The name of a built file changes with its content. That of the font, which pages without a build know, does not. */
function freshnessOf(place: string): { "cache-control": string } {
  if (place.startsWith("assets/")) {
    const isHashed = /-[\dA-Za-z]{8}\.js(on)?$/.test(place);
    return { "cache-control": isHashed ? "public, max-age=31536000, immutable" : "public, max-age=604800" };
  }
  return freshness;
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.headers({ ...freshness, ...guideHeaders }).send(html);
}

const notBuilt = {
  title: "Guides",
  body: `<h1>The guides were not built</h1>
<p class="lead">They are built from the Markdown files of the checkout.</p>
<p>Run this in the checkout, and restart the service:</p>
<pre>npm run build</pre>
<p>The <a href="/api/docs">API reference</a> and the <a href="/errors">error codes</a> are here.</p>`,
};

/** The guides in the llmstxt.org format: a title, a summary, and links to Markdown with a sentence each. */
function listForPrograms({ introduction, groups, pages }: Guides, origin: string): string {
  const names = new Set(pages.map(({ name }) => `/docs/${name}`));
  const sections = groups.map(({ title, entries }) => {
    const lines = entries.map((entry) => {
      const address = names.has(entry.address) ? `${entry.address}.md` : entry.address;
      return `- [${entry.title}](${origin}${address}): ${entry.sentence}`;
    });
    return `## ${title}\n\n${lines.join("\n")}`;
  });
  return `${["# Weft", `> ${introduction}`, ...sections].join("\n\n")}\n`;
}
