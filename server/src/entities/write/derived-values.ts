import { compileFormula } from "../../entity-types/check-definitions.ts";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import type { ResolvedProperty, ResolvedType } from "../../entity-types/type-tree.ts";
import { ExpressionError } from "../../platform/expressions/expression-error.ts";
import type { PortableExpression } from "../../platform/expressions/offload/portable-expression.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { Entity, Properties } from "../model/entity.ts";
import { addError, type Candidate, setProperty, textOf } from "../rules/kind-rules.ts";
import { missingData } from "./state/known-rows.ts";
import { notYet, pairKey, type Step } from "./state/plan.ts";
import type { PlanState } from "./state/plan-state.ts";

/** Copies the family-level values of its family, and rejects values at the wrong level. */
export function takeFromFamily(candidate: Candidate, state: PlanState): void {
  const levelled = levelledProperties(candidate.type);
  if (levelled.length === 0) {
    return;
  }
  const family = familyOf(candidate, state);
  candidate.place = family === "itself" ? "family" : "option";
  for (const property of levelled) {
    if (family === "itself") {
      refuseOptionLevel(candidate, property);
    } else {
      takeProperty(candidate, property, family);
    }
  }
}

/** The options that change because their family changed, with the copied values. */
export function spreadToOptions({ before, after }: Step, state: PlanState): Step[] {
  // A new item has no options yet. A new project item may have: options may be in a project before their family.
  if (after === undefined || (before === undefined && after.entityType === "item")) {
    return [];
  }
  const held = before?.properties ?? {};
  const type = state.typeAt(after.typePath);
  const copied = levelledProperties(type).filter(
    ({ slug, level }) => level !== "option" && !isSameJson(held[slug], after.properties[slug]),
  );
  if (copied.length === 0 || familyOf({ ...after, type }, state) !== "itself") {
    return [];
  }
  return optionsOf(after, state).flatMap((option) => {
    const changed = withCopies(option, { held, after }, state);
    return changed === undefined ? [] : [{ before: option, after: changed }];
  });
}

type Levelled = ResolvedProperty;
type Family = "itself" | Entity | undefined;

function takeProperty(candidate: Candidate, property: Levelled, family: Entity | undefined): void {
  const { slug, level } = property;
  const held = family?.properties[slug];
  if (level === "family") {
    // An option that comes back takes the present values of its family.
    const isSent = candidate.sent[slug] !== undefined && !candidate.isRestored;
    const wanted = candidate.properties[slug];
    if (isSent && !isSameJson(wanted, held) && !isSameJson(wanted, candidate.before?.properties[slug])) {
      addError(candidate, slug, "invalid-value", `${slug} is stored on the family; change it there.`);
    }
    setProperty(candidate, slug, held);
  }
  const isNew = candidate.before === undefined;
  if (level === "override" && (isNew ? candidate.sent[slug] === undefined : candidate.sent[slug] === null)) {
    setProperty(candidate, slug, held);
  }
}

function refuseOptionLevel(candidate: Candidate, { slug, level }: Levelled): void {
  if (level !== "option" || candidate.properties[slug] === undefined) {
    return;
  }
  if (candidate.before === undefined && candidate.sent[slug] === undefined) {
    // A default applies to options too.
    setProperty(candidate, slug, undefined);
  } else {
    addError(candidate, slug, "invalid-value", `${slug} belongs to options, not to families.`);
  }
}

function withCopies(option: Entity, { held, after }: { held: Properties; after: Entity }, state: PlanState) {
  const type = state.typeAt(option.typePath);
  const properties = { ...option.properties };
  for (const { slug, level } of levelledProperties(type)) {
    const isOverridden = level === "override" && !isSameJson(option.properties[slug], held[slug]);
    if (level === "option" || isOverridden) {
      continue;
    }
    const value = after.properties[slug];
    if (value === undefined) {
      delete properties[slug];
    } else {
      properties[slug] = value;
    }
  }
  computeFormulas({ type, name: option.name, federatedId: option.federatedId, properties }, state);
  return isSameJson(properties, option.properties)
    ? undefined
    : { ...option, properties, version: option.version + 1, updatedOn: notYet, updatedById: after.updatedById };
}

/** Only items and project items have levels. In other types, a level has no effect. */
function familyOf(entity: Pick<Candidate, "type" | "id" | "properties">, state: PlanState): Family {
  if (entity.type.root.name === "item") {
    const familyId = textOf(entity, "itemFamilyId") ?? entity.id;
    return familyId === entity.id ? "itself" : state.forShare([{ entityType: "item", id: familyId }])[0];
  }
  const [itemId, projectId] = [textOf(entity, "itemId"), textOf(entity, "projectId")];
  if (itemId === undefined || projectId === undefined) {
    return undefined;
  }
  const [item] = state.forShare([{ entityType: "item", id: itemId }]);
  const familyId = item === undefined ? itemId : (textOf(item, "itemFamilyId") ?? itemId);
  if (familyId === itemId) {
    return "itself";
  }
  const [holder] = state.holdersOf([pairKey("project-item", ["projectId", projectId], ["itemId", familyId])]);
  return holder === undefined ? undefined : state.forShare([{ entityType: "project-item", id: holder }])[0];
}

function optionsOf(family: Entity, state: PlanState): Entity[] {
  const itemId = family.entityType === "item" ? family.id : textOf(family, "itemId");
  const [items = []] =
    itemId === undefined
      ? []
      : state.referrersOf([{ entityType: "item", slug: "itemFamilyId", isList: false, id: itemId }]);
  const options = items.filter(({ id }) => id !== itemId);
  if (family.entityType === "item") {
    return options;
  }
  const projectId = textOf(family, "projectId") ?? "";
  const holders = state.holdersOf(
    options.map(({ id }) => pairKey("project-item", ["projectId", projectId], ["itemId", id])),
  );
  return holders
    .filter((id) => id !== undefined)
    .map((id) => state.forNoKeyUpdate("project-item", id))
    .filter((entity) => entity !== undefined);
}

const levelled = new WeakMap<ResolvedType, ResolvedProperty[]>();

function levelledProperties(type: ResolvedType): ResolvedProperty[] {
  let properties = levelled.get(type);
  if (properties === undefined) {
    const hasLevels = type.root.name === "item" || type.root.name === "project-item";
    properties = hasLevels ? [...type.properties.values()].filter(({ level }) => level !== "all") : [];
    levelled.set(type, properties);
  }
  return properties;
}

interface Formula {
  readonly property: ResolvedProperty;
  readonly expression: PortableExpression;
}

interface Computed {
  readonly type: ResolvedType;
  readonly name: string | null;
  readonly federatedId: string | null;
  readonly properties: Record<string, JsonValue>;
}

/** Sets every formula of the type from the other properties. A formula that fails on these values has no value. */
export function computeFormulas(entity: Computed, state: PlanState): void {
  const formulas = formulasOf(entity.type);
  if (formulas.length === 0) {
    return;
  }
  const document = {
    ...entity.properties,
    name: entity.name,
    federatedId: entity.federatedId,
    typePath: entity.type.typePath,
  };
  const outcomes = formulas.map(({ expression }) => state.formulas.outcomeOf(expression, document));
  // All outcomes are requested together, so that all are computed before the next planning pass.
  if (outcomes.includes(undefined)) {
    throw missingData;
  }
  for (const [index, { property }] of formulas.entries()) {
    const value = valueOfResult(property, outcomes[index]?.value);
    if (value === undefined || value === null) {
      delete entity.properties[property.slug];
    } else {
      entity.properties[property.slug] = value;
    }
  }
}

export function hasFormulas(type: ResolvedType): boolean {
  return formulasOf(type).length > 0;
}

function valueOfResult(property: ResolvedProperty, result: JsonValue): JsonValue {
  if (result === undefined || result === null) {
    return undefined;
  }
  const reading = propertyKinds[property.resultKind ?? "string"].readJson(result, property, { options: [] });
  return "value" in reading ? reading.value : undefined;
}

const formulas = new WeakMap<ResolvedType, Formula[]>();

function formulasOf(type: ResolvedType): Formula[] {
  let compiled = formulas.get(type);
  if (compiled === undefined) {
    const properties = [...type.properties.values()].filter(({ propertyType }) => propertyType === "formula");
    compiled = properties.flatMap((property) => formulaOf(property, type));
    formulas.set(type, compiled);
  }
  return compiled;
}

/** An expression was checked when its type was saved. One that names a property removed since has no value. */
function formulaOf(property: ResolvedProperty, type: ResolvedType): Formula[] {
  try {
    return [{ property, expression: compileFormula(property.expression ?? "", type) }];
  } catch (error) {
    if (error instanceof ExpressionError) {
      return [];
    }
    throw error;
  }
}

/**
 * Assigns its numbers to a new entity, as the last step, so that an entity rejected for another reason consumes none.
 */
export function assignNumbers(candidate: Candidate, state: PlanState): void {
  const sequences = sequencesOf(candidate.type).filter((property) => isNumberedHere(property, candidate));
  if (sequences.length === 0) {
    return;
  }
  const slugs = sequences.map(({ slug }) => slug);
  const numbers = state.numbers.of(
    { entityType: candidate.type.root.name, id: candidate.id },
    slugs,
    state.plan.draftNumber,
  );
  sequences.forEach((property, index) => {
    const number = numbers[index];
    setProperty(candidate, property.slug, number === undefined ? undefined : textOfNumber(property, number));
  });
  computeFormulas(candidate, state);
}

/** An option shows its family's number, and a family has no number of an option-level sequence. */
function isNumberedHere({ slug, level }: ResolvedProperty, { place, properties }: Candidate): boolean {
  const isElsewhere = (level === "family" && place === "option") || (level === "option" && place === "family");
  return !isElsewhere && properties[slug] === undefined;
}

function textOfNumber({ prefix, digits }: ResolvedProperty, number: number): string {
  return `${prefix ?? ""}${String(number).padStart(digits ?? 6, "0")}`;
}

const sequences = new WeakMap<ResolvedType, ResolvedProperty[]>();

function sequencesOf(type: ResolvedType): ResolvedProperty[] {
  let properties = sequences.get(type);
  if (properties === undefined) {
    properties = [...type.properties.values()].filter(({ propertyType }) => propertyType === "sequence");
    sequences.set(type, properties);
  }
  return properties;
}
