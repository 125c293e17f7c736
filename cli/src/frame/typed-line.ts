/** A line being typed. More input may follow a complete one. */
export type TypedLine =
  | { readonly kind: "open" | "given-up"; readonly line: string }
  | { readonly kind: "ended"; readonly line: string; readonly rest: string };

/** Continues a line. Without echo we do the editing: backspace, Ctrl-U, Ctrl-C and Ctrl-D. */
export function typeOn(before: string, piece: string): TypedLine {
  const characters = [...piece];
  let line = [...before];
  for (const [index, character] of characters.entries()) {
    switch (character) {
      case "\r":
      case "\n":
        return { kind: "ended", line: line.join(""), rest: characters.slice(index + 1).join("") };
      case "\u0003":
      case "\u0004":
        return { kind: "given-up", line: "" };
      case "\u0015":
        line = [];
        break;
      case "\b":
      case "\u007f":
        line.pop();
        break;
      default:
        line.push(character);
    }
  }
  return { kind: "open", line: line.join("") };
}
