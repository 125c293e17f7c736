// Which files the build of the image can see: what .dockerignore leaves in its context.

/** A function that says whether a path is in the context. The last rule that matches decides, as container tools do it. */
export function contextFilter(text: string): (path: string) => boolean {
  const rules = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({
      includes: line.startsWith("!"),
      pattern: compile(line.replace(/^!/, "").replace(/^\/|\/$/g, "")),
    }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.includes ?? true;
}

/** A pattern matches a path and everything below it. */
function compile(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("**/", "\u0001")
    .replaceAll("**", "\u0002")
    .replaceAll("*", "[^/]*")
    .replaceAll("?", "[^/]")
    .replaceAll("\u0001", "(?:.*/)?")
    .replaceAll("\u0002", ".*");
  return new RegExp(`^${source}(?:/.*)?$`);
}
