// Creates the pages below /docs: guides.json, and the files that pages show, load or link to.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { buildSync } from "esbuild";
import type { Guides } from "../server/src/reference/guides/guide-files.ts";
import { buildSearchIndex } from "./guide-index.ts";
import { type GuideSource, indexPath, listFiles, readSources } from "./guide-sources.ts";
import { knownLanguages } from "./highlight-code.ts";
import { plainText, type RenderedMarkdown, readGroups, renderMarkdown } from "./render-markdown.ts";

// Statements about a newly started service apply to the one that serves the guides.
const ownOrigin = "http://127.0.0.1:3000";

interface Site {
  readonly root: string;
  readonly files: Readonly<Record<string, string>>;
  /** Of pages, by their path in the checkout. */
  readonly names: ReadonlyMap<string, string>;
  readonly errors: string[];
}

type RenderedPage = RenderedMarkdown & GuideSource;

/** Returns the errors of the guides: broken links, and code that cannot be colored. Throws on raw HTML, and on an index entry without a sentence. */
export function renderGuides(root: string, folder = join(root, "server/dist/docs")): string[] {
  const sources = readSources(root);
  const files = listFiles(root);
  const site = { root, files, names: new Map(sources.map(({ path, name }) => [path, name])), errors: [] };
  const [index, ...others] = sources.map((source) => renderPage(site, source));
  if (index === undefined) {
    throw new Error(`${indexPath} was not rendered.`);
  }
  const groups = readGroups(sources[0].markdown).map(({ title, entries }) => ({
    title,
    entries: entries.map(({ href, ...entry }) => ({ ...entry, address: addressOf(site, indexPath, href) })),
  }));
  const assets = writeAssets(root, folder, searchIndexOf(groups, others));
  write(folder, site, {
    title: index.title,
    introduction: plainText(/\n\n([\s\S]+?)\n\n/.exec(index.markdown)?.[1] ?? ""),
    groups,
    pages: others.map(({ name, title, html, headings, markdown }) => ({ name, title, html, headings, markdown })),
    ...assets,
    files: [...Object.values(files), ...assets.files],
  });
  return [...new Set([...site.errors, ...findLostHeadings([index, ...others]), ...findUnknownLanguages(others)])];
}

function renderPage(site: Site, { path, name, markdown }: GuideSource): RenderedPage {
  const rendered = renderMarkdown(markdown, {
    addressOf: (href) => addressOf(site, path, href),
    sizeOf: (href) => readPictureSize(join(site.root, targetOf(path, href))),
  });
  // Programs read the Markdown, and follow its links to other Markdown.
  const withLinks = rendered.hrefs.reduce(
    (text, href) => text.replaceAll(`](${href})`, `](${addressOf(site, path, href, ".md")})`),
    markdown,
  );
  return { ...rendered, path, name, markdown: withLinks };
}

/** The URL on the site of a link in a file of the checkout. */
function addressOf({ names, files, errors }: Site, from: string, href: string, extension = ""): string {
  if (href === ownOrigin || href.startsWith(`${ownOrigin}/`)) {
    return href.slice(ownOrigin.length) || "/";
  }
  if (/^(https?:|#)/.test(href)) {
    return href;
  }
  const target = targetOf(from, href);
  if (target === indexPath) {
    return `/docs${hashOf(href)}`;
  }
  const name = names.get(target);
  const place = name === undefined ? files[target] : `${name}${extension}`;
  if (place === undefined) {
    errors.push(`${from} links to ${href}, which is not a page: add it to ${indexPath}.`);
  }
  return `/docs/${place}${hashOf(href)}`;
}

/** The path in the checkout. */
function targetOf(from: string, href: string): string {
  return posix.join(posix.dirname(from), href.replace(/#.*$/, "")).replace(/\/$/, "");
}

function hashOf(href: string): string {
  return /#.*$/.exec(href)?.[0] ?? "";
}

function findLostHeadings(pages: readonly RenderedPage[]): string[] {
  const known = new Set(pages.flatMap(({ path, headings }) => headings.map(({ id }) => `${path}#${id}`)));
  return pages.flatMap(({ path, hrefs }) =>
    hrefs
      .filter((href) => href.includes("#") && !/^https?:/.test(href))
      .filter((href) => !known.has(`${href.startsWith("#") ? path : targetOf(path, href)}${hashOf(href)}`))
      .map((href) => `${path} links to ${href}, but the heading does not exist.`),
  );
}

function findUnknownLanguages(pages: readonly RenderedPage[]): string[] {
  return pages.flatMap(({ path, unknownLanguages }) =>
    unknownLanguages.map((name) => `${path} has code in ${name}: use one of ${knownLanguages.join(", ")}, or add it.`),
  );
}

/** From the header of an SVG or a PNG, so that a page does not shift while its pictures load. */
function readPictureSize(path: string): { width: string | number; height: string | number } {
  if (path.endsWith(".svg")) {
    const [, width = "", height = ""] =
      /^<svg[^>]* width="(\d+)" height="(\d+)"/.exec(readFileSync(path, "utf8")) ?? [];
    return { width, height };
  }
  const header = readFileSync(path).subarray(16, 24);
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
}

/** Guides come first, then the pages of the group Reference, and last the decisions, which the index does not list. */
const ranks = { guide: 1, reference: 0.5, unlisted: 0.3 };

function searchIndexOf(groups: Guides["groups"], pages: readonly RenderedPage[]): string {
  const listed = new Map(
    groups.flatMap(({ title: group, entries }) =>
      entries.map(({ address, title }) => {
        const rank = group === "Reference" ? ranks.reference : ranks.guide;
        return [address, { title, rank }];
      }),
    ),
  );
  const indexed = pages.map(({ name, title, html }) => {
    const address = `/docs/${name}`;
    return { address, html, ...(listed.get(address) ?? { title, rank: ranks.unlisted }) };
  });
  return JSON.stringify(buildSearchIndex(indexed));
}

const fontPackage = "node_modules/@fontsource-variable/inter";

/** The scripts, the index and the font of the pages. Names contain a hash of the content, so browsers keep them for good. */
function writeAssets(
  root: string,
  folder: string,
  searchIndex: string,
): Pick<Guides, "script" | "searchIndex" | "files"> {
  const assets = join(folder, "assets");
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: { guides: "console/src/guides/guides.ts" },
    outdir: assets,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    metafile: true,
    logLevel: "warning",
  });
  const scripts = Object.keys(metafile.outputs).map((path) => `assets/${basename(path)}`);
  const indexFile = `assets/search-${createHash("sha256").update(searchIndex).digest("hex").slice(0, 8)}.json`;
  writeFileSync(join(folder, indexFile), searchIndex);
  cpSync(join(root, fontPackage, "files/inter-latin-wght-normal.woff2"), join(assets, "inter.woff2"));
  cpSync(join(root, fontPackage, "LICENSE"), join(assets, "inter-license.txt"));
  return {
    script: scripts.find((name) => name.startsWith("assets/guides-")) ?? "",
    searchIndex: indexFile,
    files: [...scripts, indexFile, "assets/inter.woff2", "assets/inter-license.txt"],
  };
}

function write(folder: string, { root, files }: Site, guides: Guides): void {
  for (const [path, place] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    cpSync(join(root, path), join(folder, place));
  }
  // Renamed, so that a service that starts in the meantime reads the old one or the new one.
  const fresh = join(folder, `guides-${process.pid}.json`);
  writeFileSync(fresh, JSON.stringify(guides));
  renameSync(fresh, join(folder, "guides.json"));
  // What an earlier build left.
  for (const name of readdirSync(join(folder, "assets")).filter((file) => !guides.files.includes(`assets/${file}`))) {
    rmSync(join(folder, "assets", name));
  }
}

if (process.argv[1] === import.meta.filename) {
  const errors = renderGuides(join(import.meta.dirname, ".."), process.argv[2]);
  for (const error of errors) {
    console.error(error);
  }
  process.exitCode = errors.length > 0 ? 1 : 0;
}
