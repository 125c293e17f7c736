import type { EntityType } from "@weft/client";
import { type ReactNode, useRef, useState } from "react";
import { useLeaveGuard } from "../../ui/use-leave-guard.tsx";
import type { AnyEntity } from "../any-entity.ts";
import { emptyDraft } from "../colorways/colorway-draft.ts";
import type { EntityKind } from "../entity-kind.ts";
import { type EntityProperty, seenProperties } from "../entity-property.ts";
import { propertiesAt } from "../entity-queries.ts";
import { fieldValuesOf } from "./draft.ts";
import type { FieldValue } from "./field-value.ts";
import { commonFields, copyOf } from "./form-fields.ts";
import { type HeldValues, holdValue, holdValues, isTouched } from "./held-values.ts";

/** What a form for a new entity holds, whatever its type. */
export type HeldForm = ReturnType<typeof useHeldValues>;

/** The values of a form for a new entity. They outlive a change of the type, and leaving asks first. */
export function useHeldValues(kind: EntityKind, types: readonly EntityType[], source: AnyEntity | undefined) {
  const [begun] = useState(() => (source === undefined ? new Map() : heldCopy(kind, types, source)));
  const [held, setHeld] = useState<HeldValues>(begun);
  const [colorways, setColorways] = useState(emptyDraft);
  const [isCreating, setIsCreating] = useState(false);
  // A reference: the page is left before the state would be rendered.
  const isSaved = useRef(false);
  const question: ReactNode = useLeaveGuard({
    mayLeave: () => isSaved.current || (!isTouched(held, begun) && colorways.colors.length === 0),
    // The choice of the type.
    isKeptOnPage: true,
    ...(isCreating ? halfCreated : {}),
  });
  return {
    ...{ held, colorways, setColorways, question },
    beginCreation: () => setIsCreating(true),
    change: (field: EntityProperty, value: FieldValue) => setHeld((before) => holdValue(before, field, value)),
    endGuard: () => {
      isSaved.current = true;
    },
  };
}

const halfCreated = {
  question: "The style is created, and its colorways are being created. Those that are left would be missing.",
  leaveLabel: "Leave",
};

function heldCopy(kind: EntityKind, types: readonly EntityType[], source: AnyEntity): HeldValues {
  const fields = fieldsOf(kind, types, source.typePath, source);
  return holdValues(fields, fieldValuesOf(fields, copyOf(source, fields)));
}

/** The fields for a type; of a copy, also those that it has without a definition. */
export function fieldsOf(
  kind: EntityKind,
  types: readonly EntityType[],
  typePath: string,
  source: AnyEntity | undefined,
): EntityProperty[] {
  const described = propertiesAt(types, typePath);
  const seen = source === undefined ? [] : seenProperties(source, described);
  return [...commonFields(kind), ...described, ...seen];
}
