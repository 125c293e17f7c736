import { SimpleGrid } from "@mantine/core";
import { ApiError, type EventWorkflowFormField } from "@weft/client";
import { readProperty } from "../../entities/entity-property.ts";
import { FieldControl } from "../../entities/form/field-control.tsx";
import { type FieldValue, readFieldValue, toFieldValue } from "../../entities/form/field-value.ts";

export type TaskForm = readonly EventWorkflowFormField[];

/** The values of the controls, by slug. */
export type Answer = Readonly<Record<string, FieldValue>>;

interface AnswerFieldsProps {
  readonly form: TaskForm;
  readonly answer: Answer;
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (answer: Answer) => void;
}

/** The inputs of a form, as for properties of the same data types. */
export function AnswerFields({ form, answer, errors, onChange }: AnswerFieldsProps) {
  const options = new Map(form.map((field) => [field.slug, field.options ?? []]));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {form.map((field) => (
        <FieldControl
          key={field.slug}
          field={readProperty({ ...field, optionSetId: field.slug })}
          options={options}
          value={answer[field.slug] ?? ""}
          error={errors.get(field.slug)}
          description={field.description}
          onChange={(value) => onChange({ ...answer, [field.slug]: value })}
        />
      ))}
    </SimpleGrid>
  );
}

/** The controls of an output. */
export function answerOf(form: TaskForm, output: Readonly<Record<string, unknown>>): Answer {
  return Object.fromEntries(form.map((field) => [field.slug, toFieldValue(field, output[field.slug])]));
}

type ReadAnswer = { readonly output: Record<string, unknown> } | { readonly errors: ReadonlyMap<string, string> };

/** The output to send. Empty fields are omitted. */
export function readAnswer(form: TaskForm, answer: Answer): ReadAnswer {
  const readings = form.map((field) => {
    const reading = readFieldValue(field, answer[field.slug] ?? "");
    const isMissing = "value" in reading && reading.value === null && field.required === true;
    return { slug: field.slug, reading: isMissing ? { error: "Enter a value." } : reading };
  });
  const errors = new Map(readings.flatMap(({ slug, reading }) => ("error" in reading ? [[slug, reading.error]] : [])));
  const values = readings.flatMap(({ slug, reading }) =>
    "value" in reading && reading.value !== null ? [[slug, reading.value]] : [],
  );
  return errors.size > 0 ? { errors } : { output: Object.fromEntries(values) };
}

/** The errors of the service that concern a field of the answer. */
export function answerErrors(error: unknown): ReadonlyMap<string, string> {
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  return new Map(
    errors.flatMap(({ pointer, detail }) => {
      const slug = /^#\/output\/([^/]+)$/.exec(pointer)?.[1];
      return slug === undefined ? [] : [[slug, detail]];
    }),
  );
}
