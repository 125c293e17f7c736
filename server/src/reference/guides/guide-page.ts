import { escapeHtml, renderDocument } from "../page.ts";
import type { Guide, Guides } from "./guide-files.ts";

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
  return renderFrame({
    title: guides.title,
    main: `<div class="index"><h1>${escapeHtml(guides.title)}</h1><p class="lead">${escapeHtml(guides.introduction)}</p>
${groups.join("\n")}</div>`,
  });
}

/** A guide between the list of all guides and the list of its headings. */
export function renderGuide(guides: Guides, guide: Guide): string {
  const headings = renderHeadings(guide);
  return renderFrame({
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

function renderFrame({ title, main }: { readonly title: string; readonly main: string }): string {
  return renderDocument({
    title,
    styles: guideStyles,
    body: `
<a class="skip" href="#main">Skip to content</a>
<header><a class="home" href="/docs">Weft <span>guides</span></a>
<nav aria-label="Elsewhere"><a href="/docs">All guides</a> <a href="/api/docs">Reference</a> <a href="/">Console</a></nav></header>
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

/** Styles of the guides: three columns on a wide screen, one on a phone. */
const guideStyles = `
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: .2rem; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .25rem .5rem; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; justify-content: space-between;
  padding: .75rem 1.5rem; border-bottom: 1px solid var(--line); }
header a { text-decoration: none; }
header .home { color: var(--ink); font-weight: 700; }
header .home span { color: var(--soft); font-weight: 400; }
header nav { display: flex; gap: 1rem; }
.columns { display: grid; grid-template-columns: 14rem minmax(0, 46rem) 14rem; gap: 2.5rem; justify-content: center; padding: 0 1.5rem; }
.columns > nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 0; font-size: .875rem; }
.columns > nav p { margin: 1rem 0 .25rem; color: var(--soft); font-weight: 600; }
.columns > nav p:first-child { margin-top: 0; }
nav ul, details ul { list-style: none; margin: 0; padding: 0; }
nav li, details li { margin: 0; }
nav li a, details li a { display: block; padding: .15rem 0; text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover, details li a:hover { text-decoration: underline; }
nav a[aria-current] { color: var(--ink); font-weight: 600; border-left: 3px solid var(--link); padding-left: .5rem; margin-left: -.7rem; }
nav.guides { padding-left: .75rem !important; }
.depth-3 { padding-left: .9rem; }
article { padding: 2rem 0 4rem; min-width: 0; overflow-wrap: break-word; }
details.headings { display: none; border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; margin-bottom: 1.5rem; }
summary { cursor: pointer; font-weight: 600; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.4rem; line-height: 1.3; margin: 2.5rem 0 .75rem; padding-top: .5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.anchor { color: var(--soft); text-decoration: none; font-weight: 400; opacity: 0; }
:is(h1, h2, h3, h4):hover .anchor, .anchor:focus { opacity: 1; }
p.lead { color: var(--soft); font-size: 1.1rem; margin-top: 0; }
li { margin: .25rem 0; }
code, pre { font: .875em/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
:not(pre) > code { background: var(--shade); padding: .1em .3em; border-radius: .25rem; overflow-wrap: anywhere; }
pre { background: var(--shade); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; overflow-x: auto; font-size: .8125rem; }
pre code { font-size: inherit; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
td, th { text-align: left; vertical-align: top; padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); }
td:first-child { min-width: 7rem; }
td code { overflow-wrap: normal !important; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .5rem; display: block; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
article > footer { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
article > footer span { display: block; color: var(--soft); font-size: .8125rem; }
article > footer a { text-decoration: none; }
article > footer p { flex-basis: 100%; font-size: .875rem; color: var(--soft); }
a[rel=next] { margin-left: auto; text-align: right; }
.index { max-width: 64rem; margin: 0 auto; padding: 3rem 1.5rem 4rem; }
.index .lead { max-width: 46rem; }
.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); }
.cards li { margin: 0; }
.cards a { font-weight: 600; text-decoration: none; }
.cards a:hover { text-decoration: underline; }
.cards p { margin: 0; color: var(--soft); font-size: .9375rem; }
.cards p::first-letter { text-transform: uppercase; }
@media (max-width: 78rem) {
  .columns { grid-template-columns: 13rem minmax(0, 46rem); }
  nav.headings { display: none; }
  details.headings { display: block; }
}
@media (max-width: 52rem) {
  .columns { grid-template-columns: minmax(0, 1fr); padding: 0 1rem; }
  nav.guides { display: none; }
  header { padding: .75rem 1rem; }
  article { padding-top: 1.5rem; }
  h1 { font-size: 1.6rem; }
}
@media print { header, nav, details.headings, .anchor, article > footer { display: none; } }
`;
