import { Alert, Anchor, Button, Code, CopyButton, Group, Stack, Tabs, Text } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useSession } from "../../session/session.ts";
import { ShortId } from "../../ui/copy-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { type AnyEntity, titleOf } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { type ReadEntity, useEntityTypes } from "../entity-queries.ts";
import { type EntitySearch, type EntityTab, entityTabs } from "../entity-search.ts";
import { pictureOf, picturePropertiesOf } from "../pictures/entity-picture.ts";
import { Picture } from "../pictures/picture.tsx";
import { curlLine } from "./curl-line.ts";
import { EntityActions } from "./entity-actions.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { PropertiesTab } from "./properties-tab.tsx";
import { RelationsTab } from "./relations-tab.tsx";

const route = getRouteApi("/shell/entities/$kind/$id");

const tabTitles: Readonly<Record<EntityTab, string>> = {
  properties: "Properties",
  relations: "Relations",
  history: "History",
  json: "JSON",
};

interface EntityViewProps {
  readonly kind: EntityKind;
  readonly read: ReadEntity;
}

/** Everything about one entity. Each tab has an address. */
export function EntityView({ kind, read }: EntityViewProps) {
  const { tab = "properties", asOf } = route.useSearch();
  const navigate = route.useNavigate();
  const { entity } = read;
  return (
    <PageFrame
      title={titleOf(entity)}
      crumbs={[{ title: kind.many, link: { to: "/entities/$kind", params: { kind: kind.path } } }]}
      description={<Facts read={read} />}
      actions={<EntityActions kind={kind} entity={entity} isPast={asOf !== undefined} />}
    >
      {asOf !== undefined && <PastNote entity={entity} />}
      <Group align="flex-start" gap="lg">
        <Hero entity={entity} />
        <Tabs
          flex={1}
          miw={280}
          value={tab}
          onChange={(next) => {
            const chosen = entityTabs.find((one) => one === next);
            void navigate({ search: (search) => ({ ...search, tab: chosen === "properties" ? undefined : chosen }) });
          }}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            {entityTabs.map((one) => (
              <Tabs.Tab key={one} value={one} px={{ base: 10, sm: "md" }}>
                {tabTitles[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="properties">
            <PropertiesTab entity={entity} />
          </Tabs.Panel>
          <Tabs.Panel value="relations">
            <RelationsTab kind={kind} entity={entity} />
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <HistoryTab kind={kind} entity={entity} />
          </Tabs.Panel>
          <Tabs.Panel value="json">
            <JsonTab kind={kind} entity={entity} asOf={asOf} />
          </Tabs.Panel>
        </Tabs>
      </Group>
    </PageFrame>
  );
}

/** The picture of the entity, if its type has pictures. */
function Hero({ entity }: { readonly entity: AnyEntity }) {
  const { data: types = [] } = useEntityTypes();
  const properties = useMemo(() => picturePropertiesOf(types), [types]);
  const fileId = pictureOf(entity, properties);
  return fileId === undefined ? null : (
    <Picture fileId={fileId} label={`Picture of ${titleOf(entity)}`} width={256} height={320} />
  );
}

/** Identity and last change. */
function Facts({ read: { entity, updatedBy } }: { readonly read: ReadEntity }) {
  const { hex, optionName } = entity;
  return (
    <Group gap="xs" mt={4}>
      {typeof hex === "string" && <Swatch hex={hex} />}
      {typeof optionName === "string" && (
        <>
          <span>{optionName}</span>
          <Dot />
        </>
      )}
      <span className="mono">{entity.typePath}</span>
      {entity.federatedId !== undefined && (
        <>
          <Dot />
          <span style={{ overflowWrap: "anywhere" }}>{entity.federatedId}</span>
        </>
      )}
      <Dot />
      <ShortId id={entity.id} />
      <Dot />
      <span className="numbers">version {entity.version}</span>
      <Dot />
      <span>
        changed <TimeAgo time={entity.updatedOn} />
        {updatedBy !== undefined && ` by ${updatedBy.name}`}
      </span>
    </Group>
  );
}

function Dot() {
  return <span aria-hidden="true">·</span>;
}

function PastNote({ entity }: { readonly entity: AnyEntity }) {
  return (
    <Alert variant="outline" icon={<Icon name="clock" />} title={`Past version ${entity.version}`}>
      <Text size="sm" c="var(--weft-text)">
        The state after a change <TimeAgo time={entity.updatedOn} />. Past versions are read-only.{" "}
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link
              {...props}
              from="/entities/$kind/$id"
              to="."
              search={(search: EntitySearch) => ({ ...search, asOf: undefined })}
            />
          )}
        >
          View current version
        </Anchor>
      </Text>
    </Alert>
  );
}

interface JsonTabProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
  readonly asOf: string | undefined;
}

/** The entity as the API returns it, and how to read it. */
function JsonTab({ kind, entity, asOf }: JsonTabProps) {
  const { who, weft } = useSession();
  const line = curlLine({ baseUrl: weft.baseUrl, orgSlug: who.org.slug, path: kind.path, id: entity.id, asOf });
  return (
    <Stack>
      <div>
        <Group justify="space-between" mb={4}>
          <Text size="sm">Read it with one of your keys in place of $KEY:</Text>
          <CopyButton value={line}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" onClick={copy}>
                {copied ? "Copied" : "Copy command"}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Code block tabIndex={0} role="region" aria-label="Command line" style={{ overflow: "auto" }}>
          {line}
        </Code>
      </div>
      <JsonView value={entity} maxHeight={640} />
    </Stack>
  );
}
