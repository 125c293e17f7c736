/** The text with every character that like takes for more than itself made plain. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
