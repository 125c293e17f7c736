import { z } from "zod";
import { kindOperation, withArticle } from "./kind-operations.ts";
import { flagSchema } from "./list-query.ts";
import { defineOperation } from "./operation.ts";

const restoreQuery = z.strictObject({
  dryRun: flagSchema.optional().describe("Returns what would be written or deleted, without writing it."),
  cascade: flagSchema
    .optional()
    .describe(
      "Also restores what belongs to it and was deleted in the same change set, such as the options of a family.",
    ),
});

const restoreBody = z
  .strictObject({
    asOf: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe("A change history cursor or a time. Required for an entity that exists. Default: the last state."),
    properties: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(500)
      .optional()
      .describe("Only these properties of an entity that exists, by slug; also name, federatedId and typePath."),
  })
  .meta({ id: "EntityRestore" });

interface KindLabels {
  readonly name: string;
  readonly plural: string;
  readonly label: string;
}

/** Brings back a deleted entity of a kind of product data, or an earlier state of one. */
export function restoreOperation<const Shape extends z.ZodType>(kind: KindLabels, shape: Shape) {
  const { name, plural } = kind;
  return defineOperation({
    ...kindOperation(kind),
    id: `restore-${name}`,
    method: "POST",
    path: `/${plural}/{id}/restore`,
    params: z.strictObject({ id: z.string().min(1).max(512) }),
    summary: `Restore ${withArticle(kind.label)} from its history`,
    description:
      "Creates a deleted entity again, with its id and its state, or sets an existing one back to an earlier state. It is an ordinary write with the permissions of the caller. Returns 409 with all errors if a deleted entity can no longer be created, for example because another entity has its external ID.",
    query: restoreQuery,
    requestHeaders: ["If-Match", "Change-Set-Id"],
    body: restoreBody.optional(),
    answers: {
      200: { description: "Restored, or already in that state.", body: shape, headers: ["ETag"] },
    },
    errors: ["forbidden", "not-found", "conflict", "version-mismatch", "body-too-large", "cursor-gone"],
  });
}
