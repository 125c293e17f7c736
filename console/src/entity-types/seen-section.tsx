import { Button, Skeleton, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { EntityType } from "@weft/client";
import { useState } from "react";
import { kindOfType } from "../entities/entity-kind.ts";
import { useEntityTypes } from "../entities/entity-queries.ts";
import { labelOfKind } from "../entities/property-kinds.ts";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { DescribeProperty } from "./describe-property.tsx";
import classes from "./property-table.module.css";
import { type SeenProperty, seenProperties } from "./seen-properties.ts";

interface SeenSectionProps {
  readonly type: EntityType;
  readonly isEditable: boolean;
}

const lookedAtMax = 500;

/** The undefined properties of entities. The service keeps no list of them, so the newest entities are sampled. */
export function SeenSection({ type, isEditable }: SeenSectionProps) {
  const types = useEntityTypes();
  const entities = useNewest(type.typePath);
  const [chosen, setChosen] = useState<SeenProperty>();
  if (entities.error !== null) return <ErrorNote error={entities.error} />;
  if (entities.data === undefined || types.data === undefined) return <Skeleton height={80} />;
  const seen = seenProperties(entities.data, types.data);
  return (
    <section aria-label="Undefined properties">
      <Title order={2} size="h4">
        Undefined properties
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {seen.length === 0
          ? "The newest entities have no undefined properties."
          : `Found in the newest ${entities.data.length} entities. Define them to validate, display and search their values.`}
      </Text>
      {seen.length > 0 && (
        <SeenTable seen={seen} total={entities.data.length} onDescribe={isEditable ? setChosen : undefined} />
      )}
      {chosen !== undefined && <DescribeProperty type={type} seen={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  );
}

function useNewest(typePath: string) {
  const weft = useWeft();
  const kind = kindOfType(typePath);
  return useQuery({
    queryKey: queryKeys.entities.newestOfType(kind?.path, typePath),
    queryFn: async ({ signal }) => {
      const order = { orderField: "id", order: "desc" };
      const query = { entityName: kind?.name ?? "item", criteria: { typePath }, order, limit: lookedAtMax, signal };
      return (await weft.entities.list(query)).results;
    },
  });
}

interface SeenTableProps {
  readonly seen: readonly SeenProperty[];
  readonly total: number;
  readonly onDescribe: ((property: SeenProperty) => void) | undefined;
}

function SeenTable({ seen, total, onDescribe }: SeenTableProps) {
  return (
    <div className={classes["frame"]}>
      <Table.ScrollContainer minWidth={640}>
        <Table aria-label="Undefined properties" className={classes["table"]}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Key</Table.Th>
              <Table.Th>Found in</Table.Th>
              <Table.Th>Detected type</Table.Th>
              <Table.Th>Examples</Table.Th>
              {onDescribe !== undefined && <Table.Th>Actions</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {seen.map((property) => (
              <Table.Tr key={property.slug}>
                <Table.Td className="mono">{property.slug}</Table.Td>
                <Table.Td className="numbers">
                  {property.count} of {total}
                </Table.Td>
                <Table.Td>{labelOfKind(property.guess)}</Table.Td>
                <Table.Td maw={280}>
                  <Text size="sm" truncate>
                    {property.samples.join(", ")}
                  </Text>
                </Table.Td>
                {onDescribe !== undefined && (
                  <Table.Td>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Define ${property.slug}`}
                      onClick={() => onDescribe(property)}
                    >
                      Define
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}
