import { Alert, Anchor, List, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { describeError } from "../../ui/describe-error.ts";
import { Icon } from "../../ui/icon.tsx";
import type { EntityProperty } from "../entity-property.ts";
import { fieldId } from "./field-id.ts";
import { validateFields } from "./validate-fields.ts";

interface ErrorSummaryProps {
  readonly error: Error | null;
  /** The remaining errors, by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly fields: readonly EntityProperty[];
}

/** Why it was not saved, with a link to each field. It takes the focus, so that screen readers announce it. */
export function ErrorSummary({ error, errors, fields }: ErrorSummaryProps) {
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
