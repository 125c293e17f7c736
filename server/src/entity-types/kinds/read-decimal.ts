const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
// 1,234,567.89 and 1.234.567,89: groups of three digits, and the other character as decimal mark.
const groupedByComma = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
const groupedByDot = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;

/**
 * A number as a spreadsheet may write it. Grouped forms only if they are unambiguous: 1,234.50 and 1,234,567 are, but
 * 1,234 may be either a thousand or slightly more than one, so it is rejected.
 */
export function readDecimal(text: string): number | undefined {
  if (plain.test(text)) {
    return Number(text);
  }
  if (groupedByComma.test(text)) {
    return Number(text.replaceAll(",", ""));
  }
  if (groupedByDot.test(text)) {
    return Number(text.replaceAll(".", "").replace(",", "."));
  }
  return undefined;
}
