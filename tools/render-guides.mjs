// Creates the pages below /docs: guides.json, and the files that pages show or link to.
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { indexPath, listFiles, readSources } from "./guide-sources.mjs";
import { plainText, readGroups, renderMarkdown } from "./render-markdown.mjs";

// Statements about a newly started service apply to the one that serves the guides.
const ownOrigin = "http://127.0.0.1:3000";

/** Returns the errors of the guides, which are broken links. Throws on raw HTML, and on an index entry without a sentence. */
export function renderGuides(root, folder = join(root, "server/dist/docs")) {
  const sources = readSources(root);
  const files = listFiles(root);
  const site = { root, files, names: new Map(sources.map(({ path, name }) => [path, name])), errors: [] };
  const pages = sources.map((source) => renderPage(site, source));
  const [index, ...others] = pages;
  write(folder, site, {
    title: index.title,
    introduction: plainText(/\n\n([\s\S]+?)\n\n/.exec(index.markdown)?.[1] ?? ""),
    groups: readGroups(sources[0].markdown).map(({ title, entries }) => ({
      title,
      entries: entries.map(({ href, ...entry }) => ({ ...entry, address: addressOf(site, indexPath, href) })),
    })),
    pages: others.map(({ name, title, html, headings, markdown }) => ({ name, title, html, headings, markdown })),
    files: Object.values(files),
  });
  return [...new Set([...site.errors, ...findLostHeadings(pages)])];
}

function renderPage(site, { path, name, markdown }) {
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
function addressOf({ names, files, errors }, from, href, extension = "") {
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
function targetOf(from, href) {
  return posix.join(posix.dirname(from), href.replace(/#.*$/, "")).replace(/\/$/, "");
}

function hashOf(href) {
  return /#.*$/.exec(href)?.[0] ?? "";
}

function findLostHeadings(pages) {
  const known = new Set(pages.flatMap(({ path, headings }) => headings.map(({ id }) => `${path}#${id}`)));
  return pages.flatMap(({ path, hrefs }) =>
    hrefs
      .filter((href) => href.includes("#") && !/^https?:/.test(href))
      .filter((href) => !known.has(`${href.startsWith("#") ? path : targetOf(path, href)}${hashOf(href)}`))
      .map((href) => `${path} links to ${href}, but the heading does not exist.`),
  );
}

/** From the header of an SVG or a PNG, so that a page does not shift while its pictures load. */
function readPictureSize(path) {
  if (path.endsWith(".svg")) {
    const [, width, height] = /^<svg[^>]* width="(\d+)" height="(\d+)"/.exec(readFileSync(path, "utf8")) ?? [];
    return { width, height };
  }
  const header = readFileSync(path).subarray(16, 24);
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
}

function write(folder, { root, files }, guides) {
  for (const [path, place] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    cpSync(join(root, path), join(folder, place));
  }
  // Renamed, so that a service that starts in the meantime reads the old one or the new one.
  const fresh = join(folder, `guides-${process.pid}.json`);
  writeFileSync(fresh, JSON.stringify(guides));
  renameSync(fresh, join(folder, "guides.json"));
}

if (process.argv[1] === import.meta.filename) {
  const errors = renderGuides(join(import.meta.dirname, ".."), process.argv[2]);
  for (const error of errors) {
    console.error(error);
  }
  process.exitCode = errors.length > 0 ? 1 : 0;
}
