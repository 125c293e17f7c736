import type { PropertyDefinition, PropertyType } from "@weft/contract";
import { booleanKind } from "./boolean.ts";
import { choiceKind } from "./choice.ts";
import { currencyKind } from "./currency.ts";
import { dateKind } from "./date.ts";
import { datetimeKind } from "./datetime.ts";
import { formulaKind } from "./formula.ts";
import { imageKind } from "./image.ts";
import { imageListKind } from "./image-list.ts";
import { jsonKind } from "./json.ts";
import { multiSelectKind } from "./multi-select.ts";
import { numberKind } from "./number.ts";
import { objectRefListKind } from "./object-ref-list.ts";
import { objectReferenceKind } from "./object-reference.ts";
import { percentKind } from "./percent.ts";
import type { Ordering, PropertyKind } from "./property-kind.ts";
import { ratingKind } from "./rating.ts";
import { sequenceKind } from "./sequence.ts";
import { sizeRangeKind } from "./size-range.ts";
import { stringKind } from "./string.ts";
import { textKind } from "./text.ts";
import { urlKind } from "./url.ts";
import { userListKind } from "./user-list.ts";

/** Every kind of property, by its name in the API. */
export const propertyKinds: Readonly<Record<PropertyType, PropertyKind>> = {
  string: stringKind,
  text: textKind,
  number: numberKind,
  currency: currencyKind,
  percent: percentKind,
  rating: ratingKind,
  date: dateKind,
  datetime: datetimeKind,
  boolean: booleanKind,
  choice: choiceKind,
  multi_select: multiSelectKind,
  url: urlKind,
  image: imageKind,
  image_list: imageListKind,
  json: jsonKind,
  object_reference: objectReferenceKind,
  object_ref_list: objectRefListKind,
  size_range: sizeRangeKind,
  formula: formulaKind,
  sequence: sequenceKind,
  user_list: userListKind,
};

/** How lists compare the values of a property; those of a formula according to its result kind. */
export function orderingOf({ propertyType, resultKind }: PropertyDefinition): Ordering {
  const comparedAs = propertyType === "formula" ? (resultKind ?? "string") : propertyType;
  return propertyKinds[comparedAs].ordering;
}
