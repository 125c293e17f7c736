// The sources of the pages below /docs: the Markdown files listed in docs/README.md, in its order, and the decisions.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { readGroups } from "./render-markdown.ts";

export const indexPath = "docs/README.md";
const decisionsPath = "docs/decisions";
// For files whose name is unclear or already used.
const names: Readonly<Record<string, string>> = {
  "README.md": "start",
  "SECURITY.md": "reporting",
  "client/README.md": "typescript-client",
  "clients/java/README.md": "java-client",
  "bench/RESULTS.md": "measurements",
};

export interface GuideSource {
  /** In the checkout. */
  readonly path: string;
  /** Below /docs. */
  readonly name: string;
  readonly markdown: string;
}

/** The index comes first. */
export function readSources(root: string): [GuideSource, ...GuideSource[]] {
  const read = (path: string) => ({ path, name: nameOf(path), markdown: readFileSync(join(root, path), "utf8") });
  const index = read(indexPath);
  const hrefs = readGroups(index.markdown).flatMap(({ entries }) => entries.map(({ href }) => href));
  // A missing one is a broken link, and reported as such.
  const listed = hrefs
    .map((href) => posix.join("docs", href))
    .filter((path) => path.endsWith(".md") && existsSync(join(root, path)))
    .map(read);
  const decisions = readdirSync(join(root, decisionsPath))
    .sort()
    .map((file) => read(`${decisionsPath}/${file}`));
  return [index, ...listed, listDecisions(decisions), ...decisions];
}

/** Files that are served unchanged, by their path in the checkout, with their path below /docs. */
export function listFiles(root: string): Readonly<Record<string, string>> {
  const inFolder = (name: string) =>
    readdirSync(join(root, "docs", name)).map((file) => [`docs/${name}/${file}`, `${name}/${file}`]);
  return Object.fromEntries([...inFolder("images"), ...inFolder("examples"), ["LICENSE", "LICENSE.txt"]]);
}

function nameOf(path: string): string {
  const name = path.replace(/^docs\//, "").replace(/\.md$/, "");
  return names[path] ?? (/^[A-Z]+$/.test(name) ? name.toLowerCase() : name);
}

/** A page without a file. */
function listDecisions(decisions: readonly GuideSource[]): GuideSource {
  const lines = decisions.map(({ path, markdown }) => {
    const [, title = basename(path)] = /^# (?:\d+[.:] )?(.+)$/m.exec(markdown) ?? [];
    return `- ${basename(path).slice(0, 4)} [${title}](decisions/${basename(path)})`;
  });
  const paragraphs = [
    "# Decisions",
    "Design decisions, half a page each: the context, the choice, and its cost.",
    lines.join("\n"),
  ];
  return { path: decisionsPath, name: "decisions", markdown: `${paragraphs.join("\n\n")}\n` };
}
