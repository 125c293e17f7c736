import type { Guides } from "./guide-files.ts";

/** The guides in the llmstxt.org format: a title, a summary, and links to Markdown with a sentence each. */
export function listForPrograms({ introduction, groups, pages }: Guides, origin: string): string {
  const names = new Set(pages.map(({ name }) => `/docs/${name}`));
  const sections = groups.map(({ title, entries }) => {
    const lines = entries.map((entry) => {
      const address = names.has(entry.address) ? `${entry.address}.md` : entry.address;
      return `- [${entry.title}](${origin}${address}): ${entry.sentence}`;
    });
    return `## ${title}\n\n${lines.join("\n")}`;
  });
  return `${["# Weft", `> ${introduction}`, ...sections].join("\n\n")}\n`;
}
