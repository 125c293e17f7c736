import { wordsIn } from "../../platform/fold-text.ts";

/**
 * How parts of texts are found by an index that finds beginnings. Of a long word every third ending is stored too, so that
 * any part of it is the beginning of one of them, after skipping at most two characters. Only the first characters of an
 * ending are stored, and none that is too short to be searched for.
 */
const endingStep = 3;
const endingCharactersMax = 12;
const endingCharactersMin = 3;
// Each is a lookup or more.
const partsMax = 8;

/** The endings of a folded word that are stored. */
export function endingsOf(word: string): readonly string[] {
  if (word.length < endingStep + endingCharactersMin) {
    return [];
  }
  const characters = Array.from(word);
  const endings: string[] = [];
  for (let start = endingStep; start + endingCharactersMin <= characters.length; start += endingStep) {
    endings.push(firstOf(characters.slice(start)));
  }
  return endings;
}

/** A text that contains the part has a word with one of the beginnings, or a stored ending with one of the others. */
export interface TextPart {
  readonly words: readonly string[];
  readonly endings: readonly string[];
}

/**
 * What all texts have that contain a folded text. Its first word may begin within a longer one, and its last word may go
 * further. Of a long text, the first words. Empty if nothing in it is long enough.
 */
export function textPartsOf(folded: string): readonly TextPart[] {
  let end = 0;
  const parts = wordsIn(folded).flatMap((word): TextPart[] => {
    const start = folded.indexOf(word, end);
    end = start + word.length;
    const characters = Array.from(word);
    if (start > 0) {
      return [{ words: [firstOf(characters)], endings: [] }];
    }
    const skips = Array.from({ length: endingStep }, (_, skip) => characters.slice(skip));
    return characters.length < endingStep - 1 + endingCharactersMin
      ? []
      : [{ words: [firstOf(characters)], endings: skips.map(firstOf) }];
  });
  return parts.slice(0, partsMax);
}

function firstOf(characters: readonly string[]): string {
  return characters.slice(0, endingCharactersMax).join("");
}
