/** An entity of any kind: the fields that all have, and its properties flat beside them. */
export interface AnyEntity {
  readonly id: string;
  readonly entityType: string;
  readonly typePath: string;
  readonly name?: string | undefined;
  readonly federatedId?: string | undefined;
  readonly createdOn: string;
  readonly updatedOn: string;
  readonly createdById?: string | undefined;
  readonly updatedById?: string | undefined;
  readonly version: number;
  readonly [property: string]: unknown;
}

/** The fields that the service keeps of every entity. */
export const systemFields: ReadonlySet<string> = new Set([
  "id",
  "entityType",
  "typePath",
  "name",
  "federatedId",
  "createdOn",
  "updatedOn",
  "createdById",
  "updatedById",
  "version",
]);

/** What to call an entity: its name, else the key that its owner has for it. Never an id alone. */
export function titleOf(entity: Pick<AnyEntity, "name" | "federatedId" | "id"> & { readonly [key: string]: unknown }) {
  const { name, federatedId, identifier } = entity;
  if (name !== undefined && name !== "") return name;
  if (typeof identifier === "string" && identifier !== "") return identifier;
  return federatedId ?? `Without a name (…${entity.id.slice(-8)})`;
}

/** The same with the option beside it: the options of a family are called alike. */
export function fullTitleOf(entity: Parameters<typeof titleOf>[0]): string {
  const { optionName } = entity;
  return typeof optionName === "string" && optionName !== "" ? `${titleOf(entity)}, ${optionName}` : titleOf(entity);
}
