import { Alert, Anchor, Button, Group, List, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { describeError } from "../../ui/describe-error.ts";
import { Icon } from "../../ui/icon.tsx";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityProperty } from "../entity-property.ts";
import { useOptionSets } from "../entity-queries.ts";
import { draftOf, type FieldValues, validateFields } from "./draft.ts";
import type { FieldValue } from "./field-value.ts";
import { FormField, fieldId } from "./form-field.tsx";
import type { FieldGroup } from "./form-fields.ts";

interface EntityFormProps {
  readonly fields: readonly EntityProperty[];
  readonly groups: readonly FieldGroup[];
  readonly values: FieldValues;
  readonly saveLabel: string;
  /** Shown above the fields, such as the type. */
  readonly head?: ReactNode;
  /** Shown below them. */
  readonly children?: ReactNode;
  /** Sends the fields; they are stored when it resolves. */
  readonly save: (body: Readonly<Record<string, unknown>>) => Promise<AnyEntity>;
  readonly onChange: (field: EntityProperty, value: FieldValue) => void;
  readonly onSaved: (saved: AnyEntity) => void;
  readonly onCancel: () => void;
}

/** Fields of a new entity by data type. Every error of the response is shown at its field, and all of them at the top. */
export function EntityForm(props: EntityFormProps) {
  const { fields, groups, values, head, children, saveLabel, onChange, onCancel } = props;
  const { submit, errors, forget, error, isSaving } = useSaving(props);
  const options = useOptionSets(fields);
  const show = (group: FieldGroup) => (
    <Paper key={group.title} withBorder p="md" component="section" aria-label={group.title}>
      <Title order={2} size="h4" mb="sm">
        {group.title}
      </Title>
      <SimpleGrid cols={{ base: 1, md: 2 }} verticalSpacing="md">
        {group.fields.map((field) => (
          <FormField
            key={field.slug}
            field={field}
            options={options}
            value={values[field.slug] ?? ""}
            error={errors[field.slug]}
            onChange={(value) => {
              onChange(field, value);
              forget(field.slug);
            }}
          />
        ))}
      </SimpleGrid>
    </Paper>
  );
  return (
    <form
      noValidate
      aria-label={saveLabel}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="lg" maw={1100}>
        <ErrorSummary error={error} errors={errors} fields={fields} />
        {head}
        {groups.filter(({ isLast }) => isLast === undefined).map(show)}
        {children}
        {groups.filter(({ isLast }) => isLast).map(show)}
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

function useSaving({ fields, values, save, onSaved }: EntityFormProps) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const saving = useMutation({
    mutationFn: save,
    onSuccess: onSaved,
    onError: (error) => setErrors(validateFields(error, new Set(fields.map(({ slug }) => slug))).byField),
  });
  return {
    errors,
    error: saving.error,
    isSaving: saving.isPending,
    forget: (slug: string) =>
      setErrors((reported) => Object.fromEntries(Object.entries(reported).filter(([one]) => one !== slug))),
    submit: () => {
      const draft = draftOf(fields, values, {});
      setErrors(draft.errors);
      saving.reset();
      if (Object.keys(draft.errors).length === 0) saving.mutate(draft.body);
    },
  };
}

interface ErrorSummaryProps {
  readonly error: Error | null;
  /** The remaining errors, by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly fields: readonly EntityProperty[];
}

/** Why it was not saved, with a link to each field. It takes the focus, so that screen readers announce it. */
function ErrorSummary({ error, errors, fields }: ErrorSummaryProps) {
  const place = useRef<HTMLDivElement>(null);
  const reported = fields.filter(({ slug }) => errors[slug] !== undefined);
  const described = error === null ? undefined : describeError(error);
  const { others } = validateFields(error, new Set(fields.map(({ slug }) => slug)));
  const isShown = described !== undefined || reported.length > 0;
  useEffect(() => {
    if (isShown) place.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  const isAboutFields = reported.length > 0 || (described?.fields.length ?? 0) > 0;
  return (
    <Alert
      ref={place}
      tabIndex={-1}
      role="alert"
      color="red"
      variant="outline"
      icon={<Icon name="warning" />}
      title={isAboutFields ? "Not saved: some fields have errors" : (described?.title ?? "Not saved")}
    >
      {!isAboutFields && <Text size="sm">{described?.detail}</Text>}
      <List size="sm">
        {others.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
        {reported.map(({ slug, label }) => (
          <List.Item key={slug}>
            <Anchor component="button" type="button" size="sm" onClick={() => focusField(slug)}>
              {label}
            </Anchor>
            : {errors[slug]}
          </List.Item>
        ))}
      </List>
      {reported.length === 0 && isAboutFields && others.length === 0 && (
        <Text size="sm">All fields with errors were changed. Save again.</Text>
      )}
    </Alert>
  );
}

function focusField(slug: string): void {
  const field = document.getElementById(fieldId(slug));
  field?.querySelector<HTMLElement>("input, textarea, [contenteditable]")?.focus();
}
