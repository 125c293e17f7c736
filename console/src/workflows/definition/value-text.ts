/**
 * A value of any type as one line to edit: texts as they are, all else as JSON. A text that would be read as something
 * else stands in quotes: "12" is the text, 12 the number.
 */
export function writeValue(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value) ?? "";
  return isJson(value) ? JSON.stringify(value) : value;
}

export function readValue(text: string): unknown {
  return isJson(text) ? JSON.parse(text) : text;
}

function isJson(text: string): boolean {
  if (text.trim() === "") return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // A plain text, or a placeholder such as {newData.name}.
    return false;
  }
}
