import type { EntityType } from "@weft/client";
import type { AnyEntity } from "../../any-entity.ts";
import { idsIn } from "../../use-referred.ts";
import type { GridColumn } from "../grid-column.ts";

const factsMax = 3;

type PresentedType = Pick<EntityType, "typePath" | "effectivePresentation">;

/** How the entities of a list are shown as cards. */
export interface CardParts {
  /** The columns of the facts below the name. */
  readonly factsOf: (row: AnyEntity) => readonly GridColumn[];
  /** The width of pictures divided by their height. */
  readonly ratio: number;
  /** The reference of options to their color. */
  readonly colorField: string | undefined;
}

interface PartsInput {
  readonly types: readonly PresentedType[];
  /** The type of the list. */
  readonly typePath: string;
  readonly all: readonly GridColumn[];
  /** The visible columns, the name first. */
  readonly visible: readonly GridColumn[];
}

export function cardPartsOf({ types, typePath, all, visible }: PartsInput): CardParts {
  const others = visible.slice(1).filter(({ field, property }) => field !== "typePath" && !isPicture(property));
  const byType = new Map(
    types.map(({ typePath: path, effectivePresentation }) => [path, columnsNamed(effectivePresentation.keyFacts, all)]),
  );
  const ratio = nearest(
    typePath,
    new Map(types.map((type) => [type.typePath, type.effectivePresentation.pictureRatio])),
  );
  return {
    factsOf: (row) => {
      const keyFacts = nearest(row.typePath, byType) ?? [];
      return (keyFacts.length > 0 ? keyFacts : others).slice(0, factsMax);
    },
    ratio: ratioOf(ratio),
    colorField: all.find(({ property }) => isColorReference(property))?.field,
  };
}

function columnsNamed(fields: readonly string[] | undefined, all: readonly GridColumn[]): readonly GridColumn[] {
  return (fields ?? []).flatMap((field) => (field === "name" ? [] : (all.find((one) => one.field === field) ?? [])));
}

function isPicture({ propertyType }: GridColumn["property"]): boolean {
  return propertyType === "image" || propertyType === "image_list";
}

function isColorReference({ propertyType, referenceType }: GridColumn["property"]): boolean {
  return propertyType === "object_reference" && referenceType?.split(":")[0] === "color";
}

/** A type that was never defined is shown as its nearest parent. */
function nearest<Value>(typePath: string, values: ReadonlyMap<string, Value>): Value | undefined {
  const parts = typePath.split(":");
  const paths = parts.map((_, place) => parts.slice(0, parts.length - place).join(":"));
  return paths.map((path) => values.get(path)).find((value) => value !== undefined);
}

/** "4:5" is 0.8. */
function ratioOf(text: string | undefined): number {
  const [width, height] = (text ?? "1:1").split(":").map(Number);
  return width !== undefined && height !== undefined && height > 0 ? width / height : 1;
}

/** An option of a style. */
export interface Dot {
  readonly id: string;
  readonly name: string;
  readonly colorId: string | undefined;
}

const dotsMax = 7;

/** The options of a style from a nested list: the first ones, and the number of all. */
export function dotsOf(row: AnyEntity, colorField: string | undefined) {
  const { nested } = row;
  const options = isObject(nested) && Array.isArray(nested["options"]) ? nested["options"].filter(isEntity) : [];
  const count = isObject(nested) && typeof nested["optionCount"] === "number" ? nested["optionCount"] : options.length;
  const dots = options.slice(0, dotsMax).map(
    (option): Dot => ({
      id: option.id,
      name: typeof option["optionName"] === "string" ? option["optionName"] : (option.federatedId ?? "Option"),
      colorId: colorField === undefined ? undefined : idsIn(option[colorField])[0],
    }),
  );
  return { dots, count };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isEntity(value: unknown): value is AnyEntity {
  return isObject(value) && typeof value["id"] === "string";
}
