import { z } from "zod";

export const verbs = ["read", "create", "update", "delete"] as const;
export const verbSchema = z.enum(verbs);
export type Verb = z.infer<typeof verbSchema>;

export const presets = ["read-only", "loader", "callback", "admin"] as const;
export const presetSchema = z.enum(presets).meta({ id: "RightsPreset" });
export type Preset = z.infer<typeof presetSchema>;

export const builtInRoles = ["owner", "admin", "editor", "viewer"] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

const typePathPattern = /^(\*|[a-z0-9][a-z0-9_-]*(:[A-Za-z0-9_-]+)*(:\*)?)$/;

/** One line of what a role or a key may do. */
export const rightSchema = z
  .strictObject({
    verbs: z.array(verbSchema).min(1).max(verbs.length),
    typePath: z
      .string()
      .max(256)
      .regex(typePathPattern, "Write a type path such as item, item:product, item:* or *.")
      .describe("item is that type alone, item:* is it and all below it, * is all product data."),
    fields: z
      .array(z.string().min(1).max(128))
      .max(1000)
      .optional()
      .describe("Only these properties, beside the identifying fields. Left out: all."),
    projectId: z.string().min(1).max(64).optional().describe("Only what belongs to this project. Left out: all."),
  })
  .meta({ id: "Right" });

export type Right = z.infer<typeof rightSchema>;

export const rightsSchema = z.array(rightSchema).max(200);
