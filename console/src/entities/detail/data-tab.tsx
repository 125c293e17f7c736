import { Anchor, Stack, Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSession } from "../../session/session.ts";
import { CopyText, ShortId } from "../../ui/copy-text.tsx";
import { formatTime } from "../../ui/format.ts";
import { JsonView } from "../../ui/json-view.tsx";
import type { EntityKind } from "../entity-kind.ts";
import type { ReadEntity } from "../entity-queries.ts";
import { curlLine } from "./curl-line.ts";

interface DataTabProps {
  readonly kind: EntityKind;
  readonly read: ReadEntity;
  readonly asOf: string | undefined;
}

/** What integrations need: keys, type, versions, and the entity as the API returns it. */
export function DataTab({ kind, read, asOf }: DataTabProps) {
  const { who, weft } = useSession();
  const { entity, createdBy, updatedBy } = read;
  const line = curlLine({ baseUrl: weft.baseUrl, orgSlug: who.org.slug, path: kind.path, id: entity.id, asOf });
  const { identifier, federatedId } = entity;
  const rows: readonly (readonly [string, ReactNode])[] = [
    ["Id", <ShortId key="id" id={entity.id} />],
    ...(typeof identifier === "string" ? [["Identifier", identifier] as const] : []),
    ["External ID", federatedId ?? "–"],
    ["Type path", <TypeLink key="type" typePath={entity.typePath} />],
    ["Version", entity.version],
    ["Created", `${formatTime(entity.createdOn)}${createdBy === undefined ? "" : ` by ${createdBy.name}`}`],
    ["Updated", `${formatTime(entity.updatedOn)}${updatedBy === undefined ? "" : ` by ${updatedBy.name}`}`],
  ];
  return (
    <Stack>
      <Table aria-label="Keys and versions" maw={720} verticalSpacing={6} withTableBorder bg="var(--weft-surface)">
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={140} fw={400} c="dimmed" scope="row">
                {name}
              </Table.Th>
              <Table.Td className="numbers" style={{ overflowWrap: "anywhere" }}>
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <CopyText label="Read it with one of your keys in place of $KEY" text={line} />
      <JsonView value={entity} maxHeight={640} />
    </Stack>
  );
}

function TypeLink({ typePath }: { readonly typePath: string }) {
  return (
    <Anchor
      size="sm"
      className="mono"
      renderRoot={(props) => <Link {...props} to="/types/$id" params={{ id: typePath }} />}
    >
      {typePath}
    </Anchor>
  );
}
