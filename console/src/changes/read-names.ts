import { ApiError, type EntityName, kindTable, type Weft } from "@weft/client";
import { webhookName } from "../webhooks/webhook-state.ts";

export interface FoundEntity {
  readonly reference: string;
  /** undefined for what has no name of its own. */
  readonly title: string | undefined;
  readonly detail: string | undefined;
  /** Of a member of a project or an assortment. */
  readonly itemId: string | undefined;
}

interface Nameable {
  readonly id: string;
  readonly name?: string | null;
  readonly identifier?: string | null;
  readonly federatedId?: string | null;
  readonly label?: string;
  readonly description?: string | null;
  readonly url?: string;
  readonly itemId?: string | null;
}

/** More do not fit into a URL. */
const idsAtATime = 200;

/** The current names of entities of a kind. Deleted ones are missing. */
export async function readNames(
  weft: Weft,
  entityType: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<FoundEntity[]> {
  if (!isKind(entityType)) return [];
  const some = ids.slice(0, idsAtATime);
  try {
    const criteria = { id: some };
    const { results } = await weft.entities.list<Nameable>({ entityName: entityType, criteria, limit: 1000, signal });
    const found = results.map((entity) => toFound(entityType, entity));
    const rest = ids.slice(idsAtATime);
    return rest.length === 0 ? found : [...found, ...(await readNames(weft, entityType, rest, signal))];
  } catch (error) {
    // A user who may see a change may still not be able to read the entity: then it has no name here.
    if (error instanceof ApiError && error.status < 500) return [];
    throw error;
  }
}

function toFound(entityType: string, entity: Nameable): FoundEntity {
  const { id, federatedId, itemId } = entity;
  const title = nameOf(entity);
  const detail = federatedId === title ? undefined : (federatedId ?? undefined);
  return { reference: `${entityType}:${id}`, title, detail, itemId: itemId ?? undefined };
}

function nameOf({ name, label, identifier, federatedId, url, description }: Nameable): string | undefined {
  if (url !== undefined) return webhookName({ description: description ?? "", url });
  const names = [label, name, identifier, federatedId];
  return names.find((one) => typeof one === "string" && one !== "") ?? undefined;
}

function isKind(entityType: string): entityType is EntityName {
  return entityType in kindTable;
}
