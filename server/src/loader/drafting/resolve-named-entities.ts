import { decide, targetOf } from "../../access/decide.ts";
import type { Entity } from "../../entities/model/entity.ts";
import { findByIdentifiers, findEntities } from "../../entities/model/entity-store.ts";
import { composedFromIds } from "../../entities/rules/assortment-rules.ts";
import { LoadFailedError } from "../load-errors.ts";
import { configurationIssue, type LoadIssue } from "../load-issue.ts";
import type { LoadContext } from "../load-services.ts";

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
    throw new LoadFailedError(errors);
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

/** The entity, if it exists and the caller that started the load may read it. */
export async function findReadable(context: LoadContext, entityType: string, id: string): Promise<Entity | undefined> {
  const [entity] = await findEntities(context.services.db, context.orgId, entityType, [id]);
  return entity !== undefined && isReadable(context, entity) ? entity : undefined;
}

async function findReadableByIdentifier(
  context: LoadContext,
  entityType: string,
  identifier: string,
): Promise<Entity | undefined> {
  const [entity] = await findByIdentifiers(context.services.db, context.orgId, entityType, [identifier]);
  return entity !== undefined && isReadable(context, entity) ? entity : undefined;
}

function isReadable({ load }: LoadContext, entity: Entity): boolean {
  return decide(load.writer.rights, "read", targetOf(entity)).isAllowed;
}

/**
 * The project of the project items: by workspaceIdentifier, by the assortments of the configuration, or by the
 * assortmentId of the first row, in this order.
 */
export async function resolveProject(
  context: LoadContext,
  assortments: AssortmentsByValue,
  assortmentIdOfFirstRow: string | undefined,
): Promise<string> {
  const { workspaceIdentifier, assortmentSplit } = context.load.configuration;
  if (workspaceIdentifier !== undefined) {
    return projectOfWorkspace(context, workspaceIdentifier);
  }
  // Entries with an id come before those with an identifier, whatever their order in the configuration.
  const entries = [...(assortmentSplit?.values ?? [])].sort(
    (a, b) => Number(a.assortmentId === undefined) - Number(b.assortmentId === undefined),
  );
  const named = entries.map(({ value }) => assortments.get(value)).find((assortment) => assortment !== undefined);
  const projectId = projectOf(named ?? (await assortmentOfRow(context, assortmentIdOfFirstRow)));
  if (projectId === undefined) {
    throw new LoadFailedError([
      configurationIssue(
        "PROJECT_ITEM requires a project, but none is specified.",
        "Set workspaceIdentifier, an assortment in assortmentSplit, or an assortmentId column.",
      ),
    ]);
  }
  return projectId;
}

function projectOf(entity: Entity | undefined): string | undefined {
  return entity?.projectId ?? undefined;
}

async function projectOfWorkspace(context: LoadContext, identifier: string): Promise<string> {
  const workspace = await findReadableByIdentifier(context, "workspace", identifier);
  // The configuration view of a project also shows the project's own identifier.
  const project = workspace === undefined ? await findReadableByIdentifier(context, "project", identifier) : undefined;
  const projectId = projectOf(workspace) ?? project?.id;
  if (projectId === undefined) {
    throw new LoadFailedError([
      configurationIssue(
        `There is no workspace with the identifier ${identifier} that this credential may read.`,
        "Copy the identifier from the project's configuration view, or from GET /api/workspaces.",
      ),
    ]);
  }
  return projectId;
}

async function assortmentOfRow(context: LoadContext, id: string | undefined): Promise<Entity | undefined> {
  if (id === undefined || id === "") {
    return undefined;
  }
  const assortment = await findReadable(context, "assortment", id);
  if (assortment === undefined) {
    throw new LoadFailedError([unknownAssortment(id)]);
  }
  return assortment;
}
