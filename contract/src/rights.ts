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
    .regex(typePathPattern, "Write a type path such as item, item:product, item:* or *.")
    .describe("item is that type alone, item:* is it and all below it, * is all product data."),
  fields: z
    .array(z.string().min(1).max(128))
    .max(1000)
    .optional()
    .describe("Only these properties, beside the identifying fields. Default: all."),
  projectId: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      "Only this project, its workspaces, project items, assortments and assortment items. Such a right never covers " +
        "what belongs to no project, such as items, colors and files. Default: everything.",
    ),
});

/** One line of what a role or a key may do, as it is stored. */
export const rightSchema = rightShape.meta({ id: "Right" });

export type Right = z.infer<typeof rightSchema>;

export const rightsSchema = z.array(rightSchema).max(200);

/** Rights as they are sent: a right that can never cover anything is a mistake, and is rejected with what to do. */
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

/** Why the right can never cover anything; undefined where it can. */
export function problemOfRight({ typePath, projectId, verbs: given }: Right): RightProblem | undefined {
  const [root = ""] = typePath.split(":", 1);
  // What is not a type path has its own error already.
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
      `${root} belongs to no project, so a right with projectId never covers it. Leave projectId out, ` +
      `or use * or one of ${projectKinds.join(", ")}.`;
    return { field: "projectId", message };
  }
  if (projectId !== undefined && project === "itself" && given.every((verb) => verb === "create")) {
    const message =
      "A new project gets a new id, so a right with projectId never allows creating it. Leave projectId out.";
    return { field: "verbs", message };
  }
  return undefined;
}
