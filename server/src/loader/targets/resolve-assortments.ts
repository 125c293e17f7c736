import type { Entity } from "../../entities/entity.ts";
import { composedFromIds } from "../../entities/kinds/assortment-rules.ts";
import { configurationIssue } from "../configuration/configuration-issue.ts";
import { LoadFailure, type LoadIssue } from "../load-issue.ts";
import type { LoadContext } from "../load-services.ts";
import { findReadable, findReadableByIdentifier } from "./find-readable.ts";

type Split = NonNullable<LoadContext["load"]["configuration"]["assortmentSplit"]>;
type SplitEntry = Split["values"][number];

/** By value of the split column, its assortment; undefined for an entry whose rows name their own. */
export type AssortmentsByValue = ReadonlyMap<string, Entity | undefined>;

/** Finds the assortments that the configuration names. All unknown ones are reported at once. */
export async function resolveAssortments(context: LoadContext): Promise<AssortmentsByValue> {
  const { assortmentSplit, loadType = [] } = context.load.configuration;
  const takesItems = loadType.includes("ASSORTMENT");
  const errors: LoadIssue[] = [];
  const found = new Map<string, Entity | undefined>();
  for (const entry of assortmentSplit?.values ?? []) {
    const assortment = await findNamed(context, entry);
    const error = validateNamed(entry, assortment, takesItems);
    if (error !== undefined) {
      errors.push(error);
    }
    if (found.has(entry.value)) {
      const message = `assortmentSplit contains the value ${JSON.stringify(entry.value)} twice.`;
      errors.push(configurationIssue(message, "List each value once."));
    }
    found.set(entry.value, assortment);
  }
  if (errors.length > 0) {
    throw new LoadFailure(errors);
  }
  return found;
}

function validateNamed(entry: SplitEntry, assortment: Entity | undefined, takesItems: boolean): LoadIssue | undefined {
  if (assortment !== undefined) {
    return takesItems ? validateComposite(assortment) : undefined;
  }
  return isNamed(entry) ? unknownAssortment(entry.assortmentId ?? entry.assortmentIdentifier ?? "") : undefined;
}

function isNamed({ assortmentId, assortmentIdentifier }: SplitEntry): boolean {
  return assortmentId !== undefined || assortmentIdentifier !== undefined;
}

async function findNamed(
  context: LoadContext,
  { assortmentId, assortmentIdentifier }: SplitEntry,
): Promise<Entity | undefined> {
  if (assortmentId !== undefined) {
    return findReadable(context, "assortment", assortmentId);
  }
  return assortmentIdentifier === undefined
    ? undefined
    : findReadableByIdentifier(context, "assortment", assortmentIdentifier);
}

export function unknownAssortment(name: string): LoadIssue {
  return configurationIssue(
    `There is no assortment ${name} that this credential may read.`,
    "Use the id or the identifier of an assortment, as in GET /api/assortments.",
  );
}

/** The members of a composite assortment come from its sources. Detecting this on publish would be too late. */
export function validateComposite(assortment: Entity): LoadIssue | undefined {
  return composedFromIds(assortment).length > 0
    ? configurationIssue(
        `The assortment ${assortment.name} is composed from others and cannot have items of its own.`,
        "Load into the assortments that it is composed from.",
      )
    : undefined;
}
