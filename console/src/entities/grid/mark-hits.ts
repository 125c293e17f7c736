interface TextPart {
  readonly text: string;
  /** Whether the search found it. */
  readonly isHit: boolean;
}

/** Splits a text at the words of a search, which begin words of the text, without regard to case and accents. */
export function markHits(text: string, q: string | undefined): readonly TextPart[] {
  const words = foldedTerms(q ?? "");
  if (words.length === 0) return [{ text, isHit: false }];
  const parts: TextPart[] = [];
  for (const word of text.split(/(?<=[^\p{L}\p{N}])|(?=[^\p{L}\p{N}])/u)) {
    const length = Math.max(0, ...words.filter((one) => fold(word).startsWith(one)).map((one) => one.length));
    if (length > 0) parts.push({ text: word.slice(0, length), isHit: true });
    if (length < word.length) parts.push({ text: word.slice(length), isHit: false });
  }
  return parts;
}

function foldedTerms(q: string): string[] {
  return fold(q)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
