import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { unlessMissing } from "../../platform/error-code.ts";
import { packageFolder } from "../../platform/own-package.ts";

const headingSchema = z.object({ id: z.string(), depth: z.number(), text: z.string() });

/** Trusted HTML, rendered from our own Markdown by tools/render-guides.ts. */
const guideSchema = z.object({
  /** The part of its path after /docs/. */
  name: z.string(),
  title: z.string(),
  html: z.string(),
  headings: z.array(headingSchema).readonly(),
  markdown: z.string(),
});

const guidesSchema = z.object({
  title: z.string(),
  introduction: z.string(),
  groups: z
    .array(
      z.object({
        title: z.string(),
        entries: z.array(z.object({ title: z.string(), sentence: z.string(), address: z.string() })).readonly(),
      }),
    )
    .readonly(),
  pages: z.array(guideSchema).readonly(),
  /** The script of every page, and the index that it searches: two of the files. */
  script: z.string(),
  searchIndex: z.string(),
  /** Pictures, examples, scripts and the font, read from disk on request. */
  files: z.array(z.string()).readonly(),
});

export type Guide = z.infer<typeof guideSchema>;
export type Guides = z.infer<typeof guidesSchema>;

/** The build's output folder. */
export function builtGuides(): string {
  return join(packageFolder, "dist", "docs");
}

/** Undefined without a build. */
export async function readGuides(folder: string): Promise<Guides | undefined> {
  const text = await readFile(join(folder, "guides.json"), "utf8").catch(unlessMissing);
  return text === undefined ? undefined : guidesSchema.parse(JSON.parse(text));
}
