import { fileOperations, loadOperations } from "@weft/contract";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { cut } from "../result-size.ts";
import { type ToolContext, ToolError } from "../tool-context.ts";

const csvLengthMax = 500_000;
const waitSecondsMax = 30;

const inputSchema = z.strictObject({
  csv: z.string().max(csvLengthMax).optional().describe("The file as text; the first line has the column names."),
  fileId: z.string().optional().describe("The id of an uploaded file, instead of csv; find with kind file lists them."),
  config: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "loadType (list: ITEM, PROJECT_ITEM, ASSORTMENT, COLOR, CUSTOM_ENTITY, SIZE_RANGE_TEMPLATE), federatedMappings, conditionalColumns, propertiesToRemove, workspaceIdentifier, assortmentSplit, onRowError (abort, skip), maxRemovals, …",
    ),
  applyPlanOf: z
    .string()
    .optional()
    .describe("Writes exactly the plan of this dry run. csv and config are not needed."),
  loadId: z.string().optional().describe("Only returns the progress of this load."),
  dryRun: z.boolean().default(true).describe("true checks and plans without writing; false writes."),
  waitSeconds: z.int().min(0).max(waitSecondsMax).default(20).describe("How long to wait for it to end."),
});

type Input = z.output<typeof inputSchema>;

const description = `Loads a CSV file into items and other entities according to a configuration. Checks the whole file and writes nothing unless dryRun is false. Steps: call with csv and config; read counts and issues; when the user agrees, call with applyPlanOf = loadId of the dry run and dryRun: false. A load that does not end in time continues: check again with loadId.
Example of config: {"loadType": ["ITEM"], "federatedMappings": {"itemFamilyFederatedId": "Style", "name": "Title"}, "propertiesToRemove": ["Style", "Title"]}. federatedMappings is target: CSV column (or a constant for every row). ITEM requires itemFamilyFederatedId and name; for options also itemOptionFederatedId and optionName. explain describes each setting.`;

export const loadTool = defineTool({
  name: "load",
  title: "Load a CSV file",
  description,
  isReadOnly: false,
  input: inputSchema,
  async run(input, context) {
    const id = input.loadId ?? (await begin(input, context));
    const query = { wait: input.waitSeconds };
    const load = await context.call(loadOperations.get, { params: { id }, query });
    return presentLoad(load, await readPlan(load.planFileId, context));
  },
});

async function begin(input: Input, context: ToolContext): Promise<string> {
  const { applyPlanOf, dryRun } = input;
  if (applyPlanOf !== undefined && dryRun) {
    throw new ToolError({
      code: "invalid-arguments",
      detail: "applyPlanOf writes the plan of a dry run, so it requires dryRun: false.",
      next: "If the user agrees, call again with applyPlanOf and dryRun: false. To see the plan, call with loadId instead.",
    });
  }
  const body = applyPlanOf === undefined ? await planOf(input, context) : { applyPlanOf };
  return (await context.call(loadOperations.create, { body })).id;
}

async function planOf({ csv, fileId, config = {}, dryRun }: Input, context: ToolContext): Promise<object> {
  if (csv === undefined) {
    return { ...(fileId === undefined ? {} : { fileLocation: fileId }), ...config, dryRun };
  }
  const query = { fileName: "assistant.csv" };
  const file = await context.upload(fileOperations.create, { query, text: csv, type: "text/csv" });
  return { ...config, fileLocation: file.id, dryRun };
}

type Load = z.output<(typeof loadOperations)["get"]["answers"][200]["body"]>;

const issuesMax = 10;

/** The progress of a load, its results or plan, and the next step. */
function presentLoad(load: Load, planned: readonly unknown[]): object {
  const { id, status, dryRun = false, changeSetId, failureArea, progress, counts, warnings, errors, issues } = load;
  return {
    loadId: id,
    status,
    dryRun,
    ...(failureArea === "NONE" ? {} : { failureArea }),
    ...(hasEnded(status) ? {} : { progress }),
    counts,
    ...(planned.length === 0 ? {} : { firstPlannedChanges: cut(planned, { textMax: 200, listMax: 20 }) }),
    ...(dryRun ? {} : { changeSetId }),
    errors,
    warnings,
    issues: cut(issues.slice(0, issuesMax), { textMax: 500, listMax: issuesMax }),
    ...(issues.length > issuesMax ? { moreIssues: issues.length - issuesMax } : {}),
    ...filesOf(load),
    ...(load.literalMappings === undefined
      ? {}
      : { literalMappings: cut(load.literalMappings, { textMax: 100, listMax: 20 }) }),
    ...(load.undescribedColumns === undefined
      ? {}
      : { undescribedColumns: cut(load.undescribedColumns, { textMax: 100, listMax: 20 }) }),
    next: nextStep(load),
  };
}

function hasEnded(status: Load["status"]): boolean {
  return status !== "pending" && status !== "running";
}

function filesOf({ fileLocation, issuesFileId, resultFileId, planFileId }: Load): object {
  const files = { fileId: fileLocation, issuesFileId, resultFileId, planFileId };
  return Object.fromEntries(Object.entries(files).filter(([, id]) => id !== undefined));
}

function nextStep({ id, status, dryRun, fileLocation }: Load): string {
  switch (status) {
    case "pending":
    case "running":
      return `The load is still running. Call load with loadId: "${id}" to check again.`;
    case "completed":
      return dryRun === true
        ? `Nothing was written. If the user agrees, call load with applyPlanOf: "${id}" and dryRun: false.`
        : `The data is written. Use changes with its changeSetId, or find, to see the result.`;
    case "failed":
      return `Fix the issues in the file or in config, and run the dry run again; if only config is wrong, send fileId: "${fileLocation}" instead of csv.`;
    case "canceled":
      return "The load was canceled. Ask before you start it again.";
  }
}

const changesMax = 10;
const bytesMax = 32_768;

/** The first changes planned by a dry run; none if the key may not read files. */
async function readPlan(planFileId: string | undefined, context: ToolContext): Promise<unknown[]> {
  if (planFileId === undefined) {
    return [];
  }
  try {
    const text = await context.readText(fileOperations.getContent, { params: { id: planFileId }, bytesMax });
    // The text after the last line break may be incomplete.
    const lines = text.split("\n").slice(0, -1).slice(0, changesMax);
    return lines.map((line): unknown => JSON.parse(line));
  } catch (error) {
    if (error instanceof ToolError) {
      return [];
    }
    throw error;
  }
}
