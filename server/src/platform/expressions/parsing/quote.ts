const QUOTED_MAX = 40;

/** Text of the source for a message: escaped, and short. */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text);
}
