/** Stored text could move the cursor or recolour the terminal: such characters are shown, not interpreted. */
export function safeText(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    if (character === "\n") return "⏎";
    if (character === "\t") return " ";
    return "\ufffd";
  });
}

/** Keeps line feeds. */
export function safeLines(text: string): string {
  return text.split("\n").map(safeText).join("\n");
}

/** CJK, kana, hangul and most emoji: two columns. Combining marks: none. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3fffd}]/u;
const combining = /\p{Mn}|\p{Me}|\u200d|[\ufe00-\ufe0f]/u;

export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!combining.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}

/** Cuts text to a width, with an ellipsis. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let cut = "";
  let width = 1;
  for (const character of text) {
    width += widthOf(character);
    if (width > columns) break;
    cut += character;
  }
  return `${cut}…`;
}
