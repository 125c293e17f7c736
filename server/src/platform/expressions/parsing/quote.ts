const quotedMax = 40;

/** Text of the source for a message: escaped, and short. */
export function quote(text: string): string {
  return JSON.stringify(text.length > quotedMax ? `${text.slice(0, quotedMax)}…` : text);
}
