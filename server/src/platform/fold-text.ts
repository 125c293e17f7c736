/** Letters that no decomposition turns into base letters. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ς: "σ",
};

/**
 * Without case and accents: "Crème Brûlée" becomes "creme brulee". Marks of other scripts are part of their words. Queries
 * fold stored texts by the same rules (foldedSql).
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : foldedLetters(lower);
}

/** False for control characters, which are rare. */
function isAscii(text: string): boolean {
  return !/[^ -~]/.test(text);
}

function foldedLetters(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .toLowerCase()
    .replace(/[ßæœøđðþłıς]/g, (letter) => spelledOut[letter] ?? letter);
}

const wordCharactersMax = 40;
const asciiWord = /[a-z0-9]+/g;
const anyWord = /[\p{L}\p{N}\p{So}]+/gu;
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The words of a text, folded and shortened. */
export function wordsOf(text: string): readonly string[] {
  return wordsIn(foldText(text)).map(shortenWord);
}

/** The words of a folded text: what is between characters that are neither letters, digits nor symbols. */
export function wordsIn(folded: string): readonly string[] {
  return folded.match(isAscii(folded) ? asciiWord : anyWord) ?? [];
}

export function shortenWord(word: string): string {
  return word.length > wordCharactersMax ? Array.from(word).slice(0, wordCharactersMax).join("") : word;
}

/** The parts of a word by whose beginning it is found. In a script without spaces, a word may begin at each character. */
export function partsOf(word: string): readonly string[] {
  if (!unspaced.test(word)) {
    return [word];
  }
  const characters = Array.from(word);
  return characters.flatMap((character, index) =>
    index === 0 || unspaced.test(character) ? [characters.slice(index).join("")] : [],
  );
}
