import { z } from "zod";
import { administeredOperations, dryRunParameter } from "./administered-operations.ts";
import { idSchema, labelSchema, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { flagSchema } from "./list-query.ts";
import { defineOperation } from "./operation.ts";
import { presentationSchema } from "./presentation.ts";
import { propertySchema } from "./property-types.ts";

export const typePathSchema = z
  .string()
  .max(256)
  .regex(
    /^[a-z-]+(:[A-Za-z0-9_-]{1,64}){0,10}$/,
    "A type path has up to 10 subtypes after colons, such as item:product:apparel, each with 1 to 64 of the characters A–Z a–z 0–9 _ -.",
  )
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
  .describe("open stores undefined properties and creates subtypes on first use; strict rejects both.");

const shownPropertySchema = z
  .looseObject({ slug: z.string(), label: z.string(), propertyType: z.string() })
  .meta({ id: "ShownProperty", description: "A property with its full definition." });

const inheritedPropertySchema = shownPropertySchema
  .extend({ declaredBy: z.string(), isBuiltIn: z.boolean() })
  .meta({ id: "InheritedProperty", description: "A property of a parent type, or a built-in one." });

const entityTypeSchema = z
  .object({
    id: typePathSchema,
    entityType: z.literal("entity-type"),
    typePath: typePathSchema,
    label: z.string(),
    mode: modeSchema,
    isDescribed: z.boolean().describe("false if the type was seen in an entity but never defined."),
    properties: z.array(shownPropertySchema).describe("The type's own properties."),
    inheritedProperties: z
      .array(inheritedPropertySchema)
      .describe("Properties of its parent types, and built-in properties."),
    presentation: presentationSchema.nullable().describe("The type's own presentation; null if it has none."),
    effectivePresentation: presentationSchema.describe("Its presentation with what it inherits from its parent types."),
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
      label: labelSchema.optional().describe("Default: the last segment of the path."),
      mode: modeSchema.optional().describe("Default: the mode of the parent type."),
      properties: z.array(propertySchema).max(propertiesMax).default([]),
      presentation: presentationSchema.nullable().optional().describe("Default: that of the parent types."),
    })
    .meta({ id: "EntityTypeCreate" }),
  created: entityTypeSchema,
  update: {
    label: labelSchema.optional(),
    mode: modeSchema.optional(),
    properties: z
      .array(propertySchema)
      .max(propertiesMax)
      .optional()
      .describe("The complete list: properties that are not in it are removed."),
    presentation: presentationSchema
      .nullable()
      .optional()
      .describe("Replaces the whole presentation; null removes it."),
  },
});

const { slug, label, propertyType, searchable, disabled, optionSetId, referenceType, currency, min, max } =
  propertySchema.shape;

/** The settings of a property converted from a text column. An update of the type can change all others. */
const describedPropertySchema = z
  .strictObject({
    slug,
    label: label.optional().describe("Default: the column name."),
    propertyType: propertyType.exclude(["formula", "sequence"]),
    columnName: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .describe("The slug that holds the text values now; the values move to slug. Default: slug."),
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
    converted: z.int().describe("The number of entities with changed values."),
    notConverted: z.int().describe("With force: the number of entities with invalid values, left unchanged."),
    sampleIds: z.array(idSchema).describe("Sample ids of entities that were not converted."),
  })
  .meta({ id: "Conversion" });

/** Properties for columns that loads stored as text, and the conversion of the stored values. */
export const describeEntityType = defineOperation({
  ...kindOperation({ name: "entity-type", plural: "entity-types" }),
  id: "describe-entity-type",
  method: "POST",
  path: "/entity-types/{id}/describe",
  summary: "Add properties to a type and convert the stored text values",
  description:
    "Defines properties for columns that loads stored as text, and converts the stored values. With invalid values nothing is changed, unless force is true.",
  params: z.strictObject({ id: typePathSchema }),
  query: z.strictObject({
    dryRun: dryRunParameter,
    force: flagSchema.optional().describe("Leaves entities with invalid values unchanged."),
  }),
  requestHeaders: ["If-Match"],
  body: z
    .strictObject({ properties: z.array(describedPropertySchema).min(1).max(propertiesMax) })
    .meta({ id: "EntityTypeDescribe" }),
  answers: {
    200: {
      headers: ["ETag"],
      description: "The type with its new properties, and the number of entities converted.",
      body: entityTypeSchema.extend({ conversion: conversionSchema }).meta({ id: "DescribedEntityType" }),
    },
  },
  errors: ["forbidden", "not-found", "conflict", "version-mismatch"],
});

const jsonSchemaSchema = z.looseObject({ $schema: z.string(), type: z.literal("object") }).meta({
  id: "EntityTypeJsonSchema",
  description: "A JSON Schema, draft 2020-12.",
});

export const getEntityTypeSchema = defineOperation({
  ...kindOperation({ name: "entity-type", plural: "entity-types" }),
  id: "get-entity-type-schema",
  method: "GET",
  path: "/entity-types/{id}/schema",
  summary: "Read the JSON Schema of a type's entities",
  description:
    "Describes entities of the type as the API returns them, with inherited properties, for validators and generators. The schema of a strict type allows no other properties.",
  params: z.strictObject({ id: typePathSchema }),
  answers: {
    200: { description: "The schema.", mediaType: "application/schema+json", body: jsonSchemaSchema },
  },
  errors: ["not-found"],
});

const optionsMax = 10_000;

/** By name, so that each client chooses shades with enough contrast for its themes. */
export const optionColors = [
  "grey",
  "red",
  "orange",
  "amber",
  "lime",
  "green",
  "teal",
  "cyan",
  "blue",
  "indigo",
  "violet",
  "pink",
] as const;

export type OptionColor = (typeof optionColors)[number];

export const optionSchema = z
  .strictObject({
    value: z.string().min(1).max(500),
    display: z.string().min(1).max(500),
    color: z.enum(optionColors).optional().describe("The color of its label. Default: none."),
  })
  .meta({ id: "Option" });

const optionsSchema = z
  .array(optionSchema)
  .max(optionsMax)
  .refine((options) => new Set(options.map(({ value }) => value)).size === options.length, "Values must be unique.")
  .describe("In display order.");

const federatedIdSchema = z.string().min(1).max(512);

const shownOptionSchema = z
  .object({ value: z.string(), display: z.string(), color: z.enum(optionColors).optional() })
  .meta({ id: "ShownOption" });

const optionSetSchema = z
  .object({
    id: idSchema,
    entityType: z.literal("option-set"),
    typePath: z.literal("option-set"),
    name: z.string(),
    federatedId: z.string().nullable(),
    options: z.array(shownOptionSchema),
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
