/** What the build knows of the guides, so that a browser can search them without asking anyone. */
export interface SearchIndex {
  readonly pages: readonly SearchPage[];
  /** The parts of all pages, each from its heading to the next. */
  readonly sections: readonly SearchSection[];
  /** For each term its sections, as pairs of the place of a section and the weight of the term in it. */
  readonly terms: Readonly<Record<string, readonly number[]>>;
}

interface SearchPage {
  readonly title: string;
  readonly address: string;
  /** Multiplies the score of its sections: guides come before decisions and changelogs. */
  readonly rank: number;
}

interface SearchSection {
  /** The place of its page. */
  readonly page: number;
  /** Empty for the part before the first heading. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

export interface SearchResult {
  readonly page: string;
  readonly address: string;
  readonly heading: readonly TextPart[];
  readonly excerpt: readonly TextPart[];
}

/** A part of a text, marked if it matches the query. */
export interface TextPart {
  readonly text: string;
  readonly isMarked: boolean;
}

const resultsMax = 20;
const wordPattern = /[\p{L}\p{N}_]+/gu;
/** Words of questions, which every section contains. */
const fillers = new Set("a an and are can do does for how i in is it my of on or the to what when with".split(" "));

/**
 * The terms by which a text is found: its words without accents and plural, and for names such as nextPageKey and
 * WEFT_SECRET their parts.
 */
export function termsOf(text: string): string[] {
  return [...text.matchAll(wordPattern)].flatMap(([word]) => {
    const parts = word.split(/_+|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== "");
    return [...new Set([word, ...parts].map(normalize))];
  });
}

/** The sections that contain every word of the query, best first. */
export function searchGuides(index: SearchIndex, query: string): SearchResult[] {
  const words = [...query.toLowerCase().matchAll(wordPattern)].map(([word]) => word);
  const significant = words.filter((word) => !fillers.has(word));
  const matches = (significant.length > 0 ? significant : words).map((word) => findTerms(index, normalize(word)));
  const isKnown = createMatcher(new Set(matches.flatMap((match) => [...match.keys()])));
  return [...scoreSections(index, matches)]
    .sort(([left, leftScore], [right, rightScore]) => rightScore - leftScore || left - right)
    .slice(0, resultsMax)
    .flatMap(([place]) => {
      const section = index.sections[place];
      const page = section && index.pages[section.page];
      return section === undefined || page === undefined ? [] : [presentResult(page, section, isKnown)];
    });
}

/** Lower case, no accents, no plural: "Têxteis" and "textei" are the same term, and so are "policies" and "policy". */
function normalize(word: string): string {
  const plain = word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.length > 4 && plain.endsWith("ies") ? `${plain.slice(0, -3)}y` : plain.replace(/(?<=.[^su])s$/, "");
}

/** The terms of the index that a word means, with how close they are to it: itself, longer ones, or else misspelled ones. */
function findTerms({ terms }: SearchIndex, word: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const term of Object.keys(terms)) {
    if (term === word) {
      found.set(term, 1);
    } else if (term.startsWith(word)) {
      found.set(term, 0.4 + 0.4 * (word.length / term.length));
    }
  }
  if (found.size === 0 && word.length > 3) {
    for (const term of Object.keys(terms).filter((candidate) => isOneEditAway(word, candidate))) {
      found.set(term, 0.4);
    }
  }
  return found;
}

/** One letter is missing, added, another one, or swapped with the next. */
function isOneEditAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) {
    return false;
  }
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const rests = [one.slice(start), other.slice(start)] as const;
  const [left, right] = rests;
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return isSwapped || left.slice(1) === right || left === right.slice(1) || left.slice(1) === right.slice(1);
}

/** A section must match every word. Rare terms count more, as do those in headings (see the weights of the index). */
function scoreSections(
  { pages, sections, terms }: SearchIndex,
  matches: readonly ReadonlyMap<string, number>[],
): Map<number, number> {
  let scores: Map<number, number> | undefined;
  for (const match of matches) {
    const best = new Map<number, number>();
    for (const [term, closeness] of match) {
      const postings = terms[term] ?? [];
      const rarity = Math.log(1 + sections.length / (postings.length / 2));
      for (let place = 0; place < postings.length; place += 2) {
        const [section = 0, weight = 0] = postings.slice(place, place + 2);
        best.set(section, Math.max(best.get(section) ?? 0, weight * closeness * rarity));
      }
    }
    const before = scores;
    scores = new Map(
      [...best]
        .filter(([section]) => before === undefined || before.has(section))
        .map(([section, score]) => [section, score + (before?.get(section) ?? 0)]),
    );
  }
  return new Map(
    [...(scores ?? [])].map(([place, score]) => [place, score * (pages[sections[place]?.page ?? 0]?.rank ?? 1)]),
  );
}

type WordMatcher = (word: string) => boolean;

/** Whether a word of a text is one of the terms. Texts repeat their words, so the answers are kept. */
function createMatcher(terms: ReadonlySet<string>): WordMatcher {
  const answers = new Map<string, boolean>();
  return (word) => {
    const answer = answers.get(word) ?? termsOf(word).some((term) => terms.has(term));
    answers.set(word, answer);
    return answer;
  };
}

function presentResult(page: SearchPage, section: SearchSection, isKnown: WordMatcher): SearchResult {
  return {
    page: page.title,
    address: section.id === "" ? page.address : `${page.address}#${section.id}`,
    heading: markText(section.heading, isKnown),
    excerpt: markText(excerptOf(section.text, isKnown), isKnown),
  };
}

const excerptLength = 160;
const lengthBefore = 50;

/** The part of a text around the first place where most of the words are near each other. */
function excerptOf(text: string, isKnown: WordMatcher): string {
  const places = [...text.matchAll(wordPattern)]
    .filter(([word]) => isKnown(word))
    .map(({ index, 0: word }) => ({ index, word: word.toLowerCase() }));
  let [start, most] = [0, 0];
  places.forEach(({ index }, place) => {
    const near = new Set<string>();
    for (const other of places.slice(place)) {
      if (other.index > index + excerptLength - lengthBefore) break;
      near.add(other.word);
    }
    if (near.size > most) {
      [start, most] = [index, near.size];
    }
  });
  return cut(text, Math.max(0, start - lengthBefore));
}

/** Whole words, with dots where something is left out. */
function cut(text: string, from: number): string {
  const start = from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const rest = text.slice(start);
  const shown = rest.length <= excerptLength ? rest : rest.slice(0, rest.lastIndexOf(" ", excerptLength));
  return `${start === 0 ? "" : "… "}${shown}${shown.length < rest.length ? " …" : ""}`;
}

function markText(text: string, isKnown: WordMatcher): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (isKnown(word)) {
      parts.push({ text: text.slice(end, index), isMarked: false }, { text: word, isMarked: true });
      end = index + word.length;
    }
  }
  return [...parts, { text: text.slice(end), isMarked: false }].filter((part) => part.text !== "");
}
