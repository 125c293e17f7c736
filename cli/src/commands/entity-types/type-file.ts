import type { Option } from "@weft/client";

/** The types and option sets of an organization in a file: without ids, versions and times. */
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
  readonly color?: OptionColor;
}

type OptionColor = NonNullable<Option["color"]>;

/** The service validates it. */
export function isOptionColor(text: string): text is OptionColor {
  return text !== "";
}

export interface FileType {
  readonly typePath: string;
  readonly label: string;
  readonly mode: "open" | "strict";
  readonly properties: readonly FileProperty[];
  /** Omitted to keep the stored one; null for none. */
  readonly presentation?: FilePresentation | null;
}

/** The service validates it. */
export type FilePresentation = object;

/** All fields of a property except defaults; an option set is named by its key. */
export interface FileProperty {
  readonly slug: string;
  readonly label: string;
  readonly propertyType: string;
  readonly optionSet?: string;
  readonly [member: string]: unknown;
}

/** The key that properties use: the federatedId, or the name if there is none. */
export function keyOf({ name, federatedId }: { readonly name: string; readonly federatedId?: string | null }): string {
  return federatedId ?? name;
}

/** item for item:product:apparel. */
export function rootOf(typePath: string): string {
  return typePath.split(":", 1).join("");
}

/** The parent paths, nearest first. */
export function ancestorsOf(typePath: string): string[] {
  const steps = typePath.split(":");
  return steps
    .slice(1)
    .map((_, index) => steps.slice(0, index + 1).join(":"))
    .reverse();
}

/** The built-in label: Project item for project-item. */
export function labelOfRoot(typePath: string): string {
  return (typePath.charAt(0).toUpperCase() + typePath.slice(1)).replaceAll("-", " ");
}

const usual: Readonly<Record<string, unknown>> = {
  required: false,
  expected: false,
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
  "expected",
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

/** Without defaults, with members in a stable order. */
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
