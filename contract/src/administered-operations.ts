import { z } from "zod";
import { idSchema, pageOf, pageQueryShape } from "./fields.ts";
import { defineOperation } from "./operation.ts";

interface AdministeredKind<
  Shape extends z.ZodType,
  Create extends z.ZodType,
  Created extends z.ZodType,
  Update extends z.ZodType,
> {
  /** Singular, as in entityType: api-key. */
  readonly name: string;
  readonly plural: string;
  readonly shape: Shape;
  readonly create: Create;
  /** What a create answers; it may hold a secret that is shown this once. */
  readonly created: Created;
  readonly update: Update;
}

/** The five verbs on a kind that administrators keep. */
export function administeredOperations<
  Shape extends z.ZodType,
  Create extends z.ZodType,
  Created extends z.ZodType,
  Update extends z.ZodType,
>(kind: AdministeredKind<Shape, Create, Created, Update>) {
  const { name, plural } = kind;
  const common = { tag: plural, access: "any" } as const;
  const one = { path: `/${plural}/{id}`, params: z.strictObject({ id: idSchema }) } as const;
  return {
    list: defineOperation({
      ...common,
      id: `list-${plural}`,
      method: "GET",
      path: `/${plural}`,
      summary: `List ${plural}`,
      query: z.strictObject(pageQueryShape),
      answers: { 200: { description: "A page, oldest first.", body: pageOf(kind.shape) } },
      errors: ["not-found"],
    }),
    create: defineOperation({
      ...common,
      id: `create-${name}`,
      method: "POST",
      path: `/${plural}`,
      summary: `Create ${article(name)}`,
      body: kind.create,
      answers: { 201: { description: "Created.", body: kind.created } },
      errors: ["forbidden", "not-found", "conflict"],
    }),
    get: defineOperation({
      ...common,
      ...one,
      id: `get-${name}`,
      method: "GET",
      summary: `Read ${article(name)}`,
      answers: { 200: { description: "Found.", body: kind.shape } },
      errors: ["not-found"],
    }),
    update: defineOperation({
      ...common,
      ...one,
      id: `update-${name}`,
      method: "PUT",
      summary: `Change the fields sent of ${article(name)}`,
      body: kind.update,
      answers: { 200: { description: "Changed.", body: kind.shape } },
      errors: ["forbidden", "not-found", "conflict", "version-mismatch"],
    }),
    remove: defineOperation({
      ...common,
      ...one,
      id: `delete-${name}`,
      method: "DELETE",
      summary: `Delete ${article(name)}`,
      answers: { 204: { description: "Deleted." } },
      errors: ["forbidden", "not-found", "conflict"],
    }),
  };
}

function article(name: string): string {
  return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}
