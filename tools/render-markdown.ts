// Markdown to HTML for a strict page: no raw HTML, headings with anchors, colored code, scrollable tables.
import { Marked, type Tokens } from "marked";
import { highlightCode, isAligned, knownLanguages, type Token } from "./highlight-code.ts";

interface Heading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
}

interface RenderOptions {
  /** The URL of a link on the site. */
  readonly addressOf: (href: string) => string;
  /** The size of a picture. */
  readonly sizeOf: (href: string) => { readonly width: string | number; readonly height: string | number };
}

export interface RenderedMarkdown {
  readonly title: string;
  readonly html: string;
  /** Without the title. */
  readonly headings: readonly Heading[];
  /** As written. */
  readonly hrefs: readonly string[];
  /** The languages of its code that cannot be colored. */
  readonly unknownLanguages: readonly string[];
}

export function renderMarkdown(text: string, { addressOf, sizeOf }: RenderOptions): RenderedMarkdown {
  const headings: Heading[] = [];
  const hrefs: string[] = [];
  const languages = new Set<string>();
  const slugOf = createSlugger();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: source }) {
        const html = this.parser.parseInline(tokens);
        const id = slugOf(plainText(source));
        headings.push({ id, depth, text: plainText(source) });
        return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="${escapeHtml(`Link to ${plainText(source)}`)}">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        hrefs.push(href);
        return `<a href="${escapeHtml(addressOf(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text: words }) {
        hrefs.push(href);
        const address = escapeHtml(addressOf(href));
        const { width, height } = sizeOf(href);
        return `<a class="picture" href="${address}"><img src="${address}" alt="${escapeHtml(words)}" width="${width}" height="${height}" loading="lazy"></a>`;
      },
      code(token) {
        languages.add(languageOf(token));
        return renderCode(token);
      },
      html({ text: raw }) {
        throw new Error(`Raw HTML is not allowed in a guide: ${raw.trim()}`);
      },
    },
  });
  const html = marked
    .parse(text, { async: false })
    .replaceAll("<table>", '<div class="scroll" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    // Screen readers announce an empty heading.
    .replaceAll(/<th([^>]*)><\/th>/g, "<td$1></td>");
  const unknownLanguages = [...languages].filter((language) => !["", ...knownLanguages].includes(language));
  return { title: headings[0]?.text ?? "", html, headings: headings.slice(1), hrefs, unknownLanguages };
}

/** Each line is a block, whose continuation is indented where it wraps. */
function renderCode(token: Tokens.Code): string {
  const language = languageOf(token);
  const lines = highlightCode(token.text, language).map(
    (tokens) => `<span class="line">${tokens.map(renderToken).join("")}\n</span>`,
  );
  const attributes = isAligned(language) ? ' class="aligned" tabindex="0"' : "";
  return `<div class="code"><pre${attributes}><code>${lines.join("")}</code></pre></div>\n`;
}

/** The first word after the fence. */
function languageOf({ lang = "" }: Tokens.Code): string {
  return lang.split(" ")[0] ?? "";
}

function renderToken({ kind, text }: Token): string {
  return kind === undefined ? escapeHtml(text) : `<span class="${kind}">${escapeHtml(text)}</span>`;
}

interface IndexGroup {
  readonly title: string;
  readonly entries: { readonly title: string; readonly href: string; readonly sentence: string }[];
}

/** The groups of an index page: a heading, and below it links with a sentence each. */
export function readGroups(text: string): readonly IndexGroup[] {
  const groups: IndexGroup[] = [];
  for (const token of new Marked().lexer(text)) {
    if (token.type === "heading" && token["depth"] === 2) {
      groups.push({ title: token["text"], entries: [] });
    } else if (token.type === "list") {
      groups.at(-1)?.entries.push(...token["items"].map(readEntry));
    }
  }
  return groups;
}

/** Without code, emphasis and link markup. */
export function plainText(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]|\\(?=\W)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function readEntry({ text }: Tokens.ListItem): IndexGroup["entries"][number] {
  const [, title = "", href = "", sentence = ""] = /^\[([^\]]+)\]\(([^)]+)\): ([\s\S]+)$/.exec(text) ?? [];
  if (sentence === "") {
    throw new Error(`An entry of the index must be a link, a colon and a sentence: ${text}`);
  }
  return { title, href, sentence: plainText(sentence) };
}

/** Like GitHub, so that a link with a hash works in both places. */
function createSlugger(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}
