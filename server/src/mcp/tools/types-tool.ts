import { entityTypeOperations, optionSetOperations } from "@weft/contract";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import type { ToolContext } from "../tool-context.ts";

const typesMax = 1_000;
const optionsMax = 50;

export const typesTool = defineTool({
  name: "types",
  title: "Types and their properties",
  description: `Without typePath: the tree of types of this organization. With typePath, such as item or item:product:apparel: the properties of entities of this type, with their data types and options. Call it before you use a property in find or write.`,
  isReadOnly: true,
  input: z.strictObject({
    typePath: z.string().optional(),
    below: z.string().optional().describe("Without typePath: only the tree below this path."),
  }),
  run: ({ typePath, below }, context) =>
    typePath === undefined ? showTree(below, context) : showType(typePath, context),
});

async function showTree(below: string | undefined, context: ToolContext): Promise<object> {
  const { results, nextPageKey } = await context.call(entityTypeOperations.list, { query: { limit: typesMax } });
  const types = results
    .filter(({ typePath }) => below === undefined || typePath === below || typePath.startsWith(`${below}:`))
    .sort((a, b) => (a.typePath < b.typePath ? -1 : 1));
  return {
    types: types.map(({ typePath, label, mode, isDescribed, properties }) => ({
      typePath,
      label,
      mode,
      ownProperties: properties.map(({ slug }) => slug),
      ...(isDescribed ? {} : { isDescribed }),
    })),
    ...(nextPageKey === undefined ? {} : { hint: `Only the first ${typesMax} types are shown.` }),
    next: "Call types with a typePath for its properties with their data types and options, including inherited ones.",
  };
}

async function showType(typePath: string, context: ToolContext): Promise<object> {
  const type = await context.call(entityTypeOperations.get, { params: { id: typePath } });
  const properties = [...type.inheritedProperties, ...type.properties];
  const options = await readOptions(properties, context);
  return {
    typePath,
    label: type.label,
    mode: type.mode,
    modeMeans: modes[type.mode],
    properties: properties.map((property) => present(property, options)),
  };
}

const modes = {
  open: "Properties that are not listed are stored as sent.",
  strict: "Properties that are not listed are rejected.",
} as const;

type Property = Readonly<Record<string, unknown>>;

/** Most sets have few options, and a model needs their values, not the id of the set. */
async function readOptions(
  properties: readonly Property[],
  context: ToolContext,
): Promise<ReadonlyMap<unknown, object>> {
  const ids = new Set(properties.map(({ optionSetId }) => optionSetId).filter((id) => typeof id === "string"));
  const sets = await Promise.all(
    [...ids].map(async (id) => {
      const { name, options } = await context.call(optionSetOperations.get, { params: { id } });
      const more = options.length > optionsMax ? { optionsInAll: options.length } : {};
      return [id, { optionSet: name, options: options.slice(0, optionsMax), ...more }] as const;
    }),
  );
  return new Map(sets);
}

/** Omits default values. */
function present(property: Property, options: ReadonlyMap<unknown, object>): object {
  const { optionSetId, ...said } = property;
  const reporting = Object.entries(said).filter(
    ([name, value]) =>
      value !== false && value !== null && value !== undefined && !(name === "level" && value === "all"),
  );
  return { ...Object.fromEntries(reporting), ...options.get(optionSetId) };
}
