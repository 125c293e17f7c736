/**
 * A value of any type as one line to edit: strings as they are, all else as JSON. A string that would be parsed as
 * something else is quoted: "12" is the string, 12 the number.
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
