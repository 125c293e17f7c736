import { z } from "zod";
import { administeredOperations } from "./administered-operations.ts";
import { typePathSchema } from "./entity-types.ts";
import { idSchema, jsonValueSchema, labelSchema, timeSchema } from "./fields.ts";

export const viewScopes = ["private", "role", "everyone"] as const;
export type ViewScope = (typeof viewScopes)[number];

const columnsMax = 200;
const rolesMax = 50;
const filtersMax = 100;
const objectCharactersMax = 65_536;

const nameSchema = z.string().min(1).max(260);

const tooLong = `Must have at most ${objectCharactersMax} characters as JSON.`;

const boundedObjectSchema = z.record(z.string().max(260), jsonValueSchema).refine(isBounded, tooLong);

function isBounded(value: unknown): boolean {
  return JSON.stringify(value).length <= objectCharactersMax;
}

const columnSchema = z
  .strictObject({
    field: nameSchema.describe("A field of the list, or a field behind a reference, such as itemFamily.name."),
    width: z.int().min(20).max(2000).optional().describe("In pixels. Default: by the data type."),
    pinned: z.boolean().optional().describe("Stays visible when the table scrolls sideways."),
  })
  .meta({ id: "ViewColumn" });

const orderSchema = z
  .strictObject({ orderField: nameSchema, order: z.enum(["asc", "desc"]) })
  .meta({ id: "ViewOrder" });

/** How a list is shown. Its parts are those of the list that the view opens. */
const contentShape = {
  layout: z.enum(["table", "gallery", "board"]),
  columns: z.array(columnSchema).max(columnsMax).describe("In order. Empty for the columns that the client chooses."),
  criteria: boundedObjectSchema.describe("As in the list, in addition to the type."),
  filters: z
    .array(jsonValueSchema)
    .max(filtersMax)
    .refine(isBounded, tooLong)
    .nullable()
    .describe(
      "The filters from which a client computed criteria, such as the last 7 days. Not interpreted. A change of criteria alone removes them.",
    ),
  q: z.string().max(1000).nullable(),
  order: z.array(orderSchema).max(3),
  group: nameSchema.nullable().describe("As groupBy of the aggregate: season, or price:50."),
  density: z.enum(["compact", "standard", "tall"]),
  boardProperty: nameSchema.nullable().describe("The choice whose options are the columns of a board."),
  targets: boundedObjectSchema.describe(
    "What the client plans for groups, such as numbers of options. Not interpreted.",
  ),
} as const;

const shareShape = {
  scope: z
    .enum(viewScopes)
    .describe("private: only its owner. role: users with one of the roles. everyone: all who may read the kind."),
  roles: z.array(z.string().min(1).max(64)).max(rolesMax).describe("The names of the roles, for the scope role."),
  isDefault: z.boolean().describe("Opens first. One view for everyone can be the default of a type."),
  isLocked: z.boolean().describe("Only administrators can change or delete it."),
} as const;

const viewedTypeSchema = typePathSchema.describe("The type that it lists, with all types below: item or item:apparel.");

const viewProblemSchema = z
  .object({ pointer: z.string(), detail: z.string() })
  .meta({ id: "ViewProblem", description: "A part of the view that the list would reject, for this credential." });

const savedViewSchema = z
  .object({
    id: idSchema,
    entityType: z.literal("saved-view"),
    typePath: z.literal("saved-view"),
    name: z.string(),
    viewedType: viewedTypeSchema,
    ...contentShape,
    ...shareShape,
    ownerId: z.string().describe("The user or app that created it."),
    problems: z
      .array(viewProblemSchema)
      .describe("What no longer works, such as columns of a property that was removed. Omit those parts."),
    createdOn: timeSchema,
    updatedOn: timeSchema,
    createdById: z.string().nullable(),
    updatedById: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: "SavedView" });

export const savedViewOperations = administeredOperations({
  name: "saved-view",
  plural: "saved-views",
  shape: savedViewSchema,
  create: z
    .strictObject({
      name: labelSchema,
      viewedType: viewedTypeSchema,
      layout: contentShape.layout.default("table"),
      columns: contentShape.columns.default([]),
      criteria: contentShape.criteria.default({}),
      filters: contentShape.filters.default(null),
      q: contentShape.q.default(null),
      order: contentShape.order.default([]),
      group: contentShape.group.default(null),
      density: contentShape.density.default("standard"),
      boardProperty: contentShape.boardProperty.default(null),
      targets: contentShape.targets.default({}),
      scope: shareShape.scope.default("private"),
      roles: shareShape.roles.default([]),
      isDefault: shareShape.isDefault.default(false),
      isLocked: shareShape.isLocked.default(false),
    })
    .meta({ id: "SavedViewCreate" }),
  created: savedViewSchema,
  update: {
    name: labelSchema.optional(),
    layout: contentShape.layout.optional(),
    columns: contentShape.columns.optional(),
    criteria: contentShape.criteria.optional(),
    filters: contentShape.filters.optional(),
    q: contentShape.q.optional(),
    order: contentShape.order.optional(),
    group: contentShape.group.optional(),
    density: contentShape.density.optional(),
    boardProperty: contentShape.boardProperty.optional(),
    targets: contentShape.targets.optional(),
    scope: shareShape.scope.optional(),
    roles: shareShape.roles.optional(),
    isDefault: shareShape.isDefault.optional(),
    isLocked: shareShape.isLocked.optional(),
  },
});

export type SavedViewCreate = z.output<typeof savedViewOperations.create.body>;
