import type { AnyEntity } from "../any-entity.ts";
import type { ColorwayModel } from "./colorway-model.ts";

/** A color of a matrix: a color entity, or only a name. */
export interface PickedColor {
  readonly name: string;
  readonly colorId: string | undefined;
  readonly hex: string | undefined;
}

/** A colorway that the style has already. */
export interface ExistingColorway extends PickedColor {
  readonly sizes: readonly string[];
}

/** What was picked so far. */
export interface ColorwayDraft {
  readonly colors: readonly PickedColor[];
  readonly templateId: string | undefined;
  /** Undefined: those of the template. */
  readonly sizes: readonly string[] | undefined;
  /** The cells that are not wanted: all others are. */
  readonly dropped: ReadonlySet<string>;
}

export const emptyDraft: ColorwayDraft = { colors: [], templateId: undefined, sizes: undefined, dropped: new Set() };

/** More are created in several acts, each of which can be checked and undone. */
export const colorwaysMax = 100;

/** Identifies a row of the matrix: names that differ in case or surrounding spaces are the same. */
function keyOf({ name, colorId }: Pick<PickedColor, "name" | "colorId">): string {
  return colorId ?? name.trim().toLowerCase();
}

/** Whether these colors would be the same colorway: the same entity, or the same name. */
export function isSameColor(one: PickedColor, other: PickedColor): boolean {
  const isNamed = one.name.trim().toLowerCase() === other.name.trim().toLowerCase();
  const isOther = one.colorId !== undefined && other.colorId !== undefined && one.colorId !== other.colorId;
  return keyOf(one) === keyOf(other) || (isNamed && !isOther);
}

interface Addition {
  readonly draft: ColorwayDraft;
  /** Beyond the limit. */
  readonly left: readonly PickedColor[];
}

/** Adds colors that are not there yet, up to the limit. */
export function addColors(
  draft: ColorwayDraft,
  colors: readonly PickedColor[],
  existing: readonly ExistingColorway[],
): Addition {
  const kept = [...draft.colors];
  const left: PickedColor[] = [];
  for (const color of colors) {
    if ([...kept, ...existing].some((one) => isSameColor(one, color))) continue;
    if (kept.length < colorwaysMax) kept.push(color);
    else left.push(color);
  }
  return { draft: { ...draft, colors: kept }, left };
}

export function removeColor(draft: ColorwayDraft, color: PickedColor): ColorwayDraft {
  const row = cellOf(color, "");
  return {
    ...draft,
    colors: draft.colors.filter((one) => keyOf(one) !== keyOf(color)),
    dropped: new Set([...draft.dropped].filter((cell) => !cell.startsWith(row))),
  };
}

/** Without sizes, each color has one cell: of the size "". */
export function columnsOf(sizes: readonly string[]): readonly string[] {
  return sizes.length === 0 ? [""] : sizes;
}

export function isWanted({ dropped }: Pick<ColorwayDraft, "dropped">, color: PickedColor, size: string): boolean {
  return !dropped.has(cellOf(color, size));
}

/** Drops a cell, a row or a column; one that is dropped already is wanted again. */
export function toggleCells(
  draft: ColorwayDraft,
  colors: readonly PickedColor[],
  sizes: readonly string[],
): ColorwayDraft {
  const cells = colors.flatMap((color) => sizes.map((size) => cellOf(color, size)));
  const dropped = new Set(draft.dropped);
  const hasWanted = cells.some((cell) => !dropped.has(cell));
  for (const cell of cells) {
    if (hasWanted) dropped.add(cell);
    else dropped.delete(cell);
  }
  return { ...draft, dropped };
}

/** No name has a line break. */
function cellOf(color: PickedColor, size: string): string {
  return `${keyOf(color)}\n${size}`;
}

/** A colorway to create. */
export interface WantedColorway {
  readonly color: PickedColor;
  readonly sizes: readonly string[];
}

/** One for each row with a cell. */
export function wantedColorways(draft: ColorwayDraft, sizes: readonly string[]): WantedColorway[] {
  return draft.colors
    .map((color) => ({ color, cells: columnsOf(sizes).filter((size) => isWanted(draft, color, size)) }))
    .filter(({ cells }) => cells.length > 0)
    .map(({ color, cells }) => ({ color, sizes: sizes.length === 0 ? [] : cells }));
}

interface OptionInput {
  readonly style: AnyEntity;
  readonly model: ColorwayModel;
  /** As the other options of the style are grouped. */
  readonly optionGroup: string;
  readonly templateId: string | undefined;
}

/** The option of a style that a colorway is stored as. */
export function optionOf({ color, sizes }: WantedColorway, input: OptionInput): Readonly<Record<string, unknown>> {
  const { style, optionGroup, templateId, model } = input;
  const { colorSlug, sizesSlug, template } = model;
  const ownsTemplate = template?.level === "option" || template?.level === "all";
  return {
    name: style.name,
    typePath: style.typePath,
    itemFamilyId: style.id,
    optionGroup,
    optionName: color.name,
    ...(colorSlug === undefined || color.colorId === undefined ? {} : { [colorSlug]: color.colorId }),
    ...(sizesSlug === undefined || sizes.length === 0 ? {} : { [sizesSlug]: { sizes } }),
    ...(template === undefined || templateId === undefined || !ownsTemplate ? {} : { [template.slug]: templateId }),
  };
}

/** The names in pasted or typed text: one in each line, or separated by commas, semicolons or tabs. */
export function namesIn(text: string): string[] {
  return text
    .split(/[\r\n\t,;]+/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
