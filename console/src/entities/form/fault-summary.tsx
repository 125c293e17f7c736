import { Alert, Anchor, List, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { describeFault } from "../../ui/describe-fault.ts";
import { Icon } from "../../ui/icon.tsx";
import type { EntityProperty } from "../entity-property.ts";
import { faultsOfFields } from "./faults-of-fields.ts";
import { fieldId } from "./field-id.ts";

interface FaultSummaryProps {
  readonly error: Error | null;
  /** Those that still stand, by field. */
  readonly faults: Readonly<Record<string, string>>;
  readonly fields: readonly EntityProperty[];
}

/** Why it was not saved, with a way to each field that is meant. It takes the focus, so that it is read out. */
export function FaultSummary({ error, faults, fields }: FaultSummaryProps) {
  const place = useRef<HTMLDivElement>(null);
  const told = fields.filter(({ slug }) => faults[slug] !== undefined);
  const fault = error === null ? undefined : describeFault(error);
  const { others } = faultsOfFields(error, new Set(fields.map(({ slug }) => slug)));
  const isShown = fault !== undefined || told.length > 0;
  useEffect(() => {
    if (isShown) place.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  const isAboutFields = told.length > 0 || (fault?.fields.length ?? 0) > 0;
  return (
    <Alert
      ref={place}
      tabIndex={-1}
      role="alert"
      color="red"
      variant="outline"
      icon={<Icon name="warning" />}
      title={isAboutFields ? "Not saved yet: some fields need another look" : (fault?.title ?? "Not saved")}
    >
      {!isAboutFields && <Text size="sm">{fault?.detail}</Text>}
      <List size="sm">
        {others.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
        {told.map(({ slug, label }) => (
          <List.Item key={slug}>
            <Anchor component="button" type="button" size="sm" onClick={() => focusField(slug)}>
              {label}
            </Anchor>
            : {faults[slug]}
          </List.Item>
        ))}
      </List>
      {told.length === 0 && isAboutFields && others.length === 0 && (
        <Text size="sm">What was wrong has been changed. Save again.</Text>
      )}
    </Alert>
  );
}

function focusField(slug: string): void {
  const field = document.getElementById(fieldId(slug));
  field?.querySelector<HTMLElement>("input, textarea, [contenteditable]")?.focus();
}
