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
