import {
  type DatePart,
  dateParts,
  groupingsMax,
  type MetricFunction,
  metricFunctions,
  metricsMax,
} from "@weft/contract";
import { shorten } from "../entity-types/kinds/validate-text.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import { adviceOnName } from "../platform/closest-name.ts";
import { invalidField } from "../platform/errors.ts";
import { type Direction, readOneOrder, type SentOrder } from "../platform/lists/order.ts";
import { type FieldScope, fieldAt } from "./field-scope.ts";
import type { ListField } from "./list-field.ts";

/** How the values of a field become groups. */
type GroupForm =
  | { readonly kind: "text" | "number" | "boolean" }
  /** Bands of this width from zero, a decimal as text. */
  | { readonly kind: "band"; readonly width: string }
  | { readonly kind: "date"; readonly part: DatePart }
  /** An entity is in the group of each element of its list. */
  | { readonly kind: "elements" }
  /** An undefined property: its texts, numbers and booleans; lists and objects by their JSON text. */
  | { readonly kind: "scalar" };

export interface Grouping {
  /** As the request names it. */
  readonly name: string;
  readonly field: ListField;
  readonly form: GroupForm;
}

export interface Metric {
  /** Such as sum:price. */
  readonly name: string;
  readonly function: MetricFunction;
  readonly field: ListField;
}

/** Groups are ordered by their number of entities, by a metric or by a grouping; ties by the groupings. */
interface GroupOrder {
  readonly by: "count" | Metric | Grouping;
  readonly direction: Direction;
}

export interface Aggregation {
  readonly groupings: readonly Grouping[];
  readonly metrics: readonly Metric[];
  readonly order: GroupOrder;
}

/** The parameters of an aggregation, parsed but not validated. */
export interface AggregationQuery {
  readonly groupBy?: readonly string[] | undefined;
  readonly metrics?: readonly string[] | undefined;
  readonly order?: SentOrder | undefined;
}

export function readAggregation(query: AggregationQuery, scope: FieldScope, types: TypeTree): Aggregation {
  const groupings = readGroupings(query.groupBy ?? [], scope);
  const metrics = readMetrics(query.metrics ?? [], scope);
  requireOneCurrency(groupings, metrics, { scope, types });
  return { groupings, metrics, order: readGroupOrder(query.order ?? {}, groupings, metrics) };
}

function readGroupings(sent: readonly string[], scope: FieldScope): Grouping[] {
  if (sent.length > groupingsMax) {
    throw invalidField("groupBy", `groupBy can have up to ${groupingsMax} fields, but has ${sent.length}.`);
  }
  const groupings = sent.map((text) => readGrouping(text, scope));
  const [first, second] = groupings;
  if (first !== undefined && first.field.name === second?.field.name) {
    throw invalidField("groupBy", `groupBy has ${shorten(first.name)} twice. Remove one.`);
  }
  return groupings;
}

/** A name, or a name with a step after its last colon: slugs have no colon. */
function readGrouping(text: string, scope: FieldScope): Grouping {
  const colon = text.lastIndexOf(":");
  const name = colon < 0 ? text : text.slice(0, colon);
  const step = colon < 0 ? undefined : text.slice(colon + 1);
  const isRoles = namesRoles(name, scope);
  const field = fieldNamed(isRoles ? "roles" : name, scope, "groupBy");
  if (step !== undefined) {
    return { name, field, form: steppedForm(field, step) };
  }
  return { name, field, form: isRoles ? { kind: "elements" } : plainForm(field) };
}

/** The roles of an item are a list in JSON. The name role means one of them, as in criteria. */
function namesRoles(name: string, { properties }: FieldScope): boolean {
  const isNamed = name === "roles" || (name === "role" && !properties.has("role"));
  return isNamed && properties.get("roles")?.isBuiltIn === true;
}

function fieldNamed(name: string, scope: FieldScope, pointer: string): ListField {
  if (name === "") {
    throw invalidField(pointer, `${pointer} has an entry without a field.`);
  }
  return fieldAt(scope, name, pointer);
}

function plainForm(field: ListField): GroupForm {
  switch (field.valueType) {
    case "text":
    case "option":
      return { kind: "text" };
    case "number":
    case "boolean":
      return { kind: field.valueType };
    case "date":
    case "time":
      return { kind: "date", part: "day" };
    case "list":
      return { kind: "elements" };
    case "any":
      return { kind: "scalar" };
    case "json":
    case "sizes":
      throw invalidField(
        "groupBy",
        `Entities cannot be grouped by ${field.name}: its values are objects. Group by a text, choice, reference, number, date or boolean.`,
      );
  }
}

// Up to 12 digits before the point and 6 after it.
const widthPattern = /^\d{1,12}(?:\.\d{1,6})?$/;

function steppedForm(field: ListField, step: string): GroupForm {
  const part = dateParts.find((known) => known === step);
  switch (field.valueType) {
    case "number":
      return bandOf(field, step);
    case "date":
    case "time":
      if (part === undefined) {
        const advice = adviceOnName(step, dateParts);
        throw invalidField("groupBy", `${field.name} cannot be grouped by ${shorten(step)}. ${advice}`);
      }
      return { kind: "date", part };
    case "any":
      return part === undefined ? bandOf(field, step) : { kind: "date", part };
    default: {
      const detail = `${shorten(field.name)} has no steps: only numbers (price:50) and dates (launchDate:month) do. Remove :${shorten(step)}.`;
      throw invalidField("groupBy", detail);
    }
  }
}

function bandOf(field: ListField, step: string): GroupForm {
  if (!widthPattern.test(step) || Number(step) === 0) {
    const name = shorten(field.name);
    const detail = `The width of a band must be a positive number with up to 12 digits and 6 decimals, such as ${name}:50, not ${shorten(step)}.`;
    throw invalidField("groupBy", detail);
  }
  return { kind: "band", width: step };
}

function readMetrics(sent: readonly string[], scope: FieldScope): Metric[] {
  // The number of entities is part of every group.
  const names = [...new Set(sent)].filter((name) => name !== "count");
  if (names.length > metricsMax) {
    throw invalidField("metrics", `metrics can have up to ${metricsMax} entries, but has ${names.length}.`);
  }
  return names.map((name) => readMetric(name, scope));
}

function readMetric(name: string, scope: FieldScope): Metric {
  const colon = name.indexOf(":");
  const asked = colon < 0 ? name : name.slice(0, colon);
  const known = metricFunctions.find((one) => one === asked);
  if (known === undefined) {
    const advice = adviceOnName(asked, metricFunctions);
    throw invalidField("metrics", `There is no metric ${shorten(asked)}. ${advice} Write it as sum:price.`);
  }
  if (colon < 0) {
    throw invalidField("metrics", `${known} needs a field: write ${known}:price, for example.`);
  }
  const field = fieldNamed(name.slice(colon + 1), scope, "metrics");
  requireMeasurable(known, field);
  return { name, function: known, field };
}

function requireMeasurable(asked: MetricFunction, { name, valueType }: ListField): void {
  const isNumber = valueType === "number" || valueType === "any";
  const isDate = valueType === "date" || valueType === "time";
  if (asked === "count" || isNumber || (isDate && (asked === "min" || asked === "max"))) {
    return;
  }
  const detail = isDate
    ? `${asked} needs a number, and ${name} is a date. Use min:${name}, max:${name} or count:${name}.`
    : `${asked} needs a number${asked === "min" || asked === "max" ? " or a date" : ""}, and ${name} is not one. Use count:${name}, which counts the entities that have a value.`;
  throw invalidField("metrics", detail);
}

interface Definitions {
  readonly scope: FieldScope;
  readonly types: TypeTree;
}

/** Two types may define a property with different currencies. Their amounts are never added or compared. */
function requireOneCurrency(groupings: readonly Grouping[], metrics: readonly Metric[], place: Definitions): void {
  if (groupings.some(({ field }) => field.name === "typePath")) {
    return;
  }
  for (const { field } of groupings) {
    requireSameUnit(field, place, "groupBy");
  }
  for (const { field } of metrics.filter((metric) => metric.function !== "count")) {
    requireSameUnit(field, place, "metrics");
  }
}

function requireSameUnit({ name, valueType }: ListField, { scope, types }: Definitions, pointer: string): void {
  if (valueType !== "number" || !types.typeAt(scope.typePath).isKnown) {
    return;
  }
  const pathsByUnit = new Map<string, string>();
  for (const path of types.pathsBelow(scope.typePath)) {
    const property = types.typeAt(path).properties.get(name);
    if (property !== undefined) {
      const unit = property.currency ?? "no currency";
      pathsByUnit.set(unit, pathsByUnit.get(unit) ?? path);
    }
  }
  if (pathsByUnit.size > 1) {
    const units = [...pathsByUnit].map(([unit, path]) => `${unit} (${path})`).join(", ");
    const detail = `The types define ${name} with different currencies: ${units}. Add typePath to groupBy, or restrict criteria.typePath to types with one currency.`;
    throw invalidField(pointer, detail);
  }
}

function readGroupOrder(sent: SentOrder, groupings: readonly Grouping[], metrics: readonly Metric[]): GroupOrder {
  const { field } = readOneOrder(sent, { field: "count", direction: "desc" });
  const grouping = groupings.find(({ name }) => name === field);
  const { direction } = readOneOrder(sent, { field, direction: grouping === undefined ? "desc" : "asc" });
  const by = grouping ?? metrics.find(({ name }) => name === field);
  if (by === undefined && field !== "count") {
    const known = ["count", ...groupings.map(({ name }) => name), ...metrics.map(({ name }) => name)];
    const detail = `Groups can be ordered by count, and by the fields of groupBy and metrics, not by ${shorten(field)}. ${adviceOnName(field, known)}`;
    throw invalidField("order.orderField", detail);
  }
  return { by: by ?? "count", direction };
}
