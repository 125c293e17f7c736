/** Serializes any JSON value as jsurl, version 1: the short form that the API accepts for objects in a URL. */
export function toJsurl(value: unknown): string {
  // Like JSON: dates become text, undefined members are omitted.
  return writeValue(JSON.parse(JSON.stringify(value) ?? "null"));
}

function writeValue(value: unknown): string {
  if (typeof value === "string") return `~'${escaped(value)}`;
  if (typeof value === "number") return `~${String(value).replace("+", "")}`;
  if (Array.isArray(value)) return `~(${value.length === 0 ? "~" : value.map(writeValue).join("")})`;
  if (typeof value === "object" && value !== null) return `~(${writeMembers(value)})`;
  return `~${value}`;
}

function writeMembers(value: object): string {
  const members = Object.entries(value);
  if (members[0]?.[0] === "") {
    throw new TypeError("jsurl cannot represent an object whose first name is empty: send it as JSON.");
  }
  return members.map(([name, member]) => escaped(name) + writeValue(member)).join("~");
}

function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9_.-]/g, (unit) => {
    if (unit === "$") return "!";
    const code = unit.charCodeAt(0);
    return code < 0x100 ? `*${code.toString(16).padStart(2, "0")}` : `**${code.toString(16).padStart(4, "0")}`;
  });
}
