import { z } from "zod";
import { isKindName, kindAccess, kindsWithRights, projectKinds, verbs } from "./kind-access.ts";

export const verbSchema = z.enum(verbs);

export const presets = ["read-only", "loader", "callback", "admin"] as const;
export const presetSchema = z.enum(presets).meta({ id: "RightsPreset" });
export type Preset = z.infer<typeof presetSchema>;

export const builtInRoles = ["owner", "admin", "editor", "viewer"] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

const typePathPattern = /^(\*|[a-z0-9][a-z0-9_-]*(:[A-Za-z0-9_-]+)*(:\*)?)$/;

const rightShape = z.strictObject({
  verbs: z.array(verbSchema).min(1).max(verbs.length),
  typePath: z
    .string()
    .max(256)
    .regex(typePathPattern, "Must be a type path such as item, item:product, item:* or *.")
    .describe("item is that type alone, item:* includes all types below it, * is all product data."),
  fields: z
    .array(z.string().min(1).max(128))
    .max(1000)
    .optional()
    .describe("Only these properties, in addition to the identifying fields. Default: all."),
  projectId: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      "Only this project, its workspaces, project items, assortments and assortment items. Such a right does not cover " +
        "data outside projects, such as items, colors and files. Default: everything.",
    ),
});

/** One permission of a role or key, as stored. */
export const rightSchema = rightShape.meta({ id: "Right" });

export type Right = z.infer<typeof rightSchema>;

export const rightsSchema = z.array(rightSchema).max(200);

/** Rights in a request: a right that can never cover anything is rejected with a fix. */
export const sentRightsSchema = rightsSchema.superRefine((rights, context) => {
  rights.forEach((right, index) => {
    const problem = problemOfRight(right);
    if (problem !== undefined) {
      context.addIssue({ code: "custom", path: [index, problem.field], message: problem.message });
    }
  });
});

interface RightProblem {
  readonly field: "typePath" | "projectId" | "verbs";
  readonly message: string;
}

/** Why the right can never cover anything; undefined if it can. */
export function problemOfRight({ typePath, projectId, verbs: given }: Right): RightProblem | undefined {
  const [root = ""] = typePath.split(":", 1);
  // An invalid type path already has its own error.
  if (root === "*" || !typePathPattern.test(typePath)) {
    return undefined;
  }
  if (!isKindName(root)) {
    return { field: "typePath", message: `${root} is not a kind. Use * or one of ${kindsWithRights.join(", ")}.` };
  }
  const { project, administered } = kindAccess[root];
  if (administered.length > 0) {
    const message = `Rights do not cover ${root}: only administrators (roles owner and admin, preset admin) manage it.`;
    return { field: "typePath", message };
  }
  if (projectId !== undefined && project === "none") {
    const message =
      `${root} does not belong to a project, so a right with projectId does not cover it. Omit projectId, ` +
      `or use * or one of ${projectKinds.join(", ")}.`;
    return { field: "projectId", message };
  }
  if (projectId !== undefined && project === "itself" && given.every((verb) => verb === "create")) {
    const message = "A new project gets a new id, so a right with projectId cannot allow creating it. Omit projectId.";
    return { field: "verbs", message };
  }
  return undefined;
}
