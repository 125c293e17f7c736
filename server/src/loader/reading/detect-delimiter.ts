import { delimiters } from "@weft/contract";

type Delimiter = (typeof delimiters)[number];

interface Detection {
  /** The most frequent delimiter in the header, outside quotes. Default: the comma. */
  readonly delimiter: Delimiter;
  /** Whether the text contains the whole header. */
  readonly isCertain: boolean;
}

/** The header is the first line that is not blank. Quoted cells may span several lines. */
export function detectDelimiter(text: string): Detection {
  const { counts, isCertain } = countDelimiters(text);
  const delimiter = delimiters.reduce((best, next) => (counts[next] > counts[best] ? next : best));
  return { delimiter, isCertain };
}

interface Counts {
  readonly counts: Readonly<Record<Delimiter, number>>;
  readonly isCertain: boolean;
}

/** While the delimiter is unknown, a cell starts after any of them. */
function countDelimiters(text: string): Counts {
  const counts: Record<Delimiter, number> = { ",": 0, ";": 0, "\t": 0, "|": 0 };
  let isCellStart = true;
  for (let at = blankLinesLength(text); at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\n" || character === "\r") {
      return { counts, isCertain: true };
    }
    if (isDelimiter(character)) {
      counts[character] += 1;
    } else if (character === '"' && isCellStart) {
      const closing = closingQuote(text, at);
      at = closing === -1 ? text.length : closing;
    }
    isCellStart = isDelimiter(character) || (isCellStart && character === " ");
  }
  return { counts, isCertain: false };
}

function blankLinesLength(text: string): number {
  return /^(?:[ \t]*[\r\n])*/.exec(text)?.[0].length ?? 0;
}

function isDelimiter(character: string): character is Delimiter {
  return delimiters.some((delimiter) => delimiter === character);
}

/**
 * The index at which the quote opened at `opening` is closed; -1 if it is not. A doubled quote is a quote character.
 */
export function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (at !== -1 && text.charAt(at + 1) === '"') {
    at = text.indexOf('"', at + 2);
  }
  return at;
}
