import { changeActions, listChanges, typesWithHistory } from "@weft/contract";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { presentChange } from "../present-change.ts";
import { pageShape } from "../result-size.ts";

const argumentsSchema = z.strictObject({
  after: z
    .string()
    .optional()
    .describe(
      "A cursor, beginning or now: returns the changes after it, oldest first. Not together with since or pageKey.",
    ),
  since: z.string().optional().describe("A date or ISO time: returns the changes since then, newest first."),
  until: z.string().optional().describe("With since: the end, inclusive."),
  kind: z.enum(typesWithHistory).optional(),
  id: z.string().optional().describe("With kind: the changes of one entity."),
  action: z.enum(changeActions).optional(),
  changed: z.string().optional().describe("Only changes of this property slug."),
  typePath: z.string().optional().describe("This type and all types below it."),
  createdById: z.string().optional().describe("The user or app that made the changes."),
  changeSetId: z.string().optional().describe("All changes of one request, load or workflow task."),
  ...pageShape,
});

const inputSchema = argumentsSchema.refine(({ id, kind }) => id === undefined || kind !== undefined, {
  path: ["kind"],
  error: "Specify the kind of the entity with this id.",
});

type Input = z.output<typeof inputSchema>;

export const changesTool = defineTool({
  name: "changes",
  title: "Changes",
  description: `Returns what was changed, when and by whom: values before and after. Without after: a search, newest first. With after: the log in order, without gaps; continue with after = coveredUntil. To watch from now on, call with after: "now" and keep coveredUntil.`,
  isReadOnly: true,
  input: inputSchema,
  async run(input, context) {
    const { after, limit, pageKey } = input;
    const query = { criteria: criteriaOf(input), after, limit, nextPageKey: pageKey };
    const { results, nextPageKey, coveredUntil, coveredUntilTime } = await context.call(listChanges, { query });
    return {
      results: results.map(presentChange),
      ...(after === undefined ? {} : { coveredUntil, coveredUntilTime }),
      ...(nextPageKey === undefined ? {} : { nextPageKey }),
      ...nextStep(after, nextPageKey),
    };
  },
});

function nextStep(after: string | undefined, nextPageKey: string | undefined): object {
  if (after !== undefined) {
    return { next: "Continue with after = coveredUntil, even if there were no changes." };
  }
  return nextPageKey === undefined
    ? {}
    : { next: "There are more results: call again with pageKey and the same arguments." };
}

function criteriaOf({ since, until, kind, id, action, changed, typePath, createdById, changeSetId }: Input) {
  const criteria = {
    entityType: id === undefined ? kind : undefined,
    entityReference: id === undefined ? undefined : `${kind}:${id}`,
    createdOn: rangeOf(since, until),
    action,
    changed,
    typePath,
    createdById,
    changeSetId,
  };
  return Object.values(criteria).some((value) => value !== undefined) ? criteria : undefined;
}

// Later than any record; both ends of a range are inclusive.
const farAway = "9999-12-31";

function rangeOf(since: string | undefined, until: string | undefined): string | undefined {
  return since === undefined && until === undefined
    ? undefined
    : `BETWEEN ${since ?? "1970-01-01"} and ${until ?? farAway}`;
}
