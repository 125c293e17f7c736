import { ActionIcon, Menu, Title } from "@mantine/core";
import type { EntityType } from "@weft/client";
import { Icon } from "../../ui/icon.tsx";
import type { EntityKind } from "../entity-kind.ts";
import { isAtOrBelow } from "./grid-column.ts";
import classes from "./grid-page.module.css";

interface CatalogTitleProps {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  readonly typePath: string;
  readonly onType: (typePath: string | undefined) => void;
}

/** The plural of the type, with a menu of the types of the kind, as a tree. */
export function CatalogTitle({ kind, types, typePath, onType }: CatalogTitleProps) {
  const below = types.filter((type) => isAtOrBelow(type.typePath, kind.name));
  return (
    <span className={classes["title"]}>
      <Title order={1} className={classes["heading"] ?? ""}>
        {titleOfType(types, typePath, kind)}
      </Title>
      {below.length > 1 && (
        <Menu position="bottom-start" width={260} shadow="md">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Type" title="Type">
              <Icon name="down" size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown mah="60dvh" style={{ overflowY: "auto" }}>
            {below.map((type) => (
              <Menu.Item
                key={type.typePath}
                style={{ paddingLeft: indentOf(type.typePath) }}
                aria-current={type.typePath === typePath ? "true" : undefined}
                rightSection={type.typePath === typePath ? <Icon name="check" size={14} /> : null}
                onClick={() => onType(type.typePath === kind.name ? undefined : type.typePath)}
              >
                {labelOf(type, kind)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}

/** The plural of a type, else its label; of a kind, its plural. */
export function titleOfType(types: readonly EntityType[], typePath: string, kind: EntityKind): string {
  const type = types.find((one) => one.typePath === typePath);
  if (type?.effectivePresentation.pluralLabel !== undefined) return type.effectivePresentation.pluralLabel;
  return typePath === kind.name ? kind.many : (type?.label ?? typePath.split(":").at(-1) ?? typePath);
}

function labelOf({ typePath, label, isDescribed }: EntityType, kind: EntityKind): string {
  if (typePath === kind.name) return `All ${kind.many.toLowerCase()}`;
  return isDescribed ? label : `${label} (not defined)`;
}

const indent = 14;

function indentOf(typePath: string): number {
  return indent * typePath.split(":").length;
}
