// Markdown to HTML for a strict page: no raw HTML, headings with anchors, scrollable tables.
import { Marked } from "marked";

/**
 * Returns title, HTML, headings and the links as written. `addressOf(href)` returns the URL of a link on the site, and
 * `sizeOf(href)` the size of a picture.
 */
export function renderMarkdown(text, { addressOf, sizeOf }) {
  const headings = [];
  const hrefs = [];
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
      code({ text: code, lang = "" }) {
        const [language = ""] = lang.split(" ");
        return `<pre tabindex="0"><code data-language="${escapeHtml(language)}">${escapeHtml(code)}\n</code></pre>\n`;
      },
      html({ text: raw }) {
        throw new Error(`Raw HTML is not allowed in a guide: ${raw.trim()}`);
      },
    },
  });
  const html = marked
    .parse(text)
    .replaceAll("<table>", '<div class="scroll" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    // Screen readers announce an empty heading.
    .replaceAll(/<th([^>]*)><\/th>/g, "<td$1></td>");
  return { title: headings[0]?.text ?? "", html, headings: headings.slice(1), hrefs };
}

/** The groups of an index page: a heading, and below it links with a sentence each. */
export function readGroups(text) {
  const groups = [];
  for (const token of new Marked().lexer(text)) {
    if (token.type === "heading" && token.depth === 2) {
      groups.push({ title: token.text, entries: [] });
    } else if (token.type === "list") {
      groups.at(-1).entries.push(...token.items.map(readEntry));
    }
  }
  return groups;
}

export function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Without code, emphasis and link markup. */
export function plainText(text) {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]|\\(?=\W)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function readEntry({ text }) {
  const [, title = "", href = "", sentence = ""] = /^\[([^\]]+)\]\(([^)]+)\): ([\s\S]+)$/.exec(text) ?? [];
  if (sentence === "") {
    throw new Error(`An entry of the index must be a link, a colon and a sentence: ${text}`);
  }
  return { title, href, sentence: plainText(sentence) };
}

/** Like GitHub, so that a link with a hash works in both places. */
function createSlugger() {
  const seen = new Map();
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
