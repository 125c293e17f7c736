import { Button, Menu, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";

interface CompletenessMenuProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
  readonly properties: readonly EntityProperty[];
  /** Undefined where nothing can be filled in. */
  readonly onFill: ((slug: string) => void) | undefined;
}

/** How complete the entity is, and a menu of what is missing. Nothing for types that expect nothing. */
export function CompletenessMenu({ kind, entity, properties, onFill }: CompletenessMenuProps) {
  const { data } = useCompleteness(kind, entity);
  if (data === undefined || data === null) return null;
  const { percent, missing } = data;
  if (missing.length === 0 || onFill === undefined) {
    return (
      <Text size="sm" c={missing.length === 0 ? "var(--weft-good)" : "dimmed"} className="numbers">
        {missing.length === 0 ? "Complete" : describe(percent, missing.length)}
      </Text>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<Icon name="down" size={14} />}>
          {describe(percent, missing.length)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Missing values</Menu.Label>
        {missing.map((slug) => (
          <Menu.Item key={slug} onClick={() => onFill(slug)}>
            {properties.find((property) => property.slug === slug)?.label ?? slug}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function describe(percent: number, missingCount: number): string {
  return `${formatNumber(percent)}% · ${missingCount} missing`;
}

interface Completeness {
  readonly percent: number;
  readonly missing: readonly string[];
}

/** Null for an entity of which nothing counts. */
function useCompleteness(kind: EntityKind, { id, version }: AnyEntity) {
  const weft = useWeft();
  return useQuery({
    queryKey: queryKeys.entities.completeness(kind.path, id, version),
    queryFn: async ({ signal }): Promise<Completeness | null> => {
      const [found] = (
        await weft.entities.list<{ readonly completeness?: unknown; readonly missing?: unknown }>({
          entityName: kind.name,
          criteria: { id },
          fields: ["id"],
          queryParams: { include: "completeness" },
          limit: 1,
          signal,
        })
      ).results;
      const { completeness, missing } = found ?? {};
      if (typeof completeness !== "number" || !Array.isArray(missing)) return null;
      return { percent: completeness, missing: missing.map(String) };
    },
    placeholderData: (held) => held,
  });
}
