import type { LoaderProcess } from "@weft/client";
import { CliError } from "../../frame/cli-error.ts";
import type { DemoContext } from "./demo-context.ts";
import { colorLoad, type DemoLoad, seasonLoad } from "./demo-csv.ts";
import { palette } from "./palette.ts";
import { type Season, seasons } from "./seasons.ts";
import { uploadPictures } from "./upload-pictures.ts";

/** Loads only what is missing: a second run loads nothing. */
export async function loadCollection(context: DemoContext): Promise<void> {
  const { collection } = context;
  await followOthers(context);
  if (!(await hasColors(context))) await runLoad(context, colorLoad(), [0.15, 0.2]);
  const missing = await filterMissing(context);
  if (missing.length === 0) return;
  const pictures = await uploadPictures(context, [0.2, 0.4]);
  for (const [index, season] of missing.entries()) {
    const from = 0.4 + (0.4 * index) / missing.length;
    await runLoad(context, seasonLoad(collection, season, pictures), [from, from + 0.4 / missing.length]);
  }
}

async function filterMissing(context: DemoContext): Promise<Season[]> {
  const missing: Season[] = [];
  for (const season of seasons) {
    if (!(await hasSeason(context, season))) missing.push(season);
  }
  return missing;
}

/** An interrupted run may have left a running load; later steps must wait for it too. */
async function followOthers({ weft, signal, onProgress }: DemoContext): Promise<void> {
  const criteria = { status: ["pending", "running"] };
  const { results } = await weft.loader.list({ criteria, signal });
  for (const { id, subtext } of results) {
    onProgress("Waiting", 0.15, `for the load ${id}: ${subtext}`);
    await weft.loader.follow({ id, signal });
  }
}

async function hasColors({ weft, signal }: DemoContext): Promise<boolean> {
  const federatedId = palette.map((color) => color.federatedId);
  const { total } = await weft.entities.list({
    entityName: "color",
    criteria: { federatedId },
    includeTotal: true,
    limit: 1,
    signal,
  });
  return total === palette.length;
}

/** Each style and each of its colors is an item in the project. */
async function hasSeason({ weft, collection, signal }: DemoContext, season: Season): Promise<boolean> {
  const styles = collection.filter((style) => style.seasons.includes(season));
  const expected = styles.reduce((sum, { options }) => sum + 1 + options.length, 0);
  const { id: projectId } = await weft.entities.get({ entityName: "project", federatedId: season.identifier, signal });
  const { total } = await weft.entities.list({
    entityName: "project-item",
    criteria: { projectId },
    includeTotal: true,
    limit: 1,
    signal,
  });
  return total === expected;
}

type Shares = readonly [from: number, to: number];

async function runLoad(context: DemoContext, { fileName, csv, config }: DemoLoad, [from, to]: Shares): Promise<void> {
  const { weft, signal, onProgress } = context;
  const report = ({ progress, subtext }: LoaderProcess) =>
    onProgress("Loading", from + ((to - from) * progress.percent) / 100, `${fileName}: ${subtext}`);
  onProgress("Loading", from, fileName);
  const load = await weft.loader.run({ config, file: csv, fileName, onProgress: report, signal });
  if (load.status !== "completed") {
    const [issue] = load.issues;
    throw new CliError(`The load of ${fileName} ended with status ${load.status}: ${issue?.message ?? load.subtext}`, {
      next: `weft loads show ${load.id}`,
    });
  }
}
