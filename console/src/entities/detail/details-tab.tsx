import { ActionIcon, Anchor, Badge, Group, Text, Title, Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type MouseEvent, useRef } from "react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { AnyEntity } from "../any-entity.ts";
import { type EntityProperty, placeOf, whyReadOnly } from "../entity-property.ts";
import { useOptionSets } from "../entity-queries.ts";
import { type FieldValue, readFieldValue, toFieldValue } from "../form/field-value.ts";
import { fieldId } from "../form/form-field.tsx";
import { isSameJson } from "../same-json.ts";
import type { ValueLabels } from "../show-value.ts";
import { useReferred } from "../use-referred.ts";
import { originOf, type Section, type ValueOrigin } from "./arrange-properties.ts";
import classes from "./details-tab.module.css";
import { PropertyValue } from "./property-value.tsx";
import type { FieldEdits } from "./use-field-edits.ts";
import { type EditEnd, ValueEditor } from "./value-editor.tsx";

interface DetailsTabProps {
  readonly entity: AnyEntity;
  /** Of an option, once it is read. */
  readonly family: AnyEntity | undefined;
  readonly sections: readonly Section[];
  /** Undefined for a past version, and for users who may not change the entity. */
  readonly edits: FieldEdits | undefined;
}

/** The properties in the sections of the type. Each is edited in its place. */
export function DetailsTab({ entity, family, sections, edits }: DetailsTabProps) {
  const properties = sections.flatMap((section) => section.properties);
  const meanings = { options: useOptionSets(properties), referred: useReferred([entity], properties) };
  if (sections.length === 0) {
    return (
      <EmptyState icon="types" title="No properties">
        The type defines none, and none is stored.
      </EmptyState>
    );
  }
  const editable = properties.filter((property) => isEditable(property, entity)).map(({ slug }) => slug);
  const openNext = (slug: string, end: EditEnd) => {
    const step = end === "next" ? 1 : -1;
    edits?.open(end === "next" || end === "previous" ? editable[editable.indexOf(slug) + step] : undefined);
  };
  return (
    <div className={classes["sections"]}>
      {sections.map((section) => (
        <section key={section.title} aria-label={section.title} className={classes["section"]}>
          <Title order={2} size="h4" className={classes["title"] ?? ""}>
            {section.title}
          </Title>
          <table aria-label={section.title} className={classes["table"]}>
            <tbody>
              {section.properties.map((property) => (
                <PropertyRow
                  key={property.slug}
                  property={property}
                  entity={entity}
                  family={family}
                  meanings={meanings}
                  edits={edits}
                  openNext={openNext}
                />
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}

function isEditable(property: EntityProperty, entity: AnyEntity): boolean {
  return whyReadOnly(property, entity.entityType, placeOf(entity)) === undefined;
}

interface PropertyRowProps extends Pick<DetailsTabProps, "entity" | "family" | "edits"> {
  readonly property: EntityProperty;
  readonly meanings: ValueLabels;
  readonly openNext: (slug: string, end: EditEnd) => void;
}

function PropertyRow({ property, entity, family, meanings, edits, openNext }: PropertyRowProps) {
  const { slug, label } = property;
  const origin = originOf(property, entity, family);
  const mayEdit = edits !== undefined && isEditable(property, entity);
  const isOpen = mayEdit && edits.openSlug === slug;
  return (
    <tr id={fieldId(slug)} data-origin={origin}>
      <th scope="row" className={classes["name"]}>
        {label}
        {property.isRequired && <span aria-hidden="true"> *</span>}
        {property.declaredBy === undefined && (
          <Badge variant="outline" color="gray" size="sm" tt="none" ml={6}>
            not defined
          </Badge>
        )}
      </th>
      <td className={classes["cell"]} data-open={isOpen || undefined}>
        {isOpen ? (
          <OpenEditor
            property={property}
            entity={entity}
            options={meanings.options}
            edits={edits}
            openNext={openNext}
          />
        ) : (
          <ClosedValue
            property={property}
            entity={entity}
            meanings={meanings}
            origin={origin}
            edits={mayEdit ? edits : undefined}
          />
        )}
      </td>
    </tr>
  );
}

interface OpenEditorProps extends Pick<PropertyRowProps, "property" | "entity" | "openNext"> {
  readonly options: ValueLabels["options"];
  readonly edits: FieldEdits;
}

function OpenEditor({ property, entity, options, edits, openNext }: OpenEditorProps) {
  const { slug } = property;
  // As the user sees it now: a later version must not be overwritten unseen.
  const before = useRef(entity);
  const stored = toFieldValue(property, entity[slug]);
  const save = (typed: FieldValue, end: EditEnd): string | undefined => {
    const reading = readFieldValue(property, typed);
    if ("error" in reading) return reading.error;
    openNext(slug, end);
    if (end === "stay") focusRow(slug);
    if (isSameJson(typed, stored) || isSameJson(reading.value, entity[slug])) edits.forget(slug);
    else edits.save({ property, value: reading.value, before: before.current, typed });
    return undefined;
  };
  return (
    <ValueEditor
      field={property}
      options={options}
      value={edits.rejected[slug]?.typed ?? stored}
      error={edits.rejected[slug]?.error}
      onSave={save}
      onCancel={() => {
        edits.forget(slug);
        edits.open(undefined);
        focusRow(slug);
      }}
    />
  );
}

/** Once the editor is closed, the focus returns to its value. */
function focusRow(slug: string): void {
  requestAnimationFrame(() => document.getElementById(fieldId(slug))?.querySelector<HTMLElement>("button")?.focus());
}

interface ClosedValueProps extends Pick<PropertyRowProps, "property" | "entity" | "meanings"> {
  readonly origin: ValueOrigin;
  readonly edits: FieldEdits | undefined;
}

function ClosedValue({ property, entity, meanings, origin, edits }: ClosedValueProps) {
  const { slug, label } = property;
  const rejected = edits?.rejected[slug];
  const open = (event: MouseEvent) => {
    const isOnControl = event.target instanceof Element && event.target.closest("a, button, input") !== null;
    // Selecting a text in order to copy it is not a click.
    if (!isOnControl && window.getSelection()?.isCollapsed !== false) edits?.open(slug);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The button does the same.
    // biome-ignore lint/a11y/useKeyWithClickEvents: The button does the same.
    <div className={classes["value"]} data-editable={edits !== undefined || undefined} onClick={open}>
      <div className={classes["shown"]}>
        <PropertyValue property={property} value={entity[slug]} meanings={meanings} />
        {rejected !== undefined && (
          <Text size="xs" c="var(--weft-bad)" role="alert">
            {rejected.error}
          </Text>
        )}
      </div>
      <OriginNote property={property} entity={entity} origin={origin} edits={edits} />
      {edits !== undefined && (
        <ActionIcon
          className={classes["edit"] ?? ""}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Edit ${label}`}
          onClick={() => edits.open(slug)}
        >
          <Icon name="edit" size={14} />
        </ActionIcon>
      )}
    </div>
  );
}

type OriginNoteProps = Omit<ClosedValueProps, "meanings">;

/** Where a value comes from, and why it cannot be changed here. */
function OriginNote({ property, entity, origin, edits }: OriginNoteProps) {
  const { slug, label, propertyType } = property;
  if (origin === "style") {
    return (
      <Anchor
        size="xs"
        c="dimmed"
        className={classes["note"] ?? ""}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/entities/$kind/$id"
            params={{ kind: "items", id: String(entity["itemFamilyId"]) }}
            search={{ field: slug }}
            aria-label={`${label} is from the style. Change it there.`}
          />
        )}
      >
        from the style
      </Anchor>
    );
  }
  if (origin === "inherited") {
    return (
      <Text size="xs" c="dimmed" className={classes["note"] ?? ""}>
        from the style
      </Text>
    );
  }
  if (origin === "overridden" && edits !== undefined) {
    return (
      <Anchor
        component="button"
        type="button"
        size="xs"
        className={classes["note"] ?? ""}
        aria-label={`Reset ${label} to the style`}
        onClick={() => edits.save({ property, value: null, before: entity })}
      >
        Reset to style
      </Anchor>
    );
  }
  const why = whyReadOnly(property, entity.entityType, placeOf(entity));
  if (why === undefined) return null;
  return (
    <Tooltip label={why} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Group
        gap={4}
        wrap="nowrap"
        tabIndex={0}
        role="note"
        aria-label={`Read-only. ${why}`}
        className={classes["note"] ?? ""}
      >
        <Icon name="lock" size={12} />
        {propertyType === "formula" || propertyType === "sequence" ? propertyType : "read-only"}
      </Group>
    </Tooltip>
  );
}
