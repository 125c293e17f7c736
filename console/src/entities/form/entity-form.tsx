import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@weft/client";
import { type ReactNode, useRef, useState } from "react";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";
import { useOptionSets } from "../use-option-sets.ts";
import { placeOf } from "../why-read-only.ts";
import { draftOf, type FieldValues, fieldValuesOf, isTouched } from "./draft.ts";
import { ErrorSummary } from "./error-summary.tsx";
import type { FieldValue } from "./field-value.ts";
import { FormField } from "./form-field.tsx";
import { groupFields } from "./form-fields.ts";
import { useLeaveGuard } from "./use-leave-guard.tsx";
import { validateFields } from "./validate-fields.ts";

interface EntityFormProps {
  readonly kind: EntityKind;
  readonly fields: readonly EntityProperty[];
  /** The stored entity; undefined for a new one. */
  readonly stored: Readonly<Record<string, unknown>>;
  /** The initial values of the controls, where they differ from the stored ones. */
  readonly begin?: Readonly<Record<string, unknown>>;
  readonly saveLabel: string;
  /** Shown above the fields, such as the type selection. */
  readonly head?: ReactNode;
  /** Sends the fields; they are stored when it resolves. */
  readonly save: (body: Readonly<Record<string, unknown>>) => Promise<AnyEntity>;
  readonly onSaved: (saved: AnyEntity) => void;
  readonly onCancel: () => void;
  /** Replaces the error: another user saved first. */
  readonly onConflict?: (body: Readonly<Record<string, unknown>>) => void;
}

/** Fields by data type. Every error of the response is shown at its field, and all of them at the top. */
export function EntityForm(props: EntityFormProps) {
  const { kind, fields, stored, begin = stored, head, saveLabel, onCancel } = props;
  const [initial] = useState(() => fieldValuesOf(fields, begin));
  const [values, setValues] = useState<FieldValues>(initial);
  const { submit, errors, forget, error, isSaving, hasSaved } = useSaving(props, values);
  const options = useOptionSets(fields);
  const question = useLeaveGuard(() => hasSaved() || !isTouched(values, initial));
  const place = placeOf({ ...stored, entityType: kind.name, itemFamilyId: values["itemFamilyId"] });
  const change = (slug: string, value: FieldValue) => {
    setValues((held) => ({ ...held, [slug]: value }));
    forget(slug);
  };
  return (
    <form
      noValidate
      aria-label={saveLabel}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {question}
      <Stack gap="lg" maw={1100}>
        <ErrorSummary error={error} errors={errors} fields={fields} />
        {head}
        {groupFields(fields, kind, place).map((group) => (
          <Paper key={group.title} withBorder p="md" component="section" aria-label={group.title}>
            <Title order={2} size="h4" mb="sm">
              {group.title}
            </Title>
            {group.note !== undefined && (
              <Text size="sm" c="dimmed" mb="sm">
                {group.note}
              </Text>
            )}
            <SimpleGrid cols={{ base: 1, md: 2 }} verticalSpacing="md">
              {group.fields.map((field) => (
                <FormField
                  key={field.slug}
                  field={field}
                  kind={kind}
                  place={place}
                  isExplained={group.note !== undefined}
                  isNew={stored["id"] === undefined}
                  stored={stored[field.slug]}
                  options={options}
                  value={values[field.slug] ?? ""}
                  error={errors[field.slug]}
                  onChange={(value) => change(field.slug, value)}
                />
              ))}
            </SimpleGrid>
          </Paper>
        ))}
        <Group>
          <Button type="submit" loading={isSaving}>
            {saveLabel}
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useSaving({ fields, stored, save, onSaved, onConflict }: EntityFormProps, values: FieldValues) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const isSaved = useRef(false);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (answer) => {
      isSaved.current = true;
      onSaved(answer);
    },
    onError: (error, body) => {
      if (error instanceof ApiError && error.status === 412 && onConflict !== undefined) onConflict(body);
      else setErrors(validateFields(error, new Set(fields.map(({ slug }) => slug))).byField);
    },
  });
  const isConflict = saving.error instanceof ApiError && saving.error.status === 412;
  return {
    errors,
    error: isConflict && onConflict !== undefined ? null : saving.error,
    isSaving: saving.isPending,
    hasSaved: () => isSaved.current,
    forget: (slug: string) =>
      setErrors((reported) => Object.fromEntries(Object.entries(reported).filter(([one]) => one !== slug))),
    submit: () => {
      const draft = draftOf(fields, values, stored);
      setErrors(draft.errors);
      saving.reset();
      if (Object.keys(draft.errors).length === 0) saving.mutate(draft.body);
    },
  };
}
