import type { Entity } from "../../entities/entity.ts";
import { configurationIssue } from "../configuration/configuration-issue.ts";
import { LoadFailure } from "../load-issue.ts";
import type { LoadContext } from "../load-services.ts";
import { findReadable, findReadableByIdentifier } from "./find-readable.ts";
import { type AssortmentsByValue, unknownAssortment } from "./resolve-assortments.ts";

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
    throw new LoadFailure([
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
    throw new LoadFailure([
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
    throw new LoadFailure([unknownAssortment(id)]);
  }
  return assortment;
}
