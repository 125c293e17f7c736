import { z } from "zod";
import { optionSchema } from "./entity-types.ts";
import { labelSchema } from "./fields.ts";
import { propertySchema } from "./property-types.ts";

/** The property types that a person or a program can enter as an answer. */
export const formFieldTypes = [
  "string",
  "text",
  "number",
  "currency",
  "percent",
  "rating",
  "date",
  "datetime",
  "boolean",
  "choice",
  "multi_select",
  "url",
] as const;

export const formFieldsMax = 50;
const formOptionsMax = 500;
const { slug, currency, min, max } = propertySchema.shape;

const formFieldSchema = z
  .strictObject({
    slug: slug.describe("The member of the output: later tasks read {tasks.<name>.output.<slug>}."),
    propertyType: z.enum(formFieldTypes),
    label: labelSchema.optional().describe("Default: the slug."),
    description: z.string().max(500).optional().describe("Help for the person who answers."),
    required: z.boolean().optional().describe("Default: false."),
    options: z
      .array(optionSchema)
      .min(1)
      .max(formOptionsMax)
      .optional()
      .describe("For choice and multi_select, in display order."),
    currency,
    min,
    max,
  })
  .meta({ id: "EventWorkflowFormField", description: "A field of an answer, like a property of an entity type." });

/** What a task expects as its answer. */
export const taskFormSchema = z.array(formFieldSchema).min(1).max(formFieldsMax);

export type TaskFormField = z.output<typeof formFieldSchema>;
