import { decide, targetOf } from "../../access/decide.ts";
import { readId } from "../../entity-types/kinds/read-list.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { PlanState } from "../write/state/plan-state.ts";
import { addError, type Candidate, type KindRules, setProperty, textOf } from "./kind-rules.ts";

/** An item is a family, which carries its own id, or an option of one. itemFamilyId decides; roles reflects it. */
export const itemRules: KindRules = {
  /** An option has the type of its family. */
  typePathOf({ itemFamilyId }, rights, state) {
    const [family] =
      typeof itemFamilyId === "string" && "value" in readId(itemFamilyId)
        ? state.forShare([{ entityType: "item", id: itemFamilyId }])
        : [];
    // The type of a family that may not be read must not show in an error.
    return family !== undefined && decide(rights, "read", targetOf(family)).isAllowed ? family.typePath : undefined;
  },
  complete(candidate, state) {
    const familyId = textOf(candidate, "itemFamilyId") ?? candidate.id;
    setProperty(candidate, "itemFamilyId", familyId);
    const roles = [familyId === candidate.id ? "family" : "option"];
    checkRoles(candidate, roles);
    setProperty(candidate, "roles", roles);
    if (familyId !== candidate.id) {
      checkFamily(candidate, familyId, state);
    }
  },
};

function checkRoles(candidate: Candidate, roles: readonly string[]): void {
  const { roles: sent, itemFamilyId } = candidate.sent;
  const isFamilyRejected = (itemFamilyId ?? null) !== null && textOf(candidate, "itemFamilyId") !== itemFamilyId;
  if (sent === undefined || sent === null || isSameJson(sent, roles) || isFamilyRejected) {
    return;
  }
  const detail = isSameJson(sent, ["option"])
    ? 'An option requires its family: itemFamilyId, or itemFamily as {"federatedId": "…"}.'
    : 'roles must be ["family"] or ["option"], consistent with itemFamilyId.';
  addError(candidate, "roles", "invalid-value", detail);
}

function checkFamily(candidate: Candidate, familyId: string, state: PlanState): void {
  const [family] = state.forShare([{ entityType: "item", id: familyId }]);
  // Its existence is checked with all other references.
  if (family !== undefined && !isSameJson(family.properties["roles"], ["family"])) {
    addError(candidate, "itemFamilyId", "invalid-value", `The item ${familyId} is itself an option, not a family.`);
  }
  const wasFamily = candidate.before !== undefined && textOf(candidate.before, "itemFamilyId") === candidate.id;
  if (wasFamily && candidate.before !== undefined) {
    state.forUpdate(candidate.before);
    const [options = []] = state.referrersOf([
      { entityType: "item", slug: "itemFamilyId", isList: false, id: candidate.id },
    ]);
    const count = options.filter(({ id }) => id !== candidate.id).length;
    if (count > 0) {
      addError(
        candidate,
        "itemFamilyId",
        "invalid-value",
        `This family has ${count} options, so it cannot become an option.`,
      );
    }
  }
}
