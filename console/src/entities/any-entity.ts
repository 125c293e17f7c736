/** An entity of any kind: the common fields, and its properties as flat members. */
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

/** The fields that the service sets on every entity. */
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

/** The title of an entity: its name, else its external ID. Never an id alone. */
export function titleOf(entity: Pick<AnyEntity, "name" | "federatedId" | "id"> & { readonly [key: string]: unknown }) {
  const { name, federatedId, identifier } = entity;
  if (name !== undefined && name !== "") return name;
  if (typeof identifier === "string" && identifier !== "") return identifier;
  return federatedId ?? `Unnamed (…${entity.id.slice(-8)})`;
}

/** The title with the option name: the options of a style share its name. */
export function fullTitleOf(entity: Parameters<typeof titleOf>[0]): string {
  const { optionName } = entity;
  return typeof optionName === "string" && optionName !== "" ? `${titleOf(entity)}, ${optionName}` : titleOf(entity);
}
