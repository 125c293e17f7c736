import { ActionIcon, Anchor, Badge, Group, Menu, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ShownProperty } from "@weft/client";
import { labelOfKind } from "../entities/property-kinds.ts";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import classes from "./property-table.module.css";

interface PropertyTableProps {
  readonly label: string;
  readonly properties: readonly ShownProperty[];
  /** Undefined for a read-only table. */
  readonly onEdit?: (slug: string) => void;
  readonly onRemove?: (slug: string) => void;
  readonly onFlipDisabled?: (slug: string) => void;
}

export function PropertyTable({ label, properties, ...acts }: PropertyTableProps) {
  const isInherited = properties.some(({ declaredBy }) => declaredBy !== undefined);
  return (
    <div className={classes["frame"]}>
      <Table.ScrollContainer minWidth={720}>
        <Table aria-label={label} className={classes["table"]}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Property</Table.Th>
              <Table.Th>Data type</Table.Th>
              <Table.Th>Rules</Table.Th>
              <Table.Th>Level</Table.Th>
              {isInherited && <Table.Th>From</Table.Th>}
              {acts.onEdit !== undefined && <Table.Th w={60}>Actions</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {properties.map((property) => (
              <Row key={property.slug} property={property} isInherited={isInherited} {...acts} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

interface RowProps extends Omit<PropertyTableProps, "label" | "properties"> {
  readonly property: ShownProperty;
  readonly isInherited: boolean;
}

function Row({ property, isInherited, ...acts }: RowProps) {
  const { slug, label, propertyType, declaredBy } = property;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="xs" c="dimmed" className="mono">
          {slug}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{labelOfKind(propertyType)}</Text>
        <KindDetail property={property} />
      </Table.Td>
      <Table.Td>
        <Rules property={property} />
      </Table.Td>
      <Table.Td>
        <Text size="sm">{formatLevel(property["level"])}</Text>
      </Table.Td>
      {isInherited && (
        <Table.Td>
          {typeof declaredBy === "string" && (
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/types/$id" params={{ id: declaredBy }} />}>
              {declaredBy}
            </Anchor>
          )}
        </Table.Td>
      )}
      {acts.onEdit !== undefined && (
        <Table.Td>
          <RowMenu property={property} {...acts} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function KindDetail({ property }: { readonly property: ShownProperty }) {
  const { optionSetId, referenceType, expression, currency, min, max, prefix, digits } = property;
  if (typeof optionSetId === "string") return <OptionSetLink id={optionSetId} />;
  const bounds = [
    typeof min === "number" ? `from ${min}` : "",
    typeof max === "number" ? `to ${max}` : "",
    typeof currency === "string" ? currency : "",
    typeof referenceType === "string" ? `to ${referenceType}` : "",
    typeof expression === "string" ? expression : "",
    typeof prefix === "string" || typeof digits === "number" ? `${prefix ?? ""}${"0".repeat(Number(digits ?? 0))}` : "",
  ].filter((text) => text !== "");
  return bounds.length === 0 ? null : (
    <Text size="xs" c="dimmed" className={typeof expression === "string" ? "mono" : ""} maw={280} truncate>
      {bounds.join(" ")}
    </Text>
  );
}

function OptionSetLink({ id }: { readonly id: string }) {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: queryKeys.optionSets.ofProperty(id),
    queryFn: ({ signal }) => weft.call("get-option-set", { params: { id } }, { signal }),
    staleTime: 60_000,
  });
  return (
    <Anchor size="xs" renderRoot={(props) => <Link {...props} to="/option-sets/$id" params={{ id }} />}>
      {data?.name ?? "option set"}
    </Anchor>
  );
}

function Rules({ property }: { readonly property: ShownProperty }) {
  const rules = [
    property["required"] === true && "required",
    property["unique"] === true && "unique",
    property["unique"] === "family" && "unique within the style",
    property["searchable"] === true && "searchable",
    property["disabled"] === true && "disabled",
  ].filter((rule) => rule !== false);
  return (
    <Group gap={6}>
      {rules.map((rule) => (
        <Badge key={rule} variant="default" radius="sm" tt="none" fw={500}>
          {rule}
        </Badge>
      ))}
    </Group>
  );
}

const levelLabels: Readonly<Record<string, string>> = {
  family: "style (shared)",
  option: "options only",
  override: "inherited, overridable",
};

function formatLevel(level: unknown): string {
  return typeof level === "string" && level !== "all" ? (levelLabels[level] ?? level) : "per item";
}

function RowMenu({ property, onEdit, onRemove, onFlipDisabled }: Omit<RowProps, "isInherited">) {
  const { slug, label, disabled } = property;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={`More actions for ${label}`}>
          <Icon name="more" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onEdit?.(slug)}>
          Edit
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name={disabled === true ? "play" : "stop"} />}
          onClick={() => onFlipDisabled?.(slug)}
        >
          {disabled === true ? "Enable: show in forms" : "Disable: hide from forms"}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="trash" />} onClick={() => onRemove?.(slug)}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
