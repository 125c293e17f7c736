import { Anchor, Badge, Button, Group, Modal, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { EntityType } from "@weft/client";
import { type ReactNode, useState } from "react";
import { kindOfPath, kindOfType } from "../entities/entity-kind.ts";
import { pathsAbove } from "../entities/type-tree.ts";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { useSave } from "../ui/use-save.ts";
import { PreviewNote, SaveButtons } from "./preview-note.tsx";
import { definitionOf, draftOf } from "./property-draft.ts";
import { PropertyForm } from "./property-form.tsx";
import { PropertyTable } from "./property-table.tsx";
import { SeenSection } from "./seen-section.tsx";
import { TypeActions } from "./type-actions.tsx";
import { TypeLook } from "./type-look.tsx";
import { staleAfterTypeChange, useChangeType, useFlipDisabled } from "./use-change-type.ts";
import { usePreview } from "./use-preview.ts";

const route = getRouteApi("/shell/types/$id");

export function TypePage() {
  const { id } = route.useParams();
  const weft = useWeft();
  const { isAdministrator } = useSession().who;
  const type = useQuery({
    queryKey: queryKeys.types.one(id),
    queryFn: ({ signal }) => weft.call("get-entity-type", { params: { id } }, { signal }),
  });
  return (
    <PageFrame
      title={type.data?.label ?? id}
      crumbs={[
        { title: "Types", link: { to: "/types" } },
        ...pathsAbove(id).map((path) => ({
          title: path.split(":").at(-1) ?? path,
          link: { to: "/types/$id" as const, params: { id: path } },
        })),
      ]}
      description={type.data && <Head type={type.data} />}
      actions={type.data && isAdministrator && <TypeActions type={type.data} />}
    >
      <Loaded query={type}>{(found) => <Content key={found.id} type={found} isEditable={isAdministrator} />}</Loaded>
    </PageFrame>
  );
}

function Head({ type }: { readonly type: EntityType }) {
  const kind = kindOfType(type.typePath)?.path;
  return (
    <Group gap="sm" mt={4}>
      <span className="mono">{type.typePath}</span>
      <Badge variant="dot" color={type.mode === "open" ? "teal" : "weft"} radius="sm" tt="none">
        {type.mode}
      </Badge>
      {!type.isDescribed && <span>found in an entity, not defined yet</span>}
      {kind !== undefined && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link {...props} to="/entities/$kind" params={{ kind }} search={{ type: type.typePath }} />
          )}
        >
          <EntityCount kindPath={kind} typePath={type.typePath} />
        </Anchor>
      )}
    </Group>
  );
}

interface ContentProps {
  readonly type: EntityType;
  readonly isEditable: boolean;
}

function Content({ type, isEditable }: ContentProps) {
  const inherited = type.inheritedProperties.filter(({ isBuiltIn }) => !isBuiltIn);
  const builtIn = type.inheritedProperties.filter(({ isBuiltIn }) => isBuiltIn);
  return (
    <Stack gap="xl">
      {kindOfType(type.typePath) !== undefined && (
        <Section title="How it looks" about="In the menu, in lists, on cards and on the page of an entity.">
          <TypeLook type={type} isEditable={isEditable} />
        </Section>
      )}
      <OwnProperties type={type} isEditable={isEditable} />
      {type.mode === "open" && <SeenSection type={type} isEditable={isEditable} />}
      {inherited.length > 0 && (
        <Section title="Inherited properties" about="Change them in the type that defines them.">
          <PropertyTable label="Inherited properties" properties={inherited} />
        </Section>
      )}
      {builtIn.length > 0 && (
        <Section title="Built-in fields" about="Every entity of this type has them.">
          <PropertyTable label="Built-in fields" properties={builtIn} />
        </Section>
      )}
    </Stack>
  );
}

interface SectionProps {
  readonly title: string;
  readonly about: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, about, action, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        </div>
        {action}
      </Group>
      {children}
    </section>
  );
}

type Act = { readonly kind: "add" } | { readonly kind: "edit" | "remove"; readonly slug: string };

function OwnProperties({ type, isEditable }: ContentProps) {
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const flip = useFlipDisabled(type);
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAct({ kind: "add" })}>
      New property
    </Button>
  );
  return (
    <Section title="Properties" about="Defined by this type, for itself and its subtypes." action={isEditable && add}>
      {type.properties.length === 0 ? (
        <EmptyState icon="types" title="No own properties">
          Define the properties of your data to validate their type, presence and uniqueness.
        </EmptyState>
      ) : (
        <PropertyTable
          label="Properties"
          properties={type.properties}
          {...(isEditable
            ? {
                onEdit: (slug) => setAct({ kind: "edit", slug }),
                onRemove: (slug) => setAct({ kind: "remove", slug }),
                onFlipDisabled: flip,
              }
            : {})}
        />
      )}
      {(act?.kind === "add" || act?.kind === "edit") && (
        <PropertyForm type={type} slug={act.kind === "edit" ? act.slug : undefined} onClose={close} />
      )}
      {act?.kind === "remove" && <RemoveProperty type={type} slug={act.slug} onClose={close} />}
    </Section>
  );
}

interface EntityCountProps {
  readonly kindPath: string;
  readonly typePath: string;
}

/** The number of entities of a type and its subtypes. */
export function EntityCount({ kindPath, typePath }: EntityCountProps) {
  const weft = useWeft();
  const entityName = kindOfPath(kindPath)?.name ?? "item";
  const { data } = useQuery({
    queryKey: queryKeys.entities.countOfType(kindPath, typePath),
    queryFn: async ({ signal }) => {
      const query = { entityName, criteria: { typePath }, limit: 1, includeTotal: true, signal };
      return (await weft.entities.list(query)).total ?? 0;
    },
  });
  if (data === undefined) return "entities";
  return pluralize(data, "entity", "entities");
}

interface RemovePropertyProps {
  readonly type: EntityType;
  readonly slug: string;
  readonly onClose: () => void;
}

export function RemoveProperty({ type, slug, onClose }: RemovePropertyProps) {
  const change = useChangeType(type);
  const others = type.properties.filter((property) => property.slug !== slug);
  const body = { properties: others.map((shown) => definitionOf(draftOf(shown))) };
  const preview = usePreview({
    queryKey: queryKeys.types.change(type.id, "remove"),
    body,
    ask: async (signal) => {
      await change(body, { dryRun: true, signal });
      return undefined;
    },
  });
  const remove = useSave({
    save: (force: boolean) => change(body, force ? { force } : {}),
    message: () => `Property ${slug} removed.`,
    stale: staleAfterTypeChange(),
    onSaved: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={`Remove property "${slug}"`} centered>
      <Stack>
        <Text size="sm">
          {type.mode === "open"
            ? "Stored values are kept as an undefined property. They are no longer validated."
            : "The type is strict: entities that have a value become invalid."}
        </Text>
        <PreviewNote preview={preview} typePath={type.typePath} />
        {remove.error !== null && <ErrorNote error={remove.error} />}
        <SaveButtons
          preview={preview}
          isPending={remove.isPending}
          saveLabel="Remove property"
          onCancel={onClose}
          onSave={(force) => remove.mutate(force)}
        />
      </Stack>
    </Modal>
  );
}
