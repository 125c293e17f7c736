import { z } from "zod";
import type { EntityKindName } from "./entity-kinds.ts";
import { idSchema, jsonValueSchema, timeSchema } from "./fields.ts";

const identifier = z.string().describe("Unique in the organization; made from the name when left out.");
const channel = z.int().min(0).max(255);

/** The fields that each kind has of its own, beside the common ones and the properties of its type. */
const entityFields: Readonly<Record<EntityKindName, z.ZodRawShape>> = {
  item: {
    roles: z.array(z.enum(["family", "option"])).describe("What the item is, as itemFamilyId says."),
    itemFamilyId: idSchema.describe("An option's family; a family carries its own id."),
    optionGroup: z.string().describe("The axis on which options differ, such as color."),
    optionName: z.string(),
  },
  project: {
    identifier,
    rootWorkspaceId: idSchema.describe("Made together with the project, with the same identifier."),
  },
  workspace: {
    identifier,
    projectId: idSchema.describe("Taken from the parent where there is one."),
    parentWorkspaceId: idSchema,
  },
  "project-item": { projectId: idSchema, itemId: idSchema },
  assortment: {
    identifier,
    workspaceId: idSchema,
    projectId: idSchema.describe("The workspace's."),
    composedFromAssortmentIds: z.array(idSchema),
    summary: jsonValueSchema,
  },
  "assortment-item": {
    assortmentId: idSchema,
    itemId: idSchema,
    projectItemId: idSchema.describe("What the item is in the assortment's project, where there is such."),
  },
  color: {
    hex: z.string().describe("Six digits in lower case, such as 336699. Sets red, green and blue."),
    red: channel,
    green: channel,
    blue: channel,
  },
  "custom-entity": {},
  "size-range-template": {
    sizeRange: z.object({ sizes: z.array(z.string()) }).meta({ id: "SizeRange" }),
  },
};

const commonEntityShape = {
  id: idSchema,
  entityType: z.string().describe("The root type, such as item."),
  typePath: z.string().describe("Colon-separated, beginning with the root type: item:product:apparel."),
  name: z.string().optional(),
  federatedId: z.string().optional().describe("The caller's own key, unique for the kind."),
  createdOn: timeSchema,
  updatedOn: timeSchema,
  createdById: idSchema.optional(),
  updatedById: idSchema.optional(),
  version: z.int().describe("Counts up with every change; also the ETag."),
} as const;

/** An entity as it is answered. What is empty is left out; the properties of its type are flat beside the fields. */
export function entityShape(name: EntityKindName) {
  const own = Object.entries(entityFields[name]).map(([slug, field]) => [slug, z.optional(field)] as const);
  return z
    .looseObject({ ...commonEntityShape, ...Object.fromEntries(own) })
    .meta({ id: schemaName(name), description: "Every property of its type is a flat key beside these fields." });
}

/**
 * An entity as it is sent. Here only an object is asked for: its type, which the organization decides, says what may
 * be in it, and the service names every fault at once. The document shows the fields of the kind.
 */
export function entityDraftShape(name: EntityKindName) {
  const documented = z.object({
    typePath: z.string().optional().describe("Left out, the root type. Must begin with it."),
    name: z.string().nullable().optional(),
    federatedId: z.string().nullable().optional().describe("The caller's own key, unique for the kind."),
    ...Object.fromEntries(Object.entries(entityFields[name]).map(([slug, field]) => [slug, z.nullish(field)])),
  });
  const { properties } = z.toJSONSchema(documented, { io: "input", unrepresentable: "any", reused: "inline" });
  return z.looseObject({}).meta({
    id: `${schemaName(name)}Draft`,
    description: "The fields to set, and any property of the type. On an update null clears, what is left out stays.",
    properties: withoutDefinitions(properties),
  });
}

function schemaName(name: EntityKindName): string {
  return name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** References into the definitions of a document of their own point to the components of ours. */
function withoutDefinitions(properties: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(properties ?? {}).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
