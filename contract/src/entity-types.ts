import { z } from "zod";
import { administeredOperations, dryRunParameter } from "./administered-operations.ts";
import { idSchema, labelSchema, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { flagSchema } from "./list-query.ts";
import { defineOperation } from "./operation.ts";
import { propertySchema } from "./property-types.ts";

export const typePathSchema = z
  .string()
  .max(256)
  .regex(/^[a-z-]+(:[A-Za-z0-9_-]{1,64}){0,10}$/, "A type path such as item or item:product:apparel.")
  .meta({ id: "TypePath" });

export const propertiesMax = 1000;

const commonShape = {
  createdOn: timeSchema,
  updatedOn: timeSchema,
  createdById: z.string().nullable(),
  updatedById: z.string().nullable(),
  version: z.int(),
} as const;

const modeSchema = z
  .enum(["open", "strict"])
  .describe("open stores properties that it does not know and lets subtypes appear; strict refuses both.");

const shownPropertySchema = z
  .looseObject({ slug: z.string(), label: z.string(), propertyType: z.string() })
  .meta({ id: "ShownProperty", description: "A property with all that was said about it." });

const entityTypeSchema = z
  .object({
    id: typePathSchema,
    entityType: z.literal("entity-type"),
    typePath: typePathSchema,
    label: z.string(),
    mode: modeSchema,
    isDescribed: z.boolean().describe("false for a type that was seen in an entity and never described."),
    properties: z.array(shownPropertySchema).describe("Those that the type adds itself."),
    inheritedProperties: z
      .array(shownPropertySchema.extend({ declaredBy: z.string(), isBuiltIn: z.boolean() }))
      .describe("Those of the types above it, and those that belong to the product."),
    ...commonShape,
  })
  .meta({ id: "EntityType" });

export const entityTypeOperations = administeredOperations({
  name: "entity-type",
  plural: "entity-types",
  id: typePathSchema,
  shape: entityTypeSchema,
  create: z
    .strictObject({
      typePath: typePathSchema,
      label: labelSchema.optional().describe("Left out, the last step of the path."),
      mode: modeSchema.optional().describe("Left out, that of the type above."),
      properties: z.array(propertySchema).max(propertiesMax).default([]),
    })
    .meta({ id: "EntityTypeCreate" }),
  created: entityTypeSchema,
  update: {
    label: labelSchema.optional(),
    mode: modeSchema.optional(),
    properties: z.array(propertySchema).max(propertiesMax).optional().describe("All of them: what is missing goes."),
  },
});

const { slug, label, propertyType, searchable, disabled, optionSetId, referenceType, currency, min, max } =
  propertySchema.shape;

/** What a column of texts can become. Whatever else a property may be is said by an update of the type. */
const describedPropertySchema = z
  .strictObject({
    slug,
    label: label.optional().describe("Left out, the name of the column."),
    propertyType: propertyType.exclude(["formula", "sequence"]),
    columnName: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .describe("Where the texts are now. Left out, the slug; the values move to the slug."),
    searchable,
    disabled,
    optionSetId,
    referenceType,
    currency,
    min,
    max,
    templateProperty: propertySchema.shape.templateProperty,
  })
  .meta({ id: "DescribedProperty" });

export type DescribedProperty = z.output<typeof describedPropertySchema>;

const conversionSchema = z
  .object({
    converted: z.int().describe("Entities whose values were changed."),
    notConverted: z.int().describe("With force: entities with a value that does not fit, left as they are."),
    sampleIds: z.array(idSchema).describe("Some of those."),
  })
  .meta({ id: "Conversion" });

/** Properties for columns that loads have stored as text, together with the conversion of what is stored. */
export const describeEntityType = defineOperation({
  ...kindOperation({ name: "entity-type", plural: "entity-types" }),
  id: "describe-entity-type",
  method: "POST",
  path: "/entity-types/{id}/describe",
  summary: "Add properties to a type and convert the texts that are stored in their place",
  params: z.strictObject({ id: typePathSchema }),
  query: z.strictObject({
    dryRun: dryRunParameter,
    force: flagSchema.optional().describe("Leaves entities whose values do not fit as they are."),
  }),
  requestHeaders: ["If-Match"],
  body: z
    .strictObject({ properties: z.array(describedPropertySchema).min(1).max(propertiesMax) })
    .meta({ id: "EntityTypeDescribe" }),
  answers: {
    200: {
      description: "The type with its new properties, and what became of the entities.",
      body: entityTypeSchema.extend({ conversion: conversionSchema }),
    },
  },
  errors: ["forbidden", "not-found", "conflict", "version-mismatch"],
});

const optionsMax = 10_000;

const optionSchema = z
  .strictObject({
    value: z.string().min(1).max(500),
    display: z.string().min(1).max(500),
  })
  .meta({ id: "Option" });

const optionsSchema = z
  .array(optionSchema)
  .max(optionsMax)
  .refine(
    (options) => new Set(options.map(({ value }) => value)).size === options.length,
    "Each value may stand there only once.",
  )
  .describe("In their order.");

const federatedIdSchema = z.string().min(1).max(512);

const optionSetSchema = z
  .object({
    id: idSchema,
    entityType: z.literal("option-set"),
    typePath: z.literal("option-set"),
    name: z.string(),
    federatedId: z.string().nullable(),
    options: z.array(z.object({ value: z.string(), display: z.string() })),
    ...commonShape,
  })
  .meta({ id: "OptionSet" });

export const optionSetOperations = administeredOperations({
  name: "option-set",
  plural: "option-sets",
  shape: optionSetSchema,
  create: z
    .strictObject({ name: labelSchema, federatedId: federatedIdSchema.optional(), options: optionsSchema.default([]) })
    .meta({ id: "OptionSetCreate" }),
  created: optionSetSchema,
  update: {
    name: labelSchema.optional(),
    federatedId: federatedIdSchema.nullable().optional(),
    options: optionsSchema.optional(),
  },
});
