// The sources of the pages below /docs: the Markdown files listed in docs/README.md, in its order, runbooks and decisions.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { readGroups } from "./render-markdown.ts";

export const indexPath = "docs/README.md";
/** Folders whose files have a page each, and one that lists them. */
const folders = [
  { path: "docs/runbooks", title: "Runbooks", about: "What to do when an alert fires, one page for each." },
  {
    path: "docs/decisions",
    title: "Decisions",
    about: "Design decisions, half a page each: the context, the choice, and its cost.",
  },
] as const;
// For files whose name is unclear or already used.
const names: Readonly<Record<string, string>> = {
  "README.md": "start",
  "SECURITY.md": "reporting",
  "client/README.md": "typescript-client",
  "clients/java/README.md": "java-client",
  "bench/README.md": "benchmarks",
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
  const inFolders = folders.flatMap((folder) => {
    const files = readdirSync(join(root, folder.path)).sort();
    const pages = files.map((file) => read(`${folder.path}/${file}`));
    return [listPages(folder, pages), ...pages];
  });
  return [index, ...listed, ...inFolders];
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

/** A page without a file. Decisions are listed with their numbers. */
function listPages({ path, title, about }: (typeof folders)[number], pages: readonly GuideSource[]): GuideSource {
  const folder = basename(path);
  const lines = pages.map((page) => {
    const file = basename(page.path);
    const [, number = ""] = /^(\d{4})-/.exec(file) ?? [];
    const [, heading = file] = /^# (?:\d+[.:] )?(.+)$/m.exec(page.markdown) ?? [];
    return `- ${number === "" ? "" : `${number} `}[${heading}](${folder}/${file})`;
  });
  return { path, name: folder, markdown: `${[`# ${title}`, about, lines.join("\n")].join("\n\n")}\n` };
}
