import type { Entity } from "../model/entity.ts";
import { keyOf, type Step } from "../write/state/plan.ts";
import type { PlanState } from "../write/state/plan-state.ts";
import { entityTerms, familyIdOf, hasSameTexts, type SearchedEntity } from "./entity-terms.ts";

/** The terms of an entity as planned. The family of an option is known: its rules depend on it. */
export function plannedTerms(orgId: string, state: PlanState, entity: Entity): string {
  const familyId = familyIdOf(entity);
  const family = familyId === undefined ? undefined : state.current(keyOf("item", familyId));
  return entityTerms(orgId, { ...searched(state, entity), family: family && searched(state, family) });
}

/** The families whose terms change with a write: those of their stored options include them. */
export function familiesWithNewTerms(state: PlanState, steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ before, after }) => {
    if (before?.entityType !== "item" || after === undefined || familyIdOf(before) !== undefined) {
      return [];
    }
    return hasSameTexts(searched(state, before), searched(state, after)) ? [] : [before.id];
  });
}

function searched(state: PlanState, entity: Entity): SearchedEntity {
  return { entity, type: state.typeAt(entity.typePath) };
}
