import { type PropertyDefinition, propertySchema, type RequestFault, type TaskFormField } from "@weft/contract";
import { propertyKinds } from "../entity-types/kinds/property-kinds.ts";
import { closestName } from "../platform/closest-name.ts";
import { invalidFields } from "../platform/errors.ts";
import { pointerStep } from "../platform/json/merge-output.ts";
import type { JsonObject, JsonValue } from "../platform/json-value.ts";

/** What a task expects as its answer: fields like the properties of an entity type. */
export type TaskForm = readonly TaskFormField[];

/** An answer in its stored form, or all its errors. */
export type FittedAnswer = { readonly output: JsonObject } | { readonly errors: readonly RequestFault[] };

interface AnswerPlace {
  /** The JSON pointer of the answer in the request. */
  readonly pointer: string;
  /** The output so far: a required field may already have its value. Undefined if the answer is not the last part. */
  readonly before: JsonObject | undefined;
}

/** Checks an answer against the form. */
export function fitAnswer(form: TaskForm, answer: JsonObject, { pointer, before }: AnswerPlace): FittedAnswer {
  const readings = Object.entries(answer).map(([slug, value]) => ({ slug, ...readField(form, slug, value) }));
  const errors = [
    ...readings.flatMap(({ slug, error }) =>
      error === undefined ? [] : [{ pointer: pointer + pointerStep(slug), ...error }],
    ),
    ...(before === undefined ? [] : missingFields(form, { ...before, ...answer }, pointer)),
  ];
  return errors.length > 0
    ? { errors }
    : { output: Object.fromEntries(readings.map(({ slug, value }) => [slug, value ?? null])) };
}

/** The answer in its stored form. Before is the output so far, if the answer must be complete. */
export function requireAnswer(form: TaskForm, answer: JsonObject, before: JsonObject | undefined): JsonObject {
  const fitted = fitAnswer(form, answer, { pointer: "#/output", before });
  if ("errors" in fitted) {
    throw invalidFields(fitted.errors, ({ pointer, detail }, more) => `${pointer}: ${detail}${more}`);
  }
  return fitted.output;
}

interface FieldReading {
  readonly value?: JsonValue;
  readonly error?: Pick<RequestFault, "code" | "detail">;
}

function readField(form: TaskForm, slug: string, value: JsonValue): FieldReading {
  const field = form.find((one) => one.slug === slug);
  if (field === undefined) {
    const slugs = form.map((one) => one.slug);
    const nearest = closestName(slug, slugs);
    const advice = nearest === undefined ? `Its fields are ${slugs.join(", ")}.` : `Did you mean ${nearest}?`;
    return { error: { code: "unknown-property", detail: `The form of the task has no field ${slug}. ${advice}` } };
  }
  if (value === null) {
    return { value };
  }
  const reading = propertyKinds[field.propertyType].readJson(value, propertyOf(field), { options: optionsOf(field) });
  return "error" in reading
    ? { error: { code: "invalid-value", detail: `${slug} ${reading.error}` } }
    : { value: reading.value };
}

function missingFields(form: TaskForm, output: JsonObject, pointer: string): RequestFault[] {
  return form
    .filter(({ slug, required }) => required === true && (output[slug] ?? null) === null)
    .map(({ slug, propertyType }) => {
      const detail = `${slug} is required: the task expects a value of the type ${propertyType}.`;
      return { pointer: `${pointer}/${slug}`, code: "required", detail };
    });
}

/** A field is read by the rules of the property type that it names. */
function propertyOf({ slug, propertyType, label = slug, currency, min, max }: TaskFormField): PropertyDefinition {
  return propertySchema.parse({ slug, propertyType, label, currency, min, max });
}

const noOptions: NonNullable<TaskFormField["options"]> = [];

function optionsOf({ options = noOptions }: TaskFormField) {
  return options;
}

/** All errors of a form in a definition, by pointers relative to the form. */
export function validateForm(form: TaskForm): readonly Pick<RequestFault, "pointer" | "detail">[] {
  return form.flatMap((field, index) => [
    ...validateField(field).map(({ member, detail }) => ({ pointer: `/${index}/${member}`, detail })),
    ...(form.findIndex(({ slug }) => slug === field.slug) === index
      ? []
      : [
          { pointer: `/${index}/slug`, detail: `Another field also has the slug ${field.slug}. Slugs must be unique.` },
        ]),
  ]);
}

const optionTypes: readonly string[] = ["choice", "multi_select"];
const boundedTypes: readonly string[] = ["number", "currency", "percent", "rating"];

function validateField(field: TaskFormField): { readonly member: string; readonly detail: string }[] {
  const { propertyType, options, currency, min, max } = field;
  const takesOptions = optionTypes.includes(propertyType);
  const rules: readonly (readonly [boolean, string, string])[] = [
    [takesOptions && options === undefined, "options", `${propertyType} requires options.`],
    [!takesOptions && options !== undefined, "options", `Only ${optionTypes.join(" and ")} have options.`],
    [hasDuplicates(options ?? []), "options", "The values of options must be unique."],
    [propertyType !== "currency" && currency !== undefined, "currency", "Only currency has a currency."],
    [!boundedTypes.includes(propertyType) && min !== undefined, "min", `Only ${boundedTypes.join(", ")} have min.`],
    [!boundedTypes.includes(propertyType) && max !== undefined, "max", `Only ${boundedTypes.join(", ")} have max.`],
  ];
  const bounds = takesOptions ? undefined : propertyKinds[propertyType].validateDefinition?.(propertyOf(field));
  return [
    ...rules.flatMap(([isBroken, member, detail]) => (isBroken ? [{ member, detail }] : [])),
    ...(bounds === undefined ? [] : [{ member: "propertyType", detail: bounds }]),
  ];
}

function hasDuplicates(options: NonNullable<TaskFormField["options"]>): boolean {
  return new Set(options.map(({ value }) => value)).size < options.length;
}
