/** The types and option sets of an organization as they are kept in a file: without ids, versions and times. */
export interface TypeFile {
  readonly optionSets: readonly FileOptionSet[];
  readonly entityTypes: readonly FileType[];
}

export interface FileOptionSet {
  readonly name: string;
  readonly federatedId?: string;
  readonly options: readonly FileOption[];
}

export interface FileOption {
  readonly value: string;
  readonly display: string;
}

export interface FileType {
  readonly typePath: string;
  readonly label: string;
  readonly mode: "open" | "strict";
  readonly properties: readonly FileProperty[];
}

/** All that the service says of a property, but what is so by default; an option set is named by its key. */
export interface FileProperty {
  readonly slug: string;
  readonly label: string;
  readonly propertyType: string;
  readonly optionSet?: string;
  readonly [member: string]: unknown;
}

/** By which properties name the set: its federatedId, or its name where it has none. */
export function keyOf({ name, federatedId }: { readonly name: string; readonly federatedId?: string | null }): string {
  return federatedId ?? name;
}

/** item of item:product:apparel. */
export function rootOf(typePath: string): string {
  return typePath.split(":", 1).join("");
}

/** The paths above, the nearest first. */
export function ancestorsOf(typePath: string): string[] {
  const steps = typePath.split(":");
  return steps
    .slice(1)
    .map((_, index) => steps.slice(0, index + 1).join(":"))
    .reverse();
}

/** As the product has it before an organization says something else: Project item of project-item. */
export function labelOfRoot(typePath: string): string {
  return (typePath.charAt(0).toUpperCase() + typePath.slice(1)).replaceAll("-", " ");
}

const usual: Readonly<Record<string, unknown>> = {
  required: false,
  unique: false,
  searchable: false,
  disabled: false,
  level: "all",
  default: null,
};

const memberOrder = [
  "slug",
  "label",
  "propertyType",
  "optionSet",
  "referenceType",
  "level",
  "required",
  "unique",
  "searchable",
  "disabled",
  "currency",
  "min",
  "max",
  "templateProperty",
  "expression",
  "resultKind",
  "prefix",
  "digits",
  "default",
];

/** Without what is so by default, its members in an order that never changes. */
export function tidyProperty({ slug, label, propertyType, ...more }: FileProperty): FileProperty {
  const said = Object.entries(more).filter(
    ([member, value]) => value !== undefined && (!Object.hasOwn(usual, member) || value !== usual[member]),
  );
  const ordered = said.sort(([one], [other]) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1));
  return { slug, label, propertyType, ...Object.fromEntries(ordered) };
}

function placeOf(member: string): number {
  const place = memberOrder.indexOf(member);
  return place < 0 ? memberOrder.length : place;
}
