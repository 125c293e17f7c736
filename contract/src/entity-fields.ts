import { z } from "zod";
import type { EntityKindName } from "./entity-kinds.ts";
import { idSchema, jsonValueSchema, timeSchema } from "./fields.ts";

const identifier = z.string().describe("Unique in the organization. Default: derived from the name.");
const channel = z.int().min(0).max(255);

/** The fields specific to each kind, in addition to the common ones and the properties of its type. */
const entityFields: Readonly<Record<EntityKindName, z.ZodRawShape>> = {
  item: {
    roles: z.array(z.enum(["family", "option"])).describe("The item's role, derived from itemFamilyId."),
    itemFamilyId: idSchema.describe("The option's family. For a family, its own id."),
    optionGroup: z.string().describe("The dimension in which options differ, such as color."),
    optionName: z.string(),
  },
  project: {
    identifier,
    rootWorkspaceId: idSchema.describe("Created with the project, with the same identifier."),
  },
  workspace: {
    identifier,
    projectId: idSchema.describe("Copied from the parent, if any."),
    parentWorkspaceId: idSchema,
  },
  "project-item": { projectId: idSchema, itemId: idSchema },
  assortment: {
    identifier,
    workspaceId: idSchema,
    projectId: idSchema.describe("Copied from the workspace."),
    composedFromAssortmentIds: z
      .array(idSchema)
      .describe("The assortments whose items it holds. It is composed when this changes and when one is published."),
    summary: jsonValueSchema,
  },
  "assortment-item": {
    assortmentId: idSchema,
    itemId: idSchema,
    projectItemId: idSchema.describe("The matching project item in the assortment's project, if any."),
  },
  color: {
    hex: z.string().describe("Six lowercase hexadecimal digits, such as 336699. Sets red, green and blue."),
    red: channel,
    green: channel,
    blue: channel,
  },
  "custom-entity": {},
  "size-range-template": {
    sizeRange: z.object({ sizes: z.array(z.string()) }).meta({ id: "SizeRange" }),
  },
};

// Any value is accepted: the service reports an invalid reference with all other errors of the entity.
const referenceSchema = z
  .custom<{ readonly federatedId: string }>(() => true)
  .meta({
    id: "EntityReference",
    description: "Names an entity by its external ID. In a batch, an earlier operation may create it.",
    type: "object",
    properties: { federatedId: { type: "string", minLength: 1, maxLength: 512 } },
    required: ["federatedId"],
    additionalProperties: false,
  });

/** Created with the project: a caller cannot set it. */
const readOnlyReferences: ReadonlySet<string> = new Set(["rootWorkspaceId"]);

/** By the name of each reference of the kind, such as itemFamily for itemFamilyId. */
function referenceShape(name: EntityKindName): Record<string, z.ZodType> {
  const slugs = Object.keys(entityFields[name]).filter((slug) => /Ids?$/.test(slug) && !readOnlyReferences.has(slug));
  const entries = slugs.map((slug) => {
    const reference = slug.endsWith("Ids") ? z.array(referenceSchema) : referenceSchema;
    return [slug.replace(/Id(s?)$/, "$1"), reference.optional().describe(`In place of ${slug}.`)] as const;
  });
  return Object.fromEntries(entries);
}

const commonEntityShape = {
  id: idSchema,
  entityType: z.string().describe("The root type, such as item."),
  typePath: z.string().describe("Colon-separated path that starts with the root type: item:product:apparel."),
  name: z.string().optional(),
  federatedId: z.string().optional().describe("External ID, unique per kind."),
  createdOn: timeSchema,
  updatedOn: timeSchema,
  createdById: idSchema.optional(),
  updatedById: idSchema.optional(),
  version: z.int().describe("Incremented with every change; also the ETag."),
} as const;

/** An entity of any kind in a response. */
export const anyEntitySchema = z.looseObject(commonEntityShape).meta({
  id: "AnyEntity",
  description: "The fields of its kind and each property of its type are top-level keys next to these fields.",
});

/** An entity in a response. Empty fields are omitted; the properties of its type are top-level keys next to the fields. */
export function entityShape(name: EntityKindName) {
  const own = Object.entries(entityFields[name]).map(([slug, field]) => [slug, z.optional(field)] as const);
  return z.looseObject({ ...commonEntityShape, ...Object.fromEntries(own) }).meta({
    id: schemaName(name),
    description: "Each property of the entity's type is a top-level key next to these fields.",
  });
}

/**
 * An entity in a request. Only an object is required here: its type, which the organization defines, determines its
 * content, and the service reports all errors at once. The document shows the fields of the kind.
 */
export function entityDraftShape(name: EntityKindName) {
  const documented = z.object({
    typePath: z.string().optional().describe(typePathOfDraft(name)),
    name: z.string().nullable().optional(),
    federatedId: z.string().nullable().optional().describe("External ID, unique per kind."),
    ...Object.fromEntries(Object.entries(entityFields[name]).map(([slug, field]) => [slug, z.nullish(field)])),
    ...referenceShape(name),
  });
  const { properties } = z.toJSONSchema(documented, { io: "input", unrepresentable: "any", reused: "inline" });
  return z.looseObject(referenceShape(name)).meta({
    id: `${schemaName(name)}Draft`,
    description:
      'The fields to set, and any property of the type. In an update, null clears a field and omitted fields keep their values. A reference property accepts {"federatedId": "…"} in place of an id.',
    properties: withoutDefinitions(properties),
  });
}

function typePathOfDraft(name: EntityKindName): string {
  const inherited = name === "item" ? "for an option the type of its family, otherwise " : "";
  return `Must start with the root type. Default: ${inherited}the root type.`;
}

/** The name of a kind in the document, such as SizeRangeTemplate. */
export function schemaName(name: EntityKindName): string {
  return name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Rewrites references into a schema's own definitions as references to the components of the document. */
function withoutDefinitions(properties: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(properties ?? {}).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

const plannedEntitySchema = z.object({
  id: z.string(),
  entityType: z.string(),
  typePath: z.string(),
  name: z.string().optional(),
  federatedId: z.string().optional(),
});

/** What a delete would do. */
export const entityDeletePlanSchema = z
  .object({
    deleted: z
      .array(plannedEntitySchema.meta({ id: "PlannedDelete" }))
      .describe("The entity and, with cascade, all that would be deleted with it."),
    updated: z
      .array(
        plannedEntitySchema
          .extend({ fields: z.array(z.string()).describe("The references that would be removed.") })
          .meta({ id: "PlannedUpdate" }),
      )
      .describe("The entities that would stay, without their references to the deleted ones."),
  })
  .meta({ id: "EntityDeletePlan" });
