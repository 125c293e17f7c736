import { describe, expect, test } from "vitest";
import { searchGuides, termsOf } from "../console/src/guides/search-index.ts";
import { buildSearchIndex, type IndexedPage } from "./guide-index.ts";
import { renderMarkdown } from "./render-markdown.ts";

function page(markdown: string, rank = 1): IndexedPage {
  const { title, html } = renderMarkdown(markdown, {
    addressOf: (href) => href,
    sizeOf: () => ({ width: 1, height: 1 }),
  });
  return { title, address: `/docs/${title.toLowerCase()}`, rank, html };
}

const polling = page(`# Polling

Follow changes with a cursor.

## By cursor

Send \`nextPageKey\` back until a page has none: \`{"limit": 5}\`.

### Text & \`<markup>\`

| Setting | Meaning |
|---|---|
| \`WEFT_PAGE_BYTES_MAX\` | A [list](#by-cursor) of **pol**icies |

\`\`\`sh
curl "$API/change-history" # every minute
\`\`\`
`);
const loads = page(
  "# Loads\n\nA load reads a CSV file. Pages of the cursor are elsewhere.\n\n## Textile\n\nTêxtil Porto.\n",
);
const decision = page("# Cursor\n\nWhy a cursor is a position.\n", 0.3);
const index = buildSearchIndex([polling, loads, decision]);

test("a section is a heading and the text up to the next heading, without markup", () => {
  expect(index.sections).toEqual([
    { page: 0, id: "", heading: "Polling", text: "Follow changes with a cursor." },
    {
      page: 0,
      id: "by-cursor",
      heading: "By cursor",
      text: 'Send nextPageKey back until a page has none: {"limit": 5}.',
    },
    {
      page: 0,
      id: "text--markup",
      heading: "Text & <markup>",
      text: 'Setting Meaning WEFT_PAGE_BYTES_MAX A list of policies curl "$API/change-history" # every minute',
    },
    { page: 1, id: "", heading: "Loads", text: "A load reads a CSV file. Pages of the cursor are elsewhere." },
    { page: 1, id: "textile", heading: "Textile", text: "Têxtil Porto." },
    { page: 2, id: "", heading: "Cursor", text: "Why a cursor is a position." },
  ]);
});

test.each([
  ["Cursors, cursor's", ["cursor", "cursor", "s"]],
  ["nextPageKey", ["nextpagekey", "next", "page", "key"]],
  ["WEFT_PAGE_BYTES_MAX", ["weft_page_bytes_max", "weft", "page", "byte", "max"]],
  ["Têxtil policies status class API", ["textil", "policy", "status", "class", "api"]],
  ["", []],
])("the terms of %s", (text, terms) => {
  expect(termsOf(text)).toEqual(terms);
});

describe("a search", () => {
  test.each([
    ["a word, the best heading first", "cursor", ["#by-cursor", "/docs/cursor", "/docs/polling", "/docs/loads"]],
    ["all words of a query", "page cursor", ["#by-cursor", "/docs/loads"]],
    ["the start of a word", "nextp", ["#by-cursor"]],
    ["a part of a name", "bytes max", ["#text--markup"]],
    ["a whole name in any case", "weft_page_bytes_max", ["#text--markup"]],
    ["words with other accents and number", "textil PORTOS", ["#textile"]],
    ["a misspelled word", "polcies", ["#text--markup"]],
    ["a question", "how do I load a csv?", ["/docs/loads"]],
    ["only filling words, if there are no others", "why is a", ["/docs/cursor"]],
    ["nothing for an unknown word", "cursor zebra", []],
    ["nothing for no words", " ?! ", []],
  ])("finds %s", (_, query, addresses) => {
    const found = searchGuides(index, query).map(({ address }) => address);

    expect(found).toEqual(
      addresses.map((address) =>
        address === "#textile" ? "/docs/loads#textile" : address.replace(/^#/, "/docs/polling#"),
      ),
    );
  });

  test("marks what matches in the heading and in an excerpt around it", () => {
    const filler = "word ".repeat(60).trim();
    const long = buildSearchIndex([page(`# Cursors\n\n${filler}. The cursor has a Key. ${filler}.\n`)]);

    const [result] = searchGuides(long, "cursor key");

    expect(result?.page).toBe("Cursors");
    expect(result?.heading).toEqual([{ text: "Cursors", isMarked: true }]);
    expect(result?.excerpt.filter(({ isMarked }) => isMarked).map(({ text }) => text)).toEqual(["cursor", "Key"]);
    const excerpt = result?.excerpt.map(({ text }) => text).join("") ?? "";
    expect(excerpt).toMatch(/^… (word )+word\. The cursor has a Key\. (word )+…$/);
    expect(excerpt.length).toBeLessThan(180);
  });
});
