import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { listOperation, readableKindSchema, withoutLink } from "../kinds.ts";
import { cut, nextPage, pageSchema, pageShape } from "../result-size.ts";

const description = `Searches entities of one kind, one page at a time.
criteria: {"season": "FW26"} means equal, {"color": ["red", "olive"]} any of, {"price": {"gt": 10, "lte": 50}}, {"name": {"contains": "parka"}}, {"material": null} empty, {"or": [{…}, {…}]} and {"and": [{…}, {…}]}, {"item.season": "FW26"} a field of the entity that the reference item leads to; also gte, lt, ne, in, nin, matches, startsWith, exists. Keys are system fields (id, name, federatedId, typePath, createdOn, updatedOn, …), completeness (a percentage: {"completeness": {"lt": 100}} finds what lacks required or expected values; the fields completeness and missing show it) or property slugs: call types to list them; an unknown slug of an open type matches nothing.
Specify the fields that you need to keep results small.`;

const orderSchema = z.strictObject({ orderField: z.string(), order: z.enum(["asc", "desc"]).default("asc") });

export const findTool = defineTool({
  name: "find",
  title: "Find entities",
  description,
  isReadOnly: true,
  input: z.strictObject({
    kind: readableKindSchema,
    typePath: z.string().optional().describe("Only this type and all types below it, such as item:product."),
    criteria: z.record(z.string(), z.unknown()).optional(),
    q: z
      .string()
      .optional()
      .describe(
        "Words or their beginnings, in any order, in name, federatedId and searchable properties. Product data only.",
      ),
    order: z
      .union([orderSchema, z.array(orderSchema).min(1).max(3)])
      .optional()
      .describe("By one field, or by up to three, the most significant first."),
    fields: z.array(z.string()).optional().describe("Only these fields, and id. Default: all, with long texts cut."),
    relations: z
      .array(z.string())
      .optional()
      .describe("References to expand: itemFamily, item, project, assortment, createdBy, …"),
    includeTotal: z.boolean().optional().describe("Also returns the total number of matches."),
    ...pageShape,
  }),
  async run({ kind, typePath, criteria, fields, relations, pageKey, ...query }, context) {
    const wanted = typePath === undefined ? criteria : { ...criteria, typePath };
    const answer = await context.call(listOperation(kind), {
      query: {
        ...query,
        criteria: wanted,
        fields: fields?.join(","),
        relations: relations?.join(","),
        nextPageKey: pageKey,
      },
    });
    const { results, nextPageKey, total } = pageSchema.parse(answer);
    const limits = fields === undefined ? { textMax: 200, listMax: 20 } : { textMax: 2_000, listMax: 200 };
    return {
      results: cut(
        results.map((entity) => withoutLink(kind, entity)),
        limits,
      ),
      ...(total === undefined ? {} : { total }),
      ...nextPage(nextPageKey),
      ...(results.length === 0 ? { hint: "No matches. types shows which types and properties exist." } : {}),
    };
  },
});
