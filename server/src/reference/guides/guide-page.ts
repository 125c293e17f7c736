import { escapeHtml, renderDocument, renderHeader, securityPolicy } from "../page.ts";
import type { Guide, Guides } from "./guide-files.ts";
import { guideStyles } from "./guide-styles.ts";

/** The scripts of the guides fetch the search index. */
export const guideHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": securityPolicy({ "script-src": "'self'", "connect-src": "'self'" }),
};

export function renderGuideIndex(guides: Guides): string {
  const groups = guides.groups.map(
    ({ title, entries }) => `<section><h2 id="${title.toLowerCase()}">${escapeHtml(title)}</h2>
<ul class="cards">${entries
      .map(
        (entry) =>
          `<li><a href="${escapeHtml(entry.address)}">${escapeHtml(entry.title)}</a><p>${escapeHtml(entry.sentence)}</p></li>`,
      )
      .join("\n")}</ul></section>`,
  );
  return renderFrame(guides, {
    title: guides.title,
    main: `<div class="index"><h1>${escapeHtml(guides.title)}</h1><p class="lead">${escapeHtml(guides.introduction)}</p>
${groups.join("\n")}</div>`,
  });
}

/** A guide between the list of all guides and the list of its headings. */
export function renderGuide(guides: Guides, guide: Guide): string {
  const headings = renderHeadings(guide);
  return renderFrame(guides, {
    title: `${guide.title} · Weft`,
    main: `<div class="columns">
<nav class="guides" aria-label="Guides">${renderList(guides, guide)}</nav>
<article>
${headings === "" ? "" : `<details class="headings"><summary>On this page</summary>${headings}</details>`}
${guide.html}
${renderNeighbours(guides, guide)}
</article>
<nav class="headings" aria-label="On this page">${headings === "" ? "" : `<p>On this page</p>${headings}`}</nav>
</div>`,
  });
}

interface FrameInput {
  readonly title: string;
  readonly main: string;
}

function renderFrame({ script, searchIndex }: Guides, { title, main }: FrameInput): string {
  // Hidden until the script is there: without it there is nothing to open.
  const controls = `<button type="button" class="search" hidden data-index="/docs/${escapeHtml(searchIndex)}" aria-keyshortcuts="/">
<span>Search</span><kbd aria-hidden="true">/</kbd></button>`;
  return renderDocument({
    title,
    styles: guideStyles,
    scripts: `<script type="module" src="/docs/${escapeHtml(script)}"></script>\n`,
    body: `
<a class="skip" href="#main">Skip to content</a>
${renderHeader({ current: "/docs", controls })}
<main id="main">${main}</main>
`,
  });
}

function renderList({ groups }: Guides, { name }: Guide): string {
  // A decision is listed below the index of decisions.
  const [current = name] = name.split("/");
  return groups
    .map(
      ({ title, entries }) =>
        `<p>${escapeHtml(title)}</p><ul>${entries
          .map((entry) => {
            const mark = entry.address === `/docs/${current}` ? ' aria-current="page"' : "";
            return `<li><a href="${escapeHtml(entry.address)}"${mark}>${escapeHtml(entry.title)}</a></li>`;
          })
          .join("")}</ul>`,
    )
    .join("\n");
}

function renderHeadings({ headings }: Guide): string {
  const shown = headings.filter(({ depth }) => depth <= 3);
  return shown.length === 0
    ? ""
    : `<ul>${shown
        .map(({ id, depth, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`)
        .join("")}</ul>`;
}

function renderNeighbours({ groups, pages }: Guides, guide: Guide): string {
  const place = pages.indexOf(guide);
  const entries = groups.flatMap((group) => group.entries);
  const titleOf = ({ name, title }: Guide) =>
    entries.find(({ address }) => address === `/docs/${name}`)?.title ?? title;
  const linkTo = (word: string, neighbour: Guide | undefined) =>
    neighbour === undefined
      ? ""
      : `<a rel="${word === "Next" ? "next" : "prev"}" href="/docs/${escapeHtml(neighbour.name)}"><span>${word}</span> ${escapeHtml(titleOf(neighbour))}</a>`;
  return `<footer>${linkTo("Previous", pages[place - 1])}${linkTo("Next", pages[place + 1])}
<p>For programs: <a href="/docs/${escapeHtml(guide.name)}.md">this page as Markdown</a></p></footer>`;
}
