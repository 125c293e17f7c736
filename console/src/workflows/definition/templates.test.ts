import { expect, test } from "vitest";
import { actionTable } from "./action-table.ts";
import { readDraft, writeDraft } from "./draft.ts";
import { blankDraft, templates } from "./templates.ts";

test("every template is a valid draft with known actions", () => {
  const known = actionTable.map(({ name }) => name);

  for (const draft of [blankDraft, ...templates.map((template) => template.draft)]) {
    expect(readDraft(writeDraft(draft))).toEqual({ draft });
    expect(draft.tasks.every(({ action }) => known.includes(action))).toBe(true);
  }
});
