import { fileOperations, loadOperations } from "@weft/contract";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { presentLoad } from "../present-load.ts";
import { readPlan } from "../read-plan.ts";
import type { ToolContext } from "../tool-context.ts";
import { ToolFailure } from "../tool-failure.ts";

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
    throw new ToolFailure({
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
