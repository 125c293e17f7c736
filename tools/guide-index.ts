// The index with which pages below /docs are searched in the browser.
import { type SearchIndex, termsOf } from "../console/src/guides/search-index.ts";

export interface IndexedPage {
  readonly title: string;
  readonly address: string;
  readonly rank: number;
  /** As rendered by render-markdown.ts: its headings have ids. */
  readonly html: string;
}

/** What a term adds to its section: most as the only one of its heading, least in its text. */
const weights = { heading: 6, headingShare: 8, title: 5, text: 2, textMost: 6 };

export function buildSearchIndex(pages: readonly IndexedPage[]): SearchIndex {
  const sections = pages.flatMap((page, place) => splitSections(page).map((section) => ({ page: place, ...section })));
  const terms = new Map<string, number[]>();
  sections.forEach((section, place) => {
    for (const [term, weight] of weigh(section, pages[section.page]?.title ?? "")) {
      const postings = terms.get(term) ?? [];
      postings.push(place, weight);
      terms.set(term, postings);
    }
  });
  return {
    pages: pages.map(({ title, address, rank }) => ({ title, address, rank })),
    sections,
    terms: Object.fromEntries(terms),
  };
}

interface Section {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** The title of a page heads the part before its first heading, which is found at the address of the page itself. */
function splitSections({ title, html }: IndexedPage): Section[] {
  const [first = "", ...others] = html.split(/(?=<h[2-6] id=")/);
  return [
    { id: "", heading: title, text: textOf(first.replace(/<h1[\s\S]*?<\/h1>/, "")) },
    ...others.map((part) => {
      const [whole, id = "", heading = ""] = /^<h\d id="([^"]*)">([\s\S]*?)<a class="anchor"[\s\S]*?<\/h\d>/.exec(
        part,
      ) ?? [""];
      return { id, heading: textOf(heading), text: textOf(part.slice(whole.length)) };
    }),
  ];
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Tags within a word separate nothing. */
function textOf(html: string): string {
  return html
    .replaceAll(/<\/?(?:a|code|em|span|strong)\b[^>]*>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name?: string) =>
      code === undefined ? (entities[name ?? ""] ?? whole) : String.fromCodePoint(Number(code)),
    )
    .replaceAll(/\s+/g, " ")
    .trim();
}

function weigh({ heading, text }: Section, title: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of termsOf(text)) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const found = new Map<string, number>();
  for (const [term, count] of counts) {
    found.set(term, Math.min(weights.textMost, weights.text + count - 1));
  }
  const add = (term: string, weight: number) => found.set(term, (found.get(term) ?? 0) + weight);
  const inHeading = new Set(termsOf(heading));
  for (const term of inHeading) add(term, weights.heading + Math.round(weights.headingShare / inHeading.size));
  for (const term of new Set(termsOf(title))) add(term, weights.title);
  return found;
}
