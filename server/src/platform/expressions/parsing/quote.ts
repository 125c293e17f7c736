const quotedMax = 40;

/** Source text for a message: escaped, and short. */
export function quote(text: string): string {
  return JSON.stringify(text.length > quotedMax ? `${text.slice(0, quotedMax)}…` : text);
}
