import { Menu, UnstyledButton } from "@mantine/core";
import { Icon } from "../../ui/icon.tsx";
import { OptionPill } from "../../ui/option-pill.tsx";
import type { AnyEntity } from "../any-entity.ts";
import { type EntityProperty, placeOf, whyReadOnly } from "../entity-property.ts";
import { useOptionSets } from "../entity-queries.ts";
import type { FieldEdits } from "./use-field-edits.ts";

interface StateMenuProps {
  readonly entity: AnyEntity;
  readonly property: EntityProperty;
  readonly edits: FieldEdits | undefined;
}

/** The state of an entity in its head, changed by a menu. */
export function StateMenu({ entity, property, edits }: StateMenuProps) {
  const options = useOptionSets([property]).get(property.optionSetId ?? "") ?? [];
  const value = entity[property.slug];
  const place = options.findIndex((option) => option.value === value);
  const held = options[place];
  if (edits === undefined || whyReadOnly(property, entity.entityType, placeOf(entity)) !== undefined) {
    return held === undefined ? null : <OptionPill label={held.display} place={place} color={held.color} />;
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          aria-label={`${property.label}: ${held?.display ?? "empty"}. Change`}
          style={{ display: "inline-flex", gap: 4, alignItems: "center" }}
        >
          <OptionPill label={held?.display ?? `No ${property.label.toLowerCase()}`} place={place} color={held?.color} />
          <Icon name="down" size={12} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map((option, position) => (
          <Menu.Item
            key={option.value}
            onClick={() => option.value !== value && edits.save({ property, value: option.value, before: entity })}
          >
            <OptionPill label={option.display} place={position} color={option.color} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
