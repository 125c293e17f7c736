/** JSON that is safe for a terminal: JSON itself does not escape control characters beyond ASCII. */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent) ?? "null";
  return text.replace(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
