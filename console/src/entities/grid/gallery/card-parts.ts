import type { EntityType } from "@weft/client";
import type { AnyEntity } from "../../any-entity.ts";
import type { GridColumn } from "../grid-column.ts";

const factsMax = 3;

type PresentedType = Pick<EntityType, "typePath" | "effectivePresentation">;

/** How the entities of a list are shown as cards. */
export interface CardParts {
  /** The columns of the facts below the name. */
  readonly factsOf: (row: AnyEntity) => readonly GridColumn[];
  /** The width of pictures divided by their height. */
  readonly ratio: number;
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
  };
}

function columnsNamed(fields: readonly string[] | undefined, all: readonly GridColumn[]): readonly GridColumn[] {
  return (fields ?? []).flatMap((field) => (field === "name" ? [] : (all.find((one) => one.field === field) ?? [])));
}

function isPicture({ propertyType }: GridColumn["property"]): boolean {
  return propertyType === "image" || propertyType === "image_list";
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
