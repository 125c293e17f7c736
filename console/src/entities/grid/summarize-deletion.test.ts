import { expect, test } from "vitest";
import { summarizeDeletion } from "./summarize-deletion.ts";

test("a dry run shows what can be deleted, what is in use and by how many, and other obstacles", () => {
  const summary = summarizeDeletion([
    { status: 204 },
    { status: 404 },
    { status: 409, problem: { detail: "In use.", referencedBy: { item: 2, "project-item": 1 } } },
    { status: 409, problem: { detail: "In use.", referencedBy: { item: 3 } } },
    { status: 403, problem: { detail: "Not allowed." } },
    { status: 403, problem: { detail: "Not allowed." } },
  ]);

  expect(summary).toEqual({
    free: 2,
    held: 2,
    referencedBy: { item: 5, "project-item": 1 },
    errors: ["Not allowed."],
  });
});
